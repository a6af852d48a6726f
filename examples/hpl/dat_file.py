# SPDX-License-Identifier: BSD-3-Clause
"""A HPL.dat as people have it: the cases that HPL would run, and the lines that it would print of them.

The file has 31 lines, of which HPL takes the first words; the rest of a line is a comment. What follows, such as the
part of the HPC Challenge suite for its other programs, is not HPL's. Values that HPL quietly takes for others are
taken for the same ones, with a note; what HPL refuses is refused, with its line. One thing differs on purpose: HPL
finds the second number of a line only if the numbers are one blank apart; here any blanks do.
"""
import itertools
import pathlib
from typing import Callable, NamedTuple, Optional

import source
from cases import Case, Result
from hpl_dat import BROADCASTS, FACTORISATIONS, FORMS, MAPPINGS, SWAPS, SWITCH

LINES = 31
VALUES_MOST = 20  # HPL_MAX_PARAM


class Entry(NamedTuple):
    """One line, or a line with a number of values and those that follow it."""
    line: int           # of the first, from 1
    fields: tuple[str, ...]  # of Case, one for each line of values
    name: str
    is_list: bool = True
    least: Optional[int] = None
    words: Optional[dict[str, int]] = None
    otherwise: str = ""   # the word that HPL takes for any other number
    low: Optional[int] = None  # what HPL takes for a number below it...
    instead: int = 0      # ...is this


ENTRIES = (
    Entry(5, ("n",), "N", least=0),
    Entry(7, ("nb",), "NB", least=1),
    Entry(9, ("pmap",), "PMAP", False, words=MAPPINGS, otherwise="row"),
    Entry(10, ("p", "q"), "process grids", least=1),
    Entry(14, ("pfact",), "PFACT", words=FACTORISATIONS, otherwise="right"),
    Entry(16, ("nbmin",), "NBMIN", least=1),
    Entry(18, ("ndiv",), "NDIV", least=2),
    Entry(20, ("rfact",), "RFACT", words=FACTORISATIONS, otherwise="right"),
    Entry(22, ("bcast",), "BCAST", words=BROADCASTS, otherwise="1ringM"),
    Entry(24, ("depth",), "DEPTH", least=0),
    Entry(26, ("swap",), "SWAP", False, words=SWAPS, otherwise="long"),
    Entry(27, ("swap_threshold",), "swapping threshold", False, low=0, instead=0),
    Entry(28, ("l1",), "form of L1", False, words=FORMS, otherwise="transposed"),
    Entry(29, ("u",), "form of U", False, words=FORMS, otherwise="transposed"),
    Entry(30, ("equilibration",), "equilibration", False, words=SWITCH, otherwise="yes"),
    Entry(31, ("alignment",), "memory alignment", False, low=1, instead=4),
)
THRESHOLD_LINE = 13
# HPL's loops, the outermost first: P and Q go together.
LOOPS = (("p", "q"), ("n",), ("nb",), ("depth",), ("bcast",), ("rfact",), ("pfact",), ("nbmin",), ("ndiv",))


class Reader:
    def __init__(self, path: pathlib.Path, note: Callable[[str], None]):
        self.path, self.note = path, note
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise source.HplError(f"{path}: cannot read this file ({error.strerror})") from error
        self.lines = text.splitlines()
        if len(self.lines) < LINES:
            raise source.HplError(f"{path}: HPL's input has {LINES} lines, this file {len(self.lines)}")

    def refuse(self, line: int, problem: str) -> None:
        raise source.HplError(f"{self.path}:{line}: {problem}: '{self.lines[line - 1].strip()[:60]}'")

    def numbers(self, line: int, count: int, name: str) -> list[int]:
        words = self.lines[line - 1].split()[:count]
        try:
            found = [int(word) for word in words]
        except ValueError:
            found = []
        if len(found) < count:
            self.refuse(line, f"{name}: {count} whole number{'s' if count > 1 else ''} wanted")
        return found

    def value(self, entry: Entry, line: int, number: int) -> "int | str":
        if entry.least is not None and number < entry.least:
            self.refuse(line, f"a value of {entry.name} is less than {entry.least}")
        if entry.low is not None and number < entry.low:
            if number != entry.instead:
                self.note(f"{self.path}:{line}: {entry.name} {number}: HPL takes {entry.instead}")
            return entry.instead
        if entry.words is None:
            return number
        for word, meaning in entry.words.items():
            if meaning == number:
                return word
        self.note(f"{self.path}:{line}: {entry.name} {number}: HPL takes {entry.otherwise} for it")
        return entry.otherwise

    def values(self, entry: Entry) -> dict[str, list]:
        """The values of each of the entry's fields."""
        count, line = 1, entry.line
        if entry.is_list:
            count = self.numbers(line, 1, f"number of {entry.name}")[0]
            if not 1 <= count <= VALUES_MOST:
                self.refuse(line, f"the number of values of {entry.name} is less than 1 or greater than {VALUES_MOST}")
            line += 1
        return {field: [self.value(entry, line + row, number) for number in self.numbers(line + row, count, entry.name)]
                for row, field in enumerate(entry.fields)}

    def threshold(self) -> float:
        try:
            return float(self.lines[THRESHOLD_LINE - 1].split()[0])
        except (IndexError, ValueError):
            self.refuse(THRESHOLD_LINE, "the threshold of the residual is a number")
            raise


def cases_of(path: pathlib.Path, note: Callable[[str], None], **fixed: object) -> list[Case]:
    """In HPL's order. `fixed` are fields of all of them; `note` is told what HPL takes for something else."""
    reader = Reader(path, note)
    values: dict[str, list] = {"residual_threshold": [reader.threshold()]}
    for entry in ENTRIES:
        values |= reader.values(entry)
    looped = {field for fields in LOOPS for field in fields}
    single = {field: found[0] for field, found in values.items() if field not in looped}
    steps = [[dict(zip(fields, together)) for together in zip(*(values[field] for field in fields))] for fields in LOOPS]
    return [Case(**single, **{name: value for step in chosen for name, value in step.items()}, **fixed)
            for chosen in itertools.product(*steps)]


HEADING = ("=" * 80 + f"\n{'T/V':<8}{'N':>12}{'NB':>6}{'P':>6}{'Q':>6}{'Time':>19}{'Gflops':>23}\n" + "-" * 80)


def hpl_line(result: Result) -> str:
    """As HPL prints it."""
    case = result.case
    variant = (f"W{'R' if case.pmap == 'row' else 'C'}{case.depth}{BROADCASTS[case.bcast]}{case.rfact[0].upper()}"
               f"{case.ndiv}{case.pfact[0].upper()}{case.nbmin}")
    return (f"{variant}{case.n:12d} {case.nb:5d} {case.p:5d} {case.q:5d} {result.simulated_s:18.2f}     "
            f"{result.gflops:18.3e}")
