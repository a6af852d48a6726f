# SPDX-License-Identifier: BSD-3-Clause
"""Finds the functions of a C or C++ file and their lengths, without a compiler.

A brace opens a function body when the text before it, back to the last `;`, `{` or `}` of the same
scope, has a parameter list and is no namespace, type, array or initialiser. Braces of a
constructor's initialiser list (`: a_{1}, b_{2} {`) are told apart by what stands right before them.
Only lengths are wanted, so a strange function that is missed costs little.
"""
import re
from typing import Iterator, NamedTuple


class Function(NamedTuple):
    name: str
    first_line: int
    last_line: int

    def length(self) -> int:
        return self.last_line - self.first_line + 1


_BLANKED = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
    re.DOTALL | re.MULTILINE)
_TYPE = re.compile(r"\b(namespace|class|struct|union|enum)\b(?![^{]*\)\s*(const|noexcept|override)?\s*$)")


def blank(text: str) -> str:
    """The text with comments, literals and preprocessor lines replaced by blanks, lines kept."""
    return _BLANKED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def _matching(text: str, start: int) -> int:
    depth = 0
    for index in range(start, len(text)):
        if text[index] == "{":
            depth += 1
        elif text[index] == "}":
            depth -= 1
            if depth == 0:
                return index
    return len(text) - 1


def _opens_function(head: str) -> bool:
    if "(" not in head or head.endswith("=") or head.endswith(",") or head.endswith("("):
        return False
    if _TYPE.search(head) and not re.search(r"\)\s*(const|noexcept|override|final|->.*|\s)*$", head):
        return False
    return not re.match(r"(extern\s*$|namespace\b)", head)


def _is_initialiser(head: str) -> bool:
    """Is the brace after `head` the one of a member in a constructor's initialiser list?"""
    return bool(re.search(r"\)[^;{}]*[^:]:[^:]", head)) and bool(re.search(r"[\w>]$", head)) \
        and not re.search(r"\b(const|noexcept|override|final|try|mutable)$", head)


def functions(source: str) -> Iterator[Function]:
    text = blank(source)
    index, head_start = 0, 0
    while index < len(text):
        character = text[index]
        if character in ";}":
            head_start = index + 1
        elif character == "{":
            head = text[head_start:index].strip()
            if _is_initialiser(head):
                index = _matching(text, index)
            elif _opens_function(head):
                end = _matching(text, index)
                lead = len(text[head_start:index]) - len(text[head_start:index].lstrip())
                first = text.count("\n", 0, head_start + lead) + 1
                name = re.search(r"([\w~:]+|operator\W+)\s*\(", head)
                yield Function(name.group(1) if name else "?", first, text.count("\n", 0, end) + 1)
                index, head_start = end, end + 1
            elif re.search(r"(=|,|\(|return)\s*$", head) or (head and not re.search(
                    r"\b(namespace|class|struct|union|enum|extern)\b", head)):
                index = _matching(text, index)  # an initialiser: nothing inside is a function
            else:
                head_start = index + 1
        index += 1
