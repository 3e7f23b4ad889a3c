"""What a running server answers. One connection, no request that is not needed."""

import http.client
import json
import urllib.parse

PAGE = 50


class Server:
    def __init__(self, base):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(base).netloc, timeout=30)

    def get(self, path, **query):
        return json.loads(self.fetch(path, **query))

    def fetch(self, path, **query):
        """The body of an answer."""
        if query:
            path += "?" + urllib.parse.urlencode(query)
        try:
            answer, body = self.ask(path)
        except (http.client.RemoteDisconnected, ConnectionError):
            # The server closes a connection that was idle while a list was read.
            self.connection.close()
            answer, body = self.ask(path)
        if answer.status != 200:
            raise SystemExit(f"{path}: status {answer.status}: {body[:200].decode(errors='replace')}")
        return body

    def ask(self, path):
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        return answer, answer.read()

    def registers(self):
        """Slug to register name."""
        rows = self.get("/api/sources", limit=100)["results"]
        return {row["slug"]: row["name"] for row in rows}

    def results(self, register):
        """All active records of a register as search shows them."""
        page = 1
        while True:
            found = self.get("/api/search", source=register, limit=PAGE, page=page)
            yield from found["results"]
            if page * PAGE >= found["total"]:
                return
            page += 1

    def ids(self, register):
        return [result["id"] for result in self.results(register)]

    def records(self, register):
        """All active records of a register, each with the `aliases` of its search result."""
        for result in self.results(register):
            record = self.get(f"/api/entity/{result['id']}", nested="false")
            record["aliases"] = result["aliases"]
            yield record
