// Uses the types that openapi-typescript makes of the interface document, through openapi-fetch, on a real server.
//
//     node client.js ADDRESS
import createClient from "openapi-fetch";
import type { components, paths } from "./interface.js";

declare const process: { argv: string[] };

function check(holds: unknown, says: unknown): asserts holds {
  if (!holds) throw new Error(JSON.stringify(says));
}

const NAME = "Nicolas Maduro Moros";
const client = createClient<paths>({ baseUrl: process.argv[2] });
const params = { path: { collection: "sanctions" } } as const;

const party: components["schemas"]["MatchQuery"] = {
  schema: "Person",
  properties: { name: [NAME], birthDate: ["1962-11-23"] },
};
const batch = await client.POST("/api/match/{collection}", {
  params: { ...params, query: { limit: 3, topics: ["sanction"] } },
  body: { queries: { q: party } },
});
const best = batch.data?.responses.q?.results[0];
check(best?.match && best.list_type === "SANCTION", batch);

const flat = await client.POST("/api/match/{collection}", {
  params,
  body: { schema: "Person", name: NAME, dob: "1962-11-23" },
});
check(flat.data?.responses.q1?.results[0]?.id === best.id, flat);

// The server tells letter case apart, and so do the types.
const misspelt = await client.POST("/api/match/{collection}", {
  params,
  // @ts-expect-error: no schema has this name.
  body: { schema: "person", name: NAME },
});
check(misspelt.data?.responses.q1?.status === 400, misspelt);

// Nor is there a field for several names, beside the schema or among the properties.
for (const body of [
  // @ts-expect-error: the server reads no `names`.
  { schema: "Person", names: [NAME] } satisfies components["schemas"]["MatchQuery"],
  // @ts-expect-error: the same.
  { schema: "Person", properties: { names: [NAME] } } satisfies components["schemas"]["MatchQuery"],
]) {
  const unread = await client.POST("/api/match/{collection}", { params, body: body as typeof party });
  const entry = unread.data?.responses.q1;
  check(entry?.status === 400, unread);
}

const lines = [{ id: "K-1", ...party }, { id: "K-2", dob: "1962" }];
const stream = await client.POST("/api/match/{collection}/stream", {
  params,
  headers: { "Content-Type": "application/x-ndjson" },
  body: lines.map((line) => JSON.stringify(line)).join("\n"),
  bodySerializer: (body) => body,
  parseAs: "text",
});
const answers = (stream.data ?? "").trim().split("\n").map((line) => JSON.parse(line));
check(answers.length === 2 && answers[0].results[0].id === best.id, stream);
check(answers[1].id === "K-2" && answers[1].status === 400, stream);

const query = { q: "maduro moros", list_type: "SANCTION", limit: 50 } as const;
const found = await client.GET("/api/search", { params: { query } });
check(found.data?.results.some((result) => result.id === best.id), found);

const refused = await client.GET("/api/search", { params: { query: { q: "x" } } });
check(refused.error && "parameter" in refused.error && refused.error.parameter === "q", refused);
console.log("a client generated from the document, in TypeScript: all calls answered as it says");
