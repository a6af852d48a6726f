# SPDX-License-Identifier: BSD-3-Clause
"""Plans of futures that must be refused before anything runs, and runs that cannot be split."""
import re

from case import Case

RUN = "{smpirun} -np 2 --platform star:2 --cfg=smpi/simulate-computation:no "
ONE = '[[future]]\nname = "one"\n'
LEFT = ("futures", "futures/futures.json", "futures/past", "futures/past/stdout", "futures/past/stderr")


def literal(says: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(re.escape(text) for text in says)


def plan(name: str, text: str, *says: str, options: str = "", files: dict = {}, **more: object) -> Case:
    return Case("futures-" + name, RUN + options + " --futures f.toml {program}", 2, literal(says),
                files={"f.toml": text, **files}, **more)


def future(name: str, lines: str, *says: str, **more: object) -> Case:
    return plan(name, 'at = "1s"\n' + ONE + lines + "\n", *says, **more)


def option(name: str, given: str, *says: str, **more: object) -> Case:
    return future("with-" + name, "", "--futures does not go with this option", *says, options=given, **more)


def compiled(name: str, function: str, *says: str) -> Case:
    """A program of two files, each with a function of its own of the same name, and one that is inlined."""
    one = "static __attribute__((noipa)) int mine(void) { return 1; }\nint %s(void) { return mine(); }\n"
    main = ("#include <mpi.h>\nint first(void), second(void);\nstatic inline int inlined(int a) { return 2 * a; }\n"
            "int main(int c, char** v) { MPI_Init(&c, &v); return MPI_Finalize() + inlined(c) + first() + second() < 0; }\n")
    return Case("futures-" + name, RUN + "--futures f.toml ./twice", 2, literal(("f.toml:1", *says)), program="",
                files={"f.toml": f'function = "{function}"\n{ONE}', "a.c": one % "first", "b.c": one % "second", "main.c": main},
                prepare=("{smpicc} -O2 a.c b.c main.c -o twice",))


FUTURES = (
    Case("futures-missing", RUN + "--futures no.toml {program}", 2, (r"no\.toml", "cannot read")),
    plan("not-toml", "[[future\n", "f.toml:1"),
    plan("key", "att = 1\n" + ONE, "f.toml:1", "'att'", "did you mean 'at'?"),
    plan("no-time", ONE, "a split", 'at = "120s"'),
    plan("time-zero", "at = 0\n" + ONE, "f.toml:1", "a run is split after 0 s"),
    plan("time-negative", 'at = "-1s"\n' + ONE, "f.toml:1", "-1s"),
    plan("time-unit", 'at = "1 parsec"\n' + ONE, "f.toml:1", "parsec"),
    plan("none", 'at = "1s"\n', "a split", "[[future]]"),
    plan("empty", 'at = "1s"\nfuture = []\n', "f.toml:2", "no future"),
    plan("no-name", 'at = "1s"\n[[future]]\nspeed = 2\n', "f.toml:2", 'name = "half"'),
    plan("name-path", 'at = "1s"\n[[future]]\nname = "../up"\n', "f.toml:3", "'../up'", "letters, digits"),
    plan("name-taken", 'at = "1s"\n[[future]]\nname = "unchanged"\n', "f.toml:3", "there without being asked for"),
    plan("name-twice", 'at = "1s"\n' + ONE + ONE, "f.toml:4", "two futures of one name", "line 2"),
    plan("folder-empty", 'at = "1s"\nfolder = ""\n' + ONE, "f.toml:2", "a folder has a name"),
    plan("folder-in-use", 'at = "1s"\nfolder = "mine"\n' + ONE, "holds something else", "mine", prepare=("mkdir mine", "touch mine/thesis.tex")),
    plan("folder-is-a-file", 'at = "1s"\nfolder = "mine"\n' + ONE, "cannot use this folder", "mine", files={"mine": ""}),
    plan("folder-nowhere", 'at = "1s"\nfolder = "no/such/folder"\n' + ONE, "cannot use this folder", "no/such"),
    plan("jobs", 'at = "1s"\njobs = 0\n' + ONE, "f.toml:2", "jobs"),
    plan("memory", 'at = "1s"\nmemory = "0GB"\n' + ONE, "f.toml:2", "futures need memory"),
    plan("time-and-call", 'at = "1s"\nfunction = "MPI_Barrier"\n' + ONE, "f.toml:1", "not both"),
    plan("call-of-nothing", 'at = "1s"\ncall = 3\n' + ONE, "f.toml:2", "which function?"),
    plan("function", 'function = "MPI_Barier"\n' + ONE, "f.toml:1", "'MPI_Barier'", "no such function"),
    plan("function-unknown", 'function = "wokr"\n' + ONE, "f.toml:1", "'wokr'", "no function of this name", "did you mean 'work'?",
         program="overlay.c"),
    plan("function-of-future", 'at = "1s"\n' + ONE + 'function = "wokr"\n[[future.future]]\nname = "two"\n', "f.toml:4",
         "did you mean 'work'?", program="overlay.c"),
    plan("function-empty", 'function = ""\n' + ONE, "f.toml:1", "no such function"),
    plan("function-variable", 'function = "table"\n' + ONE, "f.toml:1", "'table'", "this is a variable", program="overlay.c"),
    plan("function-shared", 'function = "__libc_start_main"\n' + ONE, "f.toml:1", "in a library that all ranks share",
         "smpi/privatize-libs"),
    compiled("function-inlined", "inlined", "no function of this name", "inlined everywhere"),
    compiled("function-twice", "mine", "2 functions have this name", "mine@"),
    plan("function-of-trace", 'function = "work"\n' + ONE, "f.toml:1", "a trace has no calls", program="", options="-replay t"),
    plan("call-zero", 'function = "MPI_Barrier"\ncall = 0\n' + ONE, "f.toml:2", "call"),
    future("future-key", "bandwith = 2", "f.toml:4", "'bandwith'", "did you mean 'bandwidth'?"),
    future("factor-zero", "bandwidth = 0", "f.toml:4", "above 0", "bandwidth"),
    future("factor-negative", "latency = -1.0", "f.toml:4", "from 0 on", "latency"),
    future("factor-infinite", "speed = inf", "f.toml:4", "speed"),
    future("factor-text", 'speed = "twice"', "f.toml:4", "speed"),
    future("scenario-missing", 'scenario = "no.toml"', "no.toml", "cannot read"),
    future("scenario-target", 'scenario = "s.toml"', "s.toml:4", "host-9",
           files={"s.toml": '[[event]]\nat = "2s"\nwhat = "host"\nname = "host-9"\naction = "off"\n'}),
    future("pstate", "pstate = 1", "f.toml:2", "has pstates 0 to 0", "pstate = 1"),
    future("option-fixed", 'cfg = ["network/model:raw"]', "f.toml:2", "may not change while a run goes on", "smpi/test"),
    future("option-near", 'cfg = ["smpi/tests:1"]', "f.toml:2", "did you mean 'smpi/test'?"),
    future("option-no-value", 'cfg = ["smpi/test"]', "f.toml:2", "an option without a value"),
    future("option-value", 'cfg = ["smpi/test:soon"]', "f.toml:2", "soon"),
    future("kernel", "kernels = { dgemm = 2.0 }", "f.toml:2", "'dgemm'", "nothing models this function"),
    future("split-of-nothing", 'at = "2s"', "f.toml:4", "a split without futures"),
    future("split-before", 'at = "1s"\n[[future.future]]\nname = "two"\n', "f.toml:4", "split after it begins"),
    future("results-of-one-name", "", "two results of a future with one name", "b/t.json",
           options="--export a/t.json --export b/t.json", prepare=("mkdir a b",)),
    future("result-of-ours", "", "a future has a file of this name", "stdout", options="--summary stdout"),
    option("replicas", "--replicas 3", "'--replicas'"),
    option("what-if", "--what-if", "'--what-if'"),
    option("pop", "--pop", "'--pop'"),
    option("analyze", "-analyze", "'--analyze'"),
    option("jobs", "--jobs j.toml", "'--jobs'"),
    option("trace-ti", "-trace-ti", "'--trace-ti'", "from the start"),
    option("trace", "-trace", "'--trace'", "--export"),
    option("tracing", "--cfg=tracing:yes", "tracing:yes"),
    option("stop-after", "--stop-after 5s", "'--stop-after'"),
    option("wrapper", "--wrapper valgrind", "'--wrapper'"),
    Case("futures-no-such-program", RUN + "--futures f.toml /no/such/program", 2, ("/no/such/program",), program="",
         files={"f.toml": 'at = "1s"\n' + ONE}),
    future("ends-before", "", "the run ended before it was split", "futures/past", leaves=(*LEFT, "futures/past/summary.json")),
    plan("open-pipe", 'function = "MPI_Barrier"\n' + ONE, "cannot be split: a pipe is open", program="pipe.c", leaves=LEFT),
)
