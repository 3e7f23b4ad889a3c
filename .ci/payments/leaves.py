"""The texts of an ISO 20022 message with their paths, by expat."""

import re
from typing import NamedTuple
from xml.parsers import expat

# Attributes that are none of the message.
LAYOUT = re.compile(r"xmlns(:|$)|xml:(lang|space)$")
DECLARATION = re.compile(r"\ufeff?\s*<\?xml\s[^>]*\?>")
BLANKS = " \t\r\n"


class Leaf(NamedTuple):
    # The steps of its path: local name, position among the siblings of that name, number of these siblings.
    steps: tuple
    text: str

    def path(self):
        """The path with a position at every step."""
        return "".join(f"/{name}[{position}]" for name, position, _ in self.steps)

    def is_written(self, path):
        """True if a path has its position at every step whose name repeats."""
        steps = path.split("/")[1:]
        return all(step.endswith("]") or count == 1 for step, (_, _, count) in zip(steps, self.steps))


class Element:
    def __init__(self, name, outer):
        self.name, self.outer = name, outer
        self.inner = {}
        self.text = ""
        self.position = 1
        if outer:
            siblings = outer.inner.setdefault(name, [])
            siblings.append(self)
            self.position = len(siblings)

    def steps(self):
        """Without the outermost element, which is put around all documents of a file."""
        if not self.outer:
            return ()
        return (*self.outer.steps(), (self.name, self.position, len(self.outer.inner[self.name])))


def local(name):
    return name.rpartition(":")[2]


def leaves(text):
    """Every text that is more than white space, of elements and attributes. A file may hold several documents,
    one after the other."""
    found, open_elements = [], []

    def flush():
        for element in open_elements[-1:]:
            if element.text.strip(BLANKS):
                found.append((element, element.text))
            element.text = ""

    def start(name, attributes):
        flush()
        element = Element(local(name), open_elements[-1] if open_elements else None)
        open_elements.append(element)
        for key, value in zip(attributes[::2], attributes[1::2]):
            if not LAYOUT.match(key):
                attribute = Element("@" + local(key), element)
                if value.strip(BLANKS):
                    found.append((attribute, value))

    def end(_):
        flush()
        open_elements.pop()

    def characters(data):
        open_elements[-1].text += data

    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    declaration = DECLARATION.match(text)
    parser.Parse("<files>" + text[declaration.end() if declaration else 0:] + "</files>", True)
    return [Leaf(element.steps(), text) for element, text in found]
