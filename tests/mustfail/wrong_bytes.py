# SPDX-License-Identifier: BSD-3-Clause
"""Input that a terminal would obey, or that fills it: escape sequences, marks that turn the direction of writing and
very long words, given to every reader. (run looks at the output of all rows for raw bytes and long lines.)"""
from case import Case

# Red, ring the bell, write from right to left; and what must be printed instead.
OBEYED = "\x1b[31mred\x07\u202e"
PRINTED = r"\\x1b\[31mred\\x07\\u202e"
LONG = "x" * 300_000
IN_TOML = '"\\u001b[31mred\\u0007\\u202e"'  # as TOML may write it: raw control characters are refused there
IN_SHELL = "$'" + OBEYED + "'"

RUN = "{smpirun} -np 2 --platform star:2 "
STUDY = "{study} plan f"


def xml(body: str) -> str:
    return ("<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
            f'<platform version="4.1"><zone id="w" routing="Full">{body}</zone></platform>\n')


# Files f with the word in the place of ~.
FILES = (
    ("platform-speed", "{smpirun} -np 1 -platform f {program}", xml('<host id="a" speed="~"/>')),
    ("platform-bandwidth", "{smpirun} -np 1 -platform f {program}", xml('<host id="a" speed="1Gf"/><link id="l" bandwidth="~"/>')),
    ("platform-name", "{smpirun} -np 1 -platform f {program}", xml('<host id="~" speed="1Gf"/>' * 2)),
    ("platform-option", "{smpirun} -np 1 -platform f {program}",
     xml('<host id="a" speed="1Gf"/>').replace("<zone", '<config id="c"><prop id="~" value="1"/></config><zone')),
    ("graph", "{smpirun} -np 1 --platform graph:f {program}", "0 ~\n"),
    ("hostfile", RUN + "-hostfile f {program}", "~\n"),
    ("rankfile", RUN + "--placement rankfile:f {program}", "rank 0=~\n"),
    ("rules", RUN + "--cfg=smpi/coll-selector:f.csv {program}", "collective,algorithm\nbcast,~\n"),
    ("trace", RUN + "-replay f", "0 ~ 1 2\n"),
    ("trace-argument", RUN + "-replay f", "0 send ~ 1 2 0\n"),
    ("trace-index", RUN + "-replay f", "~\n"),
    ("trace-level-2", RUN + "-replay f", "0 @Barrier comm=~\n"),
    ("replay-jobs", "{smpirun} --platform star:2 -replay-jobs f", "~ t u v w x\n"),
    ("trace-tool", "{trace} info f", "0 ~ 1 2\n"),
)
# Keys of TOML files that nobody knows.
TOML = (
    ("scenario", RUN + "--scenario f {program}"), ("blas", RUN + "--blas=modeled:f {program}"),
    ("overlay", RUN + "--overlay f {program}"), ("jobs", "{smpirun} --platform star:2 --jobs f"),
    ("power", RUN + "--power f {program}"), ("network", RUN + "--network f {program}"), ("plan", STUDY),
    ("market", "{study} hpl f"), ("rates", RUN + "--cfg=replay/rates:f -replay t.ti"),
)
# Words of the command line, in the place of ~.
WORDS = (
    ("option-key", RUN + "--cfg=~:1 {program}"), ("option-value", RUN + "--cfg=network/model:~ {program}"),
    ("option", RUN + "--~ {program}"), ("number-of-ranks", "{smpirun} -np ~ {program}"),
    ("platform-word", "{smpirun} -np 2 --platform star:~ {program}"), ("speed", RUN + "--host-speed ~ {program}"),
    ("placement", RUN + "--placement ~ {program}"), ("file-name", "{smpirun} -np 2 -platform ~ {program}"),
    ("program-name", RUN + "./~"), ("export", RUN + "--export ~ {program}"),
    ("summary", RUN + "--summary no/~ {program}"), ("host-name", "{smpirun} --platform star:2 --describe-platform ~ host-0"),
)


def program_of(command: str) -> str:
    return "hello.c" if "{program}" in command else ""


def files_of(command: str, text: str) -> dict:
    return {"f.csv" if "f.csv" in command else "f": text, **({"t.ti": "0 barrier\n1 barrier\n"} if "t.ti" in command else {})}


BYTES = (
    *(Case("bytes-" + name, command, 2, (PRINTED,), program=program_of(command), files=files_of(command, text.replace("~", OBEYED)))
      for name, command, text in FILES),
    *(Case("long-" + name, command, 2, (), program=program_of(command), files=files_of(command, text.replace("~", LONG)))
      for name, command, text in FILES),
    *(Case("bytes-" + name, command, 2, (PRINTED,), program=program_of(command), files=files_of(command, IN_TOML + " = 1\n"))
      for name, command in TOML),
    *(Case("long-" + name, command, 2, (), program=program_of(command), files=files_of(command, LONG + " = 1\n"))
      for name, command in TOML),
    *(Case("bytes-raw-" + name, command, 2, (), program=program_of(command), files=files_of(command, OBEYED + " = 1\n"))
      for name, command in TOML),
    *(Case("bytes-" + name, command.replace("~", IN_SHELL), 2, (PRINTED,), program=program_of(command)) for name, command in WORDS),
    *(Case("long-" + name, command.replace("~", LONG[:50_000]), 2, (), program=program_of(command)) for name, command in WORDS),
)
