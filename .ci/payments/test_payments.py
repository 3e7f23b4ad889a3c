"""That a comparison of messages finds what it is for: python3 -m unittest discover -s .ci/payments"""

import unittest

import fin
import leaves
from report import Row, check_classes, compare

XML = """<?xml version="1.0"?>
<a xmlns="urn:x" xml:lang="en" xml:id="i">
  <p:b xmlns:p="urn:y" c="A &amp; B"> one <d/>two<!-- no --> <![CDATA[<?xml version="1.0"?>]]></p:b>
  <b>x</b><e> \t</e>
</a><f>y</f>"""
TEXTS = [
    ("/a/@id", "i"), ("/a/b[1]/@c", "A & B"), ("/a/b[1]", " one "),
    ("/a/b[1]", 'two <?xml version="1.0"?>'), ("/a/b[2]", "x"), ("/f", "y"),
]


def rows(texts, kind="free text"):
    return [Row(1, path, text, kind, "searched for names") for path, text in texts]


class Xml(unittest.TestCase):
    def test_every_text_is_a_leaf(self):
        self.assertEqual(compare(leaves.leaves(XML), rows(TEXTS)), [])
        self.assertEqual(len(leaves.leaves(XML)), len(TEXTS))

    def test_a_text_that_is_not_reported_once_is_a_difference(self):
        for at, (path, text) in enumerate(TEXTS):
            with self.subTest(path=path, text=text):
                others = TEXTS[:at] + TEXTS[at + 1:]
                self.assertEqual(len(compare(leaves.leaves(XML), rows(others))), 1)
                self.assertEqual(len(compare(leaves.leaves(XML), rows(TEXTS + [(path, text)]))), 1)
                self.assertEqual(len(compare(leaves.leaves(XML), rows(others + [(path, text + ".")]))), 2)
                self.assertEqual(len(compare(leaves.leaves(XML), rows(others + [(path + "/z", text)]))), 2)

    def test_a_path_has_the_positions_of_names_that_repeat(self):
        always = [("/a[1]/@id", "i"), *TEXTS[1:5], ("/f[1]", "y")]
        self.assertEqual(compare(leaves.leaves(XML), rows(always)), [])
        without = [("/a/b", text) if text == " one " else (path, text) for path, text in TEXTS]
        self.assertEqual(len(compare(leaves.leaves(XML), rows(without))), 1)

    def test_a_row_has_a_class_and_a_reason(self):
        self.assertEqual(check_classes(rows(TEXTS)), [])
        self.assertEqual(len(check_classes(rows(TEXTS[:1], "unreadable"))), 1)
        row = {"message": "1", "path": "/a", "text": "'=1", "class": "", "why": ""}
        self.assertEqual(Row.of(row), Row(1, "/a", "=1", "", ""))
        self.assertEqual(len(check_classes([Row.of(row)])), 1)


FIN = """{1:F21AAAAUSLA}{4:{177:17}{451:0}}{1:F01AAAAUSLAXXXX}{3:{108:R-1}}{4:
:20:REF
:50F:/12
1/ANNA
3/LV/RIGA
:70:A-} B
-C
-}{
$
{1:F01B}{4:
:20:X
-}{5:{CHK:1}}"""
ELEMENTS = [
    (1, "/MT/receipt/1/text", "F21AAAAUSLA"), (1, "/MT/receipt/4/177", "17"), (1, "/MT/receipt/4/451", "0"),
    (1, "/MT/1/service", "F01"), (1, "/MT/1/BIC", "AAAAUSLAXXX"), (1, "/MT/1/terminal", "X"),
    (1, "/MT/3/108", "R-1"), (1, "/MT/4/20", "REF"), (1, "/MT/4/50F/account", "12"),
    (1, "/MT/4/50F/1", "ANNA"), (1, "/MT/4/50F/3/country", "LV"), (1, "/MT/4/50F/3/town", "RIGA"),
    (1, "/MT/4/70/line[1]", "A-} B"), (1, "/MT/4/70/line[2]", "-C"),
    (2, "/MT/1/text", "F01B"), (2, "/MT/4/20", "X"), (2, "/MT/5/CHK", "1"),
]


class Fin(unittest.TestCase):
    def test_every_line_is_covered(self):
        self.assertEqual(fin.differences(FIN, ELEMENTS), [])

    def test_an_element_that_is_missing_doubled_or_changed_is_a_difference(self):
        for at, (message, path, text) in enumerate(ELEMENTS):
            with self.subTest(path=path):
                before, after = ELEMENTS[:at], ELEMENTS[at + 1:]
                self.assertNotEqual(fin.differences(FIN, before + after), [])
                self.assertNotEqual(fin.differences(FIN, before + [ELEMENTS[at]] * 2 + after), [])
                self.assertNotEqual(fin.differences(FIN, before + [(message, path, text + "Z")] + after), [])

    def test_a_message_or_block_that_is_none_is_a_difference(self):
        self.assertNotEqual(fin.differences(FIN, ELEMENTS + [(3, "/MT/4/20", "X")]), [])
        self.assertNotEqual(fin.differences(FIN, ELEMENTS + [(2, "/MT/3/108", "X")]), [])

    def test_a_file_that_is_not_whole_is_an_error(self):
        for text in ["{1:F01", "{1:F01}{4:\n:20:X", "{1:F21A}{4:{451:0}}"]:
            with self.subTest(text=text), self.assertRaises(ValueError):
                fin.messages(text)


if __name__ == "__main__":
    unittest.main()
