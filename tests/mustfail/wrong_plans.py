# SPDX-License-Identifier: BSD-3-Clause
"""Plans that smpi-study refuses: a name, the plan, and what the error says. Nothing is started."""

HEAD = 'program = "./runs"\nranks = "{n}"\n'
N = '[parameters]\nn = [1, 2]\n'

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
    ("zip", HEAD + '[parameters]\nnm = { zip = ["n", "m"], values = [[1, 2], [3]] }\n', ("plan.toml:4", "1 values for 2 names")),
    ("group", HEAD + N + '[results.t]\nfrom = "stdout"\nregex = "t=.*"\n', ("plan.toml:7", "the expression has no group")),
    ("toml", HEAD + 'arguments = [\n', ("plan.toml", "column")),
)
