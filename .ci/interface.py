"""The interface document of a running server, its examples naming records that this server has.

    python3 interface.py ADDRESS [PATH ...] >document.json

With paths only their operations stay. The examples of the document name record 101, a merged entity
and a register; here they are replaced by ones that a match finds, so that a fuzzer begins with
requests that are answered.
"""

import json
import sys
import urllib.request

NAMES = ["Ivan", "Ali", "Maria", "Trading Company", "Star"]


def fetch(address, body=None):
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def results(base):
    queries = {name: {"properties": {"name": [name]}} for name in NAMES}
    answer = fetch(f"{base}/api/match/default?limit=50", {"queries": queries})
    return [result for entry in answer["responses"].values() for result in entry["results"]]


def replaced(value, words):
    if isinstance(value, dict):
        return {key: replaced(inner, words) for key, inner in value.items()}
    if isinstance(value, list):
        return [replaced(inner, words) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool):
        word = words.get(str(value))
        return int(word) if word else value
    return words.get(value, value) if isinstance(value, str) else value


def main():
    base, paths = sys.argv[1].rstrip("/"), sys.argv[2:]
    document = fetch(f"{base}/openapi.json")
    if paths:
        document["paths"] = {path: document["paths"][path] for path in paths}
    found = results(base)
    if not found:
        sys.exit("no record has one of the names of this script")
    first = found[0]
    words = {
        "101": str(first["id"]),
        "svc-101": f"svc-{first['id']}",
        "US OFAC Specially Designated Nationals": first["datasets"][0],
    }
    merged = next((result["merged_entity"] for result in found if "merged_entity" in result), None)
    if merged:
        words["9f2c1d0e-0000-5000-8000-00000000abcd"] = merged
    document["paths"] = replaced(document["paths"], words)
    json.dump(document, sys.stdout)


main()
