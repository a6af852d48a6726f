#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Which source files of a target are compiled as one.

Most of what a file costs is to read headers and to instantiate their templates, and files of a folder share both. But a name
that only one file knows (in an anonymous namespace, or from a using-declaration) would be seen by the files that follow it.
So two files share a group only if neither mentions a name that the other one defines for itself. Files that define macros or
static names, or open an enumeration, stay alone; files that open other namespaces at their top stay apart. Nobody has to
choose names for this: a new file that does not go with the others is put elsewhere. Files that know JSON come first: its
templates, which take seconds, are then instantiated in one or two groups.

usage: unity_groups.py --root FOLDER --lines N --output FOLDER FILE...
       takes the files in the order given (those with JSON first), N lines at most together; writes a source file per group, which includes its
       members by their paths from the root; prints what is to be compiled
"""
import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "style"))
from functions import blank  # noqa: E402

WORD = re.compile(r"[A-Za-z_]\w*")
OPENED = re.compile(r"\bnamespace\s*\{")
ALONE = re.compile(r"^[ \t]*#[ \t]*define\b|\busing\s+enum\b|^static\b|\benum\s+(?!class\b|struct\b)", re.MULTILINE)
WHOLE = re.compile(r"^using\s+namespace\s+([\w:]+)", re.MULTILINE)
TEMPLATE = re.compile(r"^template\s*<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>\s*")
TYPE = re.compile(r"(?:struct|class|enum\s+class|enum\s+struct|union)\s+(?:alignas\s*\(.*?\)\s*)?(\w+)")
TEST = re.compile(r"(?:INSTANTIATE_)?TEST\w*\s*\(")  # GoogleTest's: its classes have names of their own
ALIAS = re.compile(r"(?:using|namespace)\s+(\w+)\s*=|using\s+[\w:]*?(\w+)$")


class Source:
    """A file with the names it defines for itself, and how, and all names that it mentions."""

    def __init__(self, path: str) -> None:
        text = pathlib.Path(path).read_text()
        code = blank(text)
        self.path = path
        self.lines = text.count("\n")
        self.is_alone = not path.endswith(".cpp") or bool(ALONE.search(re.sub(r"//[^\n]*", "", text)))
        self.knows_json = "json" in code
        self.opened = set(WHOLE.findall(code))
        self.mentioned = set(WORD.findall(code))
        self.defined: dict[str, str] = {}
        for statement in statements(code):
            name = defined_name(statement)
            if name:
                self.defined[name] = statement

    def goes_with(self, other: "Source") -> bool:
        if self.is_alone or other.is_alone or self.opened != other.opened:
            return False
        for one, two in ((self, other), (other, self)):
            for name, statement in one.defined.items():
                is_same_alias = ALIAS.match(statement) and two.defined.get(name) == statement
                if name in two.mentioned and not is_same_alias:
                    return False
        return True


def statements(code: str) -> list[str]:
    """What stands at the top of anonymous namespaces, and aliases outside of them; bodies left out."""
    found = []
    for opening in OPENED.finditer(code):
        depth, start = 1, opening.end()
        index = start
        kept = []
        while index < len(code) and depth > 0:
            if code[index] == "{":
                if depth == 1:
                    kept.append(code[start:index] + "{")
                depth += 1
            elif code[index] == "}":
                depth -= 1
                if depth == 1:
                    start = index + 1
                    kept.append("}")
                elif depth == 0:
                    kept.append(code[start:index])
            index += 1
        found += re.split(r"[;}]", "".join(kept))
    found += re.findall(r"^(?:using\s+(?!namespace\b)[^;]*|namespace\s+\w+\s*=[^;]*)", code, re.MULTILINE)
    return [" ".join(statement.split()) for statement in found if statement.strip()]


def defined_name(statement: str) -> str | None:
    """Of a type, an alias, a variable or a function; None for a specialisation, a member defined outside, a test and the like."""
    statement = TEMPLATE.sub("", statement)
    if TEST.match(statement):
        return None
    for form in (TYPE, ALIAS):
        if match := form.match(statement):
            return next(group for group in match.groups() if group)
    head = re.split(r"[({=\[]", re.sub(r"\[\[.*?\]\]", "", statement), maxsplit=1)[0]
    match = re.search(r"(\w+)\s*$", head)
    return match.group(1) if match else None


def groups(sources: list[Source], lines_most: int) -> list[list[Source]]:
    found: list[list[Source]] = []
    for source in sorted(sources, key=lambda source: not source.knows_json):
        for group in found:
            if sum(member.lines for member in group) + source.lines <= lines_most and \
                    all(source.goes_with(member) for member in group):
                group.append(source)
                break
        else:
            found.append([source])
    return found


def write_if_changed(path: pathlib.Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--lines", type=int, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    for group in groups([Source(path) for path in arguments.files], arguments.lines):
        if len(group) == 1:
            print(group[0].path)
            continue
        first = pathlib.Path(group[0].path).relative_to(arguments.root)
        united = arguments.output / f"{'_'.join(first.with_suffix('').parts)}_and_{len(group) - 1}.cpp"
        write_if_changed(united, "".join(f'#include "{pathlib.Path(source.path).relative_to(arguments.root)}"\n'
                                         for source in group))
        print(united)


if __name__ == "__main__":
    main()
