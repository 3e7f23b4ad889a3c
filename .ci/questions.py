"""Asks a running server what a screening officer asks, over the real lists.

    questions.py BASE_URL
"""

import json
import sys
import urllib.request

QUESTIONS = [
    ("primary name", {"name": ["PUTIN, Vladimir Vladimirovich"]}, "Person", "35096"),
    ("alias", {"name": ["Muammar Gaddafi"]}, "Person", "12606"),
    ("weak alias alone", {"name": ["FTB"]}, "Organization", None),
    ("weak alias, born", {"name": ["Guacamayo"], "birthDate": ["1969"]}, "Person", "16459"),
    ("Arabic script", {"name": ["أيمن الظواهري"]}, "Person", "QDi.006"),
    ("Cyrillic script", {"name": ["Владимир Путин"]}, "Person", "35096"),
    ("misspelt", {"name": ["Ayman al Zawahri"]}, "Person", "QDi.006"),
    ("IMO number", {"imoNumber": ["IMO 9187629"]}, "Vessel", "15036"),
    ("wrong birth date", {"name": ["Viktor Bout"], "birthDate": ["1990"]}, "Person", None),
    ("on no list", {"name": ["Maria Garcia Lopez"]}, "Person", None),
]

# Parties that several lists name, each one result: the lists.
PARTIES = [
    ("Joseph Kony", {"un_sc_consolidated", "gb_ofsi_conlist", "us_ofac_sdn", "us_trade_csl_sdn"}),
    ("Ayman al-Zawahiri", {"un_sc_consolidated", "gb_ofsi_conlist", "eu_fsf", "us_ofac_sdn", "us_trade_csl_sdn"}),
]


def match(base_url, queries, options=""):
    request = urllib.request.Request(
        base_url + "/api/match/sanctions" + options,
        data=json.dumps({"queries": queries}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["responses"]


def parties(base_url):
    """Asks by party; the number of parties that are not told as they should be."""
    with urllib.request.urlopen(base_url + "/api/sources?limit=100", timeout=30) as answer:
        slugs = {row["name"]: row["slug"] for row in json.load(answer)["results"]}
    queries = {name: {"schema": "Person", "properties": {"name": [name]}} for name, _ in PARTIES}
    responses = match(base_url, queries, "?group=entity")
    failed = 0
    for name, lists in PARTIES:
        results = responses[name]["results"]
        named = {slugs[dataset] for dataset in results[0]["datasets"]}
        entities = [result.get("merged_entity", result["id"]) for result in results]
        is_so = named == lists and len(set(entities)) == len(entities)
        failed += not is_so
        print(f"{name:<18} {len(named)} lists, {'ok' if is_so else f'FAIL, expected {lists}, got {named}'}")
    return failed


def main(base_url):
    queries = {
        how: {"schema": schema, "properties": properties}
        for how, properties, schema, _ in QUESTIONS
    }
    responses = match(base_url, queries)
    failed = parties(base_url)
    for how, _, _, expected in QUESTIONS:
        first = (responses[how]["results"] or [{"match": False}])[0]
        found = first.get("source_ref") if first["match"] else None
        failed += found != expected
        verdict = "ok" if found == expected else f"FAIL, expected {expected}"
        print(f"{how:<18} {first.get('score')!s:<8} {first.get('caption')} {verdict}")
    asked = len(QUESTIONS) + len(PARTIES)
    print(f"{asked - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
