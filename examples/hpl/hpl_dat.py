# SPDX-License-Identifier: BSD-3-Clause
"""HPL's input file: what can be set in it, what HPL takes, and its text.

HPL ends with a message for some wrong values (NB, NBMIN, NDIV, depth), and takes others silently as the default
(exchange, forms of L1 and U, equilibration, alignment). Here all of them are refused.
"""
import argparse
from typing import Any, NamedTuple

FACTORISATIONS = {"left": 0, "crout": 1, "right": 2}
BROADCASTS = {"1ring": 0, "1ringM": 1, "2ring": 2, "2ringM": 3, "blong": 4, "blongM": 5}
SWAPS = {"binary": 0, "long": 1, "mix": 2}
FORMS = {"transposed": 0, "plain": 1}
SWITCH = {"no": 0, "yes": 1}
MAPPINGS = {"row": 0, "column": 1}


class Setting(NamedTuple):
    """One line of the file that a case can have, and its option."""
    name: str  # field of Case, and option without dashes
    text: str  # of the help
    words: dict[str, int] | None = None
    least: float = 0  # of a number
    number: type = int


SETTINGS = (
    Setting("nb", "block size", least=1),
    Setting("pmap", "order of ranks in the process grid: by row or by column", MAPPINGS),
    Setting("residual_threshold", "largest residual that passes, with --real", number=float),
    Setting("pfact", "factorisation of the columns of a panel", FACTORISATIONS),
    Setting("nbmin", "columns below which recursion stops", least=1),
    Setting("ndiv", "parts that recursion cuts a panel into", least=2),
    Setting("rfact", "recursive factorisation", FACTORISATIONS),
    Setting("bcast", "panel broadcast", BROADCASTS),
    Setting("depth", "panels that are factored ahead"),
    Setting("swap", "exchange of rows", SWAPS),
    Setting("swap_threshold", "mix exchanges up to so many columns as binary does, more as long does"),
    Setting("l1", "form of the upper triangle of a panel", FORMS),
    Setting("u", "form of the rows that are exchanged", FORMS),
    Setting("equilibration", "equal numbers of rows for all processes, in the exchange long", SWITCH),
    Setting("alignment", "of memory, in doubles", least=1),
)


def add_options(parser: argparse.ArgumentParser, defaults: dict[str, Any]) -> None:
    """An option for each setting. None means: not given."""
    for setting in SETTINGS:
        parser.add_argument("--" + setting.name.replace("_", "-"), choices=setting.words,
                            type=str if setting.words else setting.number,
                            help=f"{setting.text} ({defaults[setting.name]})")


def check_options(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Ends with a message for a number that HPL refuses."""
    for setting in SETTINGS:
        value = getattr(options, setting.name)
        if value is not None and not setting.words and not setting.least <= value < float("inf"):
            parser.error(f"--{setting.name.replace('_', '-')} must be at least {setting.least:g}")


def input_file(case: Any) -> str:
    """The file for a Case: one value a line; the residual is checked only where it has a meaning."""
    threshold = case.residual_threshold if case.real else -1.0
    return f"""HPLinpack benchmark input file
written by examples/hpl
HPL.out      output file name, not used
6            device out, not used
1            # of problem sizes
{case.n}     N
1            # of block sizes
{case.nb}    NB
{MAPPINGS[case.pmap]}            PMAP: {case.pmap}-major
1            # of process grids
{case.p}     P
{case.q}     Q
{threshold}  threshold
1            # of panel factorisations
{FACTORISATIONS[case.pfact]}            PFACT
1            # of recursive stopping criteria
{case.nbmin}            NBMIN
1            # of panels in recursion
{case.ndiv}            NDIV
1            # of recursive panel factorisations
{FACTORISATIONS[case.rfact]}            RFACT
1            # of broadcasts
{BROADCASTS[case.bcast]}  BCAST
1            # of lookahead depths
{case.depth} DEPTH
{SWAPS[case.swap]}            SWAP
{case.swap_threshold}           swapping threshold
{FORMS[case.l1]}            L1 {case.l1}
{FORMS[case.u]}            U {case.u}
{SWITCH[case.equilibration]}            equilibration
{case.alignment}            memory alignment in doubles
"""
