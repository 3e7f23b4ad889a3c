"""What a comparison found, as text."""

from collections import defaultdict

from exceptions import reason


def show(comparison, examples):
    values = ", ".join(f"{fact} {count}" for fact, count in comparison.values.items() if count)
    print(f"\n{comparison.slug}: {comparison.records} records; {values}")
    for fact, count in comparison.absent.items():
        if count:
            print(f"  NO FIELD   {fact}: {count} values that no answer shows")
    open_kinds, excused = sort(comparison)
    for text, count in excused.items():
        print(f"  excused    {count}: {text}")
    for (kind, fact), differences in sorted(open_kinds.items(), key=lambda one: -len(one[1])):
        print(f"  DIFFERENT  {kind} {fact}: {len(differences)}")
        for one in differences[:examples]:
            print(f"      {one.reference}: list {one.source[:300]!r} answer {one.answer[:300]!r}")


def sort(comparison):
    open_kinds, excused = defaultdict(list), defaultdict(int)
    for difference in comparison.differences:
        text = reason(difference)
        if text:
            excused[text] += 1
        else:
            open_kinds[difference.kind, difference.fact].append(difference)
    return open_kinds, excused


def total(comparisons, seconds):
    values = defaultdict(int)
    for comparison in comparisons:
        for fact, count in comparison.values.items():
            values[fact] += count
    found = sum(len(each) for comparison in comparisons for each in sort(comparison)[0].values())
    absent = sum(count > 0 for comparison in comparisons for count in comparison.absent.values())
    print(f"\n{sum(one.records for one in comparisons)} records of {len(comparisons)} lists in {seconds:.0f} s")
    print("  " + ", ".join(f"{fact} {count}" for fact, count in values.items()))
    print(f"  {found} differences without a reason, {absent} facts of lists without a field")
    return 1 if found or absent else 0
