"""Dates as the lists write them."""

import re

from model import BirthDate

# A longer range says nothing of a birth date.
YEARS_MAX = 10
MONTHS = {name: number for number, name in enumerate(
    "jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}


def day_month_year(text):
    """`10 Dec 1948`, `Dec 1948` and `1948` as far as they go; None for anything else."""
    match = re.fullmatch(r"(?:(?:(\d{1,2}) )?([A-Za-z]{3})[a-z]*\.? )?(\d{4})", text.strip())
    if not match:
        return None
    day, month, year = match.groups()
    if month and month.lower() not in MONTHS:
        return None
    parts = [year, month and f"{MONTHS[month.lower()]:02}", day and f"{int(day):02}"]
    return "-".join(part for part in parts if part)


def slashed(text, order="dmy"):
    """`DD/MM/YYYY` or `MM/DD/YYYY`, where `00` stands for a part that is not known."""
    match = re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", text.strip())
    if not match:
        return None
    first, second, year = match.groups()
    day, month = (first, second) if order == "dmy" else (second, first)
    parts = [year] + [month] * (month != "00") + [day] * (month != "00" and day != "00")
    return "-".join(parts)


def compact(text):
    """`YYYYMMDD`, with `00000000` for none."""
    return f"{text[:4]}-{text[4:6]}-{text[6:]}" if re.fullmatch(r"[12]\d{7}", text) else None


def years(first, last):
    """A range of dates: every year from the first to the last, none exact. What is no range is none."""
    first, last = int(first[:4]), int(last[:4])
    return [BirthDate(str(year), True) for year in range(first, last + 1)] if last - first <= YEARS_MAX else []


def birth_dates(text):
    """The free forms of OFAC and of those who copy it; an empty list where none is read."""
    text = text.strip()
    circa = re.match(r"(?i)(circa|approximately) ", text)
    bare = text[circa.end():] if circa else text
    single = day_month_year(bare) or (bare if re.fullmatch(r"\d{4}(-\d\d){0,2}", bare) else None)
    if single:
        return [BirthDate(single, bool(circa))]
    ends = [day_month_year(re.sub(r"^circa ", "", end.strip(), flags=re.I)) for end in re.split(" to |-", bare)]
    if len(ends) == 2 and all(ends):
        # Within one month or one year it is that month or year.
        for length in (7, 4):
            if len(ends[0]) >= length and ends[0][:length] == ends[1][:length]:
                return [BirthDate(ends[0][:length], bool(circa))]
    if len(ends) == 2 and all(ends):
        return years(ends[0], ends[1])
    return []
