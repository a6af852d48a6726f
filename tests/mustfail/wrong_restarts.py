# SPDX-License-Identifier: BSD-3-Clause
"""[restart] in scenarios: what must be refused before anything runs, and jobs that never get done."""
import re

from case import Case

RUN = "{smpirun} -np 2 --platform star:3 --cfg=smpi/simulate-computation:no "


def literal(says: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(re.escape(text) for text in says)


def restart(name: str, lines: str, *says: str, options: str = "", status: int = 2, **more: object) -> Case:
    return Case("restart-" + name, RUN + options + " --scenario s.toml {program}", status, literal(says),
                files={"s.toml": "[restart]\n" + lines + "\n", **more.pop("files", {})}, **more)


def option(name: str, given: str, *says: str, **more: object) -> Case:
    return restart("with-" + name, "", *says, options=given, **more)


NOT_WITH = "[restart] does not go with this option"
SEVERAL = "[restart] runs the program several times, which does not go with this option"

RESTARTS = (
    restart("key", "delai = 3", "s.toml:2", "'delai'", "did you mean 'delay'?"),
    restart("array", "[[restart]]", "s.toml:"),
    restart("delay", 'delay = "-1s"', "s.toml:2", "-1s"),
    restart("delay-unit", 'delay = "1 parsec"', "s.toml:2", "parsec"),
    restart("replace", "replace = 0", "s.toml:2", "a time above 0 s", "'replace'"),
    restart("spare", 'spares = "host-7"', "s.toml:2", "no such host", "did you mean 'host-"),
    restart("spare-used", 'spares = ["host-2", "host-1"]', "s.toml:1", "a spare host has ranks from the start", "'host-1'"),
    restart("spares-share", 'spares = "random:2"', "s.toml:2", "at most 1"),
    restart("folder-empty", 'folder = ""', "s.toml:2", "a folder has a name"),
    restart("folder-number", "folder = 3", "s.toml:2"),
    restart("folder-used", 'folder = "mine"', "holds something else", "mine", "folder = ",
            prepare=("mkdir mine", "touch mine/data"), leaves=("mine", "mine/data")),
    restart("folder-file", 'folder = "mine"', "holds something else", "mine", files={"mine": "text"}),
    restart("vain", "vain = 0", "s.toml:2", "vain"),
    Case("restart-with-jobs", "{smpirun} --platform star:3 --scenario s.toml --jobs j.toml", 2, literal((NOT_WITH, "--jobs")),
         files={"s.toml": "[restart]\n", "j.toml": '[[job]]\nname = "a"\nprogram = "/bin/true"\nnp = 2\n'}),
    option("pop", "--pop", "--pop"),
    option("analyze", "-analyze", NOT_WITH, "--analyze"),
    option("stop-after", "--stop-after 1", NOT_WITH, "--stop-after"),
    option("stats", "--stats s.json", SEVERAL, "--stats"),
    option("export", "--export t.json", SEVERAL, "--export"),
    option("trace", "-trace", SEVERAL, "--trace"),
    option("hang", "--cfg=smpi/on-host-failure:hang", "s.toml:1", "needs a job that ends when a host fails"),
    Case("restart-of-a-future", RUN + "--futures f.toml {program}", 2, literal(("s.toml:1", "not started again", "[restart]")),
         files={"s.toml": "[restart]\n", "f.toml": 'at = 1\n[[future]]\nname = "one"\nscenario = "s.toml"\n'}),
    restart("never", '[[event]]\nat = 0\nwhat = "host"\nname = "host-1"\naction = "off"', "given up at 0 s",
            "host host-1 is off and never comes back, and no spare host is left", status=4),
)
