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


def main(base_url):
    queries = {
        how: {"schema": schema, "properties": properties}
        for how, properties, schema, _ in QUESTIONS
    }
    request = urllib.request.Request(
        base_url + "/api/match/sanctions",
        data=json.dumps({"queries": queries}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        responses = json.load(answer)["responses"]
    failed = 0
    for how, _, _, expected in QUESTIONS:
        first = (responses[how]["results"] or [{"match": False}])[0]
        found = first.get("source_ref") if first["match"] else None
        failed += found != expected
        verdict = "ok" if found == expected else f"FAIL, expected {expected}"
        print(f"{how:<18} {first.get('score')!s:<8} {first.get('caption')} {verdict}")
    print(f"{len(QUESTIONS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
