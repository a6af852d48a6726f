# SPDX-License-Identifier: BSD-3-Clause
"""Traces that smpi-trace refuses: damaged files, and text that means nothing."""
from case import Case

GOOD = ("0 init\n0 compute 1e6\n0 send 1 7 1000 0\n0 finalize\n"
        "1 init\n1 recv 0 7 1000 0\n1 finalize\n")
COMPRESS = "{trace} convert t.txt t.smpitrace"
PATCH = ("python3 -c \"import sys; b = bytearray(open('t.smpitrace', 'rb').read()); {} ; "
         "open('t.smpitrace', 'wb').write(b)\"")


def trace(name: str, command: str, *says: str, text: str = GOOD, prepare: tuple[str, ...] = ()) -> Case:
    return Case("compressed-" + name, "{trace} " + command, 2, says, program="", files={"t.txt": text}, prepare=prepare)


def damaged(name: str, change: str, *says: str, command: str = "print t.smpitrace") -> Case:
    """A compressed trace to which Python does something."""
    return trace("damaged-" + name, command, "t.smpitrace", *says, prepare=(COMPRESS, PATCH.format(change)))


def text(name: str, old: str, new: str, line: int, *says: str) -> Case:
    """Text with one thing changed, which convert refuses and says where."""
    return trace("text-" + name, "convert t.txt out.smpitrace", rf"t\.txt:{line}\b", *says, text=GOOD.replace(old, new))


COMPRESSED = (
    damaged("bit", "b[len(b) // 2] ^= 1", "damaged at byte [0-9]+"),
    damaged("last-bit", "b[-1] ^= 128", "damaged at byte [0-9]+"),
    damaged("header", "b[18] ^= 4", "damaged at byte"),
    damaged("cut", "del b[len(b) - 9:]", "damaged at byte [0-9]+", "too early|end"),
    damaged("cut-short", "del b[12:]", "damaged at byte 0"),
    damaged("longer", "b.append(7)", "damaged at byte", "follows behind its end"),
    damaged("newer", "b[8] = 2", "newer format", r"version 2\.0"),
    damaged("version-0", "b[8] = 0", "damaged", "version 0"),
    damaged("section-lost", "b[:] = b[:b.index(b'BODY')] + b[b.index(b'GRUP'):]", "damaged at byte"),
    damaged("diff", "b[len(b) // 2] ^= 1", "damaged", command="diff t.txt t.smpitrace"),
    damaged("merge", "b[len(b) // 2] ^= 1", "damaged", command="merge t.smpitrace out.smpitrace"),
    trace("wrong-np", "stat -n 3 t.smpitrace", "t.smpitrace", "2 ranks in the trace, 3 wanted", "-np 2",
          prepare=(COMPRESS,)),
    trace("missing", "info nowhere.smpitrace", r"nowhere\.smpitrace"),
    trace("merge-twice", "merge a.smpitrace b.smpitrace out.smpitrace", r"b\.smpitrace", "the same rank", "rank 0",
          prepare=("{trace} convert t.txt a.smpitrace", "cp a.smpitrace b.smpitrace")),
    trace("merge-other-np", "merge a.smpitrace b.smpitrace out.smpitrace", "different numbers of ranks", "2 and 1",
          prepare=("{trace} convert t.txt a.smpitrace", "echo '0 init' >b.txt", "{trace} convert b.txt b.smpitrace")),
    trace("over-input", "convert t.txt t.txt", "replace an input"),
    trace("no-such-folder", "convert t.txt nowhere/t.smpitrace", "cannot write", "nowhere/t.smpitrace"),
    trace("suffix", "convert t.txt t.prv", "no known form", r"t\.prv"),
    trace("loss-of-text", "convert --tags drop t.txt out.txt", "compressed traces"),
    trace("loss", "convert --volumes bits=99 t.txt out.smpitrace", "bits=99", "bits=52"),
    trace("ranks", "print --ranks 0-5 t.txt", "0-5", "below 2"),
    trace("command", "shrink t.txt", "unknown command", "shrink"),
    trace("no-command", "", "a command is required"),
    trace("no-files", "diff t.txt", "takes 2 files"),
    trace("goal-absent", "convert t.txt out.goal", "a rank has no action", "rank 1 of 970314", "number of a rank wrong",
          text="0 barrier\n970313 barrier\n"),
    trace("goal-absent-first", "convert t.txt out.bin", "a rank has no action", "rank 0 of 3",
          text="1 barrier\n2 barrier\n"),
    trace("goal-test", "convert t.txt out.goal", "messages and computations only", "testall",
          text=GOOD.replace("0 send", "0 testall\n0 send")),
    text("peer", "send 1", "send 2", 3),
    text("action", "send", "sned", 3, "sned"),
    text("count", "1 7 1000", "1 7 -5", 3),
    text("nan", "1e6", "nan", 2, "nan"),
    text("infinite", "1e6", "inf", 2, "inf"),
)
