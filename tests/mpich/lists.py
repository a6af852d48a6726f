# SPDX-License-Identifier: BSD-3-Clause
"""Reads what the suite says about its programs, and what we say about lines that are not counted.

A line of a testlist is `program ranks key=value...`; a name of a folder alone leads to that folder's list.
All folders are looked at here, because configure leaves out some for any library but MPICH. The keys xfail
(what MPICH gets wrong) and strict are not looked at, as the suite does for a library that is not MPICH.
"""
import fnmatch
import pathlib
import re
from typing import NamedTuple, Optional

LISTS = ("testlist", "testlist.dtp", "testlist.cvar")  # those that MPICH's `make testing` runs
NOT_APPLICABLE, KNOWN_FAILURE = "not-applicable", "known-failure"
DEFAULT_RANKS, DEFAULT_LIMIT_S = 2, 180


class Line(NamedTuple):
    folder: str
    program: str
    ranks: int
    arguments: tuple[str, ...]
    environment: tuple[str, ...]
    limit_s: int
    memory_gib: float
    result: Optional[str]  # how success is told, if not by No Errors
    source: str  # of its list

    @property
    def name(self) -> str:
        """What the table of exceptions matches."""
        return " ".join((f"{self.folder}/{self.program}", str(self.ranks), *self.arguments, *self.environment))


class Exempt(NamedTuple):
    pattern: str
    kind: str
    reason: str

    def matches(self, line: Line) -> bool:
        return fnmatch.fnmatchcase(line.name, self.pattern) or fnmatch.fnmatchcase(line.source, self.pattern)


def parse(text: str, folder: str, source: str) -> Optional[Line]:
    words = text.partition("#")[0].split()
    if not words or words[0].startswith("!"):
        return None
    keys: dict[str, list[str]] = {}
    for word in words[2:]:
        key, _, value = word.partition("=")
        keys.setdefault(key, []).append(value)
    path = pathlib.PurePosixPath(folder, words[0])
    return Line(str(path.parent), path.name, int(words[1]) if len(words) > 1 else DEFAULT_RANKS,
                tuple(keys.get("arg", ())), tuple(keys.get("env", ())),
                int(keys.get("timeLimit", [str(DEFAULT_LIMIT_S)])[0]), float(keys.get("mem", ["0"])[0]),
                keys.get("resultTest", [None])[0], source)


def read_lists(source: pathlib.Path, build: pathlib.Path) -> list[Line]:
    """All lines of all folders; lists that configure wrote stand before those of the source."""
    paths = {str(path.relative_to(root)): path for root in (source, build)
             for name in LISTS for path in root.rglob(name)}
    found = []
    for relative, path in sorted(paths.items()):
        folder = str(pathlib.PurePosixPath(relative).parent)
        for number, text in enumerate(path.read_text().splitlines(), 1):
            line = parse(text, folder, f"{relative}:{number}")
            if line and not (source / line.folder / line.program).is_dir():
                found.append(line)
    return found


def read_exceptions(path: pathlib.Path) -> list[Exempt]:
    """Rows of `pattern<TAB>kind<TAB>reason`."""
    rows = []
    for number, text in enumerate(path.read_text().splitlines(), 1):
        if not text.strip() or text.startswith("#"):
            continue
        fields = text.split("\t")
        if len(fields) != 3 or fields[1] not in (NOT_APPLICABLE, KNOWN_FAILURE) or not fields[2]:
            raise SystemExit(f"{path}:{number}: expected `pattern<TAB>{NOT_APPLICABLE} or {KNOWN_FAILURE}"
                             f"<TAB>reason`: {text}")
        rows.append(Exempt(*fields))
    return rows


def first_match(line: Line, rows: list[Exempt]) -> Optional[Exempt]:
    return next((row for row in rows if row.matches(line)), None)


NO_ERRORS = re.compile(r"\s*No [Ee]rrors\s*")
HARMLESS = re.compile(r"\s*Test Passed\s*|.*FORTRAN STOP.*")
# What is no way to end for a program whose failure is expected either.
BROKEN = re.compile(r"\bSIG(SEGV|ABRT|BUS|FPE|ILL)\b|internal error|[Dd]eadlock")


def judge(line: Line, status: int, output: str) -> str:
    """Why the suite's own runtests would call it a failure; empty if it passes."""
    if line.result in ("TestStatus", "TestErrFatal"):
        if status < 0 or BROKEN.search(output):
            return "did not end with an error of its own"
        return "" if status != 0 else "ended with status 0, expected another"
    texts = output.splitlines()
    passed = [text for text in texts if NO_ERRORS.fullmatch(text)]
    other = [text for text in texts if not NO_ERRORS.fullmatch(text) and not HARMLESS.fullmatch(text)]
    if line.result == "TestStatusNoErrors":
        status = 0 if status != 0 else -1
    if other:
        return f"unexpected output: {other[0]}"
    if not passed:
        return "ended without No Errors"
    if len(passed) > 1:
        return "more than one No Errors"
    return f"ended with status {status}" if status != 0 else ""
