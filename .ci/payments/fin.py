"""The texts of FIN messages, line by line, and the elements that cover them."""

import re
from collections import Counter
from typing import NamedTuple

# A brace without a name, as some senders leave at the end of a line, begins no block.
BLOCK = re.compile(r"\{([0-9A-Z]+):")
TAG = re.compile(r":\d\d[A-Z]?:")
# May stand before a text of a line: nothing, slashes, or the number of the line.
BETWEEN = ["", "/+", "[1-8]/"]
END = re.compile(r"[\r\n]+-}")


class Block(NamedTuple):
    name: str
    # Lines of block 4 without their tags, or the text of any other block.
    content: object


class Message(NamedTuple):
    receipt: list
    blocks: list


def closing(text, start):
    """Place of the brace that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError("a block without its end")


def blocks(text):
    found, at = [], 0
    while begun := BLOCK.search(text, at):
        at, start, name = begun.start(), begun.end(), begun[1]
        if name == "4" and not text.startswith("{", start):
            ended = END.search(text, start)
            if not ended:
                raise ValueError("block 4 without its end")
            lines = re.split(r"[\r\n]+", text[start:ended.start()])
            found.append(Block(name, [TAG.sub("", line, count=1) if TAG.match(line) else line for line in lines]))
            at = ended.end()
        else:
            end = closing(text, at)
            # Names of blocks within the block are no texts.
            found.append(Block(name, re.sub(r"[{}]", " ", BLOCK.sub(" ", text[start:end]))))
            at = end
    return found


def messages(text):
    """A message begins with its block 1. The blocks of a receipt, whose service is F21, stand before it."""
    found, receipt = [], []
    is_receipt = False
    for block in blocks(text):
        if block.name == "1":
            is_receipt = block.content.startswith("F21")
            if not is_receipt:
                found.append(Message(receipt, []))
                receipt = []
        (receipt if is_receipt else found[-1].blocks).append(block)
    if receipt:
        raise ValueError("a receipt without its message")
    return found


def letters(texts):
    return Counter(letter for text in texts for letter in text if letter.isalnum())


def uncovered(lines, texts):
    """Lines that the texts, in their order, do not cover, and the texts that are of no line."""
    missing, at = [], 0
    for line in lines:
        rest = line
        while rest.strip() and at < len(texts):
            starts = [match.end() for match in (re.match(between, rest) for between in BETWEEN) if match]
            start = next((start for start in starts if rest.startswith(texts[at], start)), None)
            if start is None:
                break
            rest = rest[start + len(texts[at]):]
            at += 1
        if rest.strip(" \t/"):
            missing.append(line)
    return missing, texts[at:]


def differences(text, rows):
    """What the rows of a report (number of the message, path, text) say otherwise than the file."""
    found, own = [], messages(text)
    numbers = {number for number, _, _ in rows}
    if numbers != set(range(1, len(own) + 1)):
        found.append(f"{len(own)} messages, reported are {sorted(numbers)}")
    for number, message in enumerate(own, 1):
        texts = {}
        for _, path, row in (row for row in rows if row[0] == number):
            parts = path.split("/")[2:]
            place = ("receipt", parts[1]) if parts[0] == "receipt" else ("", parts[0])
            texts.setdefault(place, []).append(row)
        for kind, own_blocks in (("receipt", message.receipt), ("", message.blocks)):
            for block in own_blocks:
                reported = texts.pop((kind, block.name), [])
                if isinstance(block.content, list):
                    missing, surplus = uncovered(block.content, reported)
                else:
                    # A terminal is reported in other parts than it is written in: by its letters.
                    of_file, of_report = letters([block.content]), letters(reported)
                    missing = ["".join(one) for one in (of_file - of_report,) if one]
                    surplus = ["".join(one) for one in (of_report - of_file,) if one]
                place = f"message {number}, {kind or 'own'} block {block.name}"
                found += [f"{place}: not reported: {one}" for one in missing]
                found += [f"{place}: not in the file: {one}" for one in surplus]
        found += [f"message {number}: no block of the file: {place}" for place in texts]
    return found
