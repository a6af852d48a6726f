# SPDX-License-Identifier: BSD-3-Clause
"""Plans that smpi-study refuses: a name, the plan, and what the error says. Nothing is started."""

HEAD = 'program = "./runs"\nranks = "{n}"\n'
N = '[parameters]\nn = [1, 2]\n'

GOOD_PLAN = 'command = ["./runs", "{n}"]\n' + N

# Of good plans: a name, the command after "smpi-study", and what the error says.
WRONG_STUDIES = (
    ("verb", "rum plan.toml", ("unknown verb", "'rum'", "did you mean 'run'")),
    ("no-study", "results plan.toml", ("there is no study here yet", "smpi-study run")),
    ("screen-no-study", "screen plan.toml", ("there is no study here yet",)),
    ("report-no-study", "report plan.toml", ("there is no study here yet", "smpi-study run")),
    ("report-option", "report plan.toml --outptu a.html", ("--outptu",)),
    ("status-no-study", "status plan.toml", ("there is no study here yet",)),
    ("clean-no-study", "clean plan.toml", ("there is no study here",)),
    ("why", "why plan.toml 3.0", ("the study has no such run", "'3.0'", "1.0 to 2.0")),
    ("why-text", "why plan.toml first", ("the study has no such run", "'first'")),
    ("only", "run plan.toml --only 'm > 1'", ("--only: unknown name", "'m'", "did you mean 'n'")),
    ("jobs", "run plan.toml --jobs 0", ("--jobs",)),
    ("memory-option", "run plan.toml --memory 4gigs", ("4gigs",)),
    ("cache-twice", "run plan.toml --cache a --no-cache", ("opposites",)),
    ("folder", "run plan.toml --folder /proc/study", ("/proc/study", "cannot be made")),
    ("plan-missing", "run no.toml", (r"no\.toml", "cannot read")),
)

WRONG_PLANS = (
    ("key", 'programm = "./runs"\n' + N, ("plan.toml:1", "unknown key", "'programm'", "did you mean 'program'")),
    ("table", HEAD + N + '[constraint]\na = "n > 1"\n', ("plan.toml:5", "'constraint'", "did you mean 'constraints'")),
    ("unit", HEAD + N + '[limits]\nwall = "1sec"\n', ("plan.toml:6", "1sec", "times are written like")),
    ("empty-range", HEAD + '[parameters]\nn = { from = 5, to = 1 }\n', ("plan.toml:4", "the range is empty", "'n'")),
    ("empty-list", HEAD + '[parameters]\nn = []\n', ("plan.toml:4", "a parameter without values", "'n'")),
    ("contradiction", HEAD + N + '[constraints]\na = "n > 1"\nb = "n < 2"\n',
     ("plan.toml:7", "no point fulfils 'b' and those before it", "'n < 2'")),
    ("constraint-name", HEAD + N + '[constraints]\na = "nn > 1"\n', ("plan.toml:6", "unknown name", "'nn'", "did you mean 'n'")),
    ("constraint-text", HEAD + N + 'bw = ["1Gbps"]\n[constraints]\na = "bw > 1"\n',
     ("plan.toml:7", "a number is compared with a text")),
    ("no-program", 'program = "./rums"\nranks = 2\n', ("plan.toml:1", "there is no such program", "'./rums'", "did you mean 'runs'")),
    ("neither", 'ranks = 2\n', ("either 'program' or 'command'",)),
    ("template", HEAD + 'arguments = ["{sise}"]\n[parameters]\nn = 2\nsize = 3\n',
     ("plan.toml:3", "unknown name", "'sise'", "did you mean 'size'")),
    ("template-file", HEAD + 'files = { "a.dat" = "a.in" }\n' + N, ("plan.toml:3", "unknown name", "'m'")),
    ("function", HEAD + N + '[constraints]\na = "sqr(n) > 1"\n', ("plan.toml:6", "unknown function", "did you mean 'sqrt'")),
    ("ranks", 'program = "./runs"\nranks = "{n/2}"\n[parameters]\nn = [4, 3]\n',
     ("plan.toml:2", "the number of ranks must be a positive whole number", "'1.5'")),
    ("design", HEAD + N + '[design]\nkind = "gird"\n', ("plan.toml:6", "unknown design", "did you mean 'grid'")),
    ("design-number", HEAD + N + '[design]\nkind = "lhs"\n', ("plan.toml:6", "this design needs a number", "such as lhs:20")),
    ("design-zero", HEAD + N + '[design]\nkind = "sobol:0"\n', ("plan.toml:6", "this design needs a number")),
    ("design-no-number", HEAD + N + '[design]\nkind = "grid:4"\n', ("plan.toml:6", "this design has no number")),
    ("design-few", HEAD + N + 'm = [1, 2, 3]\n[design]\nkind = "doptimal:2"\n', ("plan.toml:6", "cannot tell the parameters apart")),
    ("design-constraint", HEAD + N + '[constraints]\na = "n > 1"\n[design]\nkind = "morris:4"\n',
     ("plan.toml:5", "this design needs all of its points")),
    ("zip", HEAD + '[parameters]\nnm = { zip = ["n", "m"], values = [[1, 2], [3]] }\n', ("plan.toml:4", "1 values for 2 names")),
    ("group", HEAD + N + '[results.t]\nfrom = "stdout"\nregex = "t=.*"\n', ("plan.toml:7", "the expression has no group")),
    ("two-platforms", HEAD + 'platform = "star:2"\ntemplate = "a.in"\n' + N, ("plan.toml:4", "a run has one platform", "'template'")),
    ("input", HEAD + 'inputs = ["nothing"]\n' + N, ("plan.toml:3", "there is no such input", "'nothing'")),
    ("cache", HEAD + 'cache = "all"\n' + N, ("plan.toml:3", "unknown use of the cache", "simulated, measured, none")),
    ("half-width", HEAD + N + '[replicas]\nhalf_width = "1 percent"\n', ("plan.toml:6", "'half_width' is a part", "'1 percent'")),
    ("half-width-most", HEAD + N + '[replicas]\nhalf_width = 1.5\n', ("plan.toml:6", "less than 100 %")),
    ("replicas-both", HEAD + N + '[replicas]\ncount = 3\nmax = 5\n', ("plan.toml:7", "'count' fixes the number of runs")),
    ("replicas-alone", HEAD + N + '[replicas]\nmin = 3\n', ("plan.toml:5", "'min' and 'max' need 'half_width'")),
    ("replicas-order", HEAD + N + '[replicas]\nmin = 5\nmax = 3\nhalf_width = 0.1\n', ("plan.toml:7", "5")),
    ("memory", HEAD + N + '[limits]\nmemory = "{n} gigabytes"\n', ("plan.toml:6", "the memory of a run is bytes", "'1 gigabytes'")),
    ("better", HEAD + N + '[results.t]\nfrom = "summary"\nkey = "simulated_s"\nbetter = "less"\n',
     ("plan.toml:8", "unknown direction of a result", "higher, lower")),
    ("result-both", HEAD + N + '[results.t]\nfrom = "summary"\nkey = "a"\nregex = "b"\n',
     ("plan.toml:8", "a result from the summary has a key", "'regex'")),
    ("toml", HEAD + 'arguments = [\n', ("plan.toml", "column")),
)
