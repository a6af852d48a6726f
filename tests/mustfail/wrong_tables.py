# SPDX-License-Identifier: BSD-3-Clause
"""Coefficients files whose tables of processors or deviations are wrong: name, file, line, what the error says.

The run has four ranks on host-0 to host-3, one processor each unless the file says more.
"""


def table(rows: str, head: str = "", keys: str = "calibration = 'july'", terms: str = "['M*N*K', '1']") -> str:
    """Rows begin in line 5."""
    return f"{head}\n[[dgemm.table]]\n{keys}\nterms = {terms}\nrows = [{rows}]\n"


def rows(count: int = 4, last: str = "[1e-10, 1e-6], [1e-12, 0]") -> str:
    return ", ".join(f"['host-{i}', 0, {last}]" for i in range(count))


WRONG_TABLES = (
    ("unknown-host", table(rows(3)), 2, ("no row in the table of processors", "host host-3, processor 0")),
    ("misspelt-host", table(rows().replace("host-3", "hots-3")), 2, ("host host-3", "did you mean '")),
    ("no-row-of-any-host", "[dgemm]\nterms = {'M*N*K' = 1e-9}\n" + table("['n1', 0, [1e-10, 1e-6]]"), 4,
     ("no host of the run has a row", "host host-0", "n1")),
    ("missing-processor", table(rows(), head="processors = {per_host = 2}"), 2, ("host host-0, processor 1",)),
    ("processor-too-large", table("['host-0', 1, [1e-10, 1e-6]]"), 5, ("processor of a row", "'1'")),
    ("missing-term", table(rows(last="[1e-10]")), 5, ("a term is missing in the means of a row", "'1 of 2'")),
    ("too-many-terms", table(rows(last="[1e-10, 1e-6, 0]")), 5, ("too many numbers in the means", "'3 of 2'")),
    ("missing-deviation", table(rows(last="[1e-10, 1e-6], [1e-12]")), 5, ("missing in the standard deviations", "1 of 2")),
    ("negative-deviation", table(rows(last="[1e-10, 1e-6], [-1e-12, 0]")), 5,
     ("not a possible coefficient of the standard deviations", "'-1e-12'", "zero or positive")),
    ("infinite-mean", table(rows(last="[inf, 0]")), 5, ("means of a row must be a number", "'inf'")),
    ("text-for-number", table(rows(last="['x', 0]")), 5, ("must be a number", "'x'")),
    ("short-row", table("['host-0', 0]"), 5, ("a row is host, processor, means", "2 items")),
    ("second-row", table(rows() + ", ['host-1', 0, [0, 0]]"), 5, ("a second row of the same processor", "host-1, 0")),
    ("no-rows", table(""), 5, ("without rows",)),
    ("no-terms", table(rows(), terms="[]"), 4, ("without terms",)),
    ("unknown-dimension", table(rows(), terms="['M*L', '1']"), 4, ("unknown name 'L'", "M, N, K")),
    ("unknown-key", table(rows(), keys="callibration = 'july'"), 3, ("callibration", "did you mean 'calibration'")),
    ("unknown-calibration", table(rows(), head="calibration = 'jully'"), 2,
     ("no table of this calibration", "'jully'", "did you mean 'july'")),
    ("same-calibration", table(rows()) + table(rows()), 8, ("a second table of the same calibration", "july")),
    ("unknown-order", table(rows(), head="processors = {per_host = 1, ranks = 'random'}"), 1,
     ("unknown order of ranks", "random", "cyclic")),
    ("no-processors", table(rows(), head="processors = {per_host = 0}"), 1, ("per_host", "'0'")),
    ("deviation-negative", "[dtrsm]\nterms = {}\ndeviation = {'R*T^2' = -1e-12}\n", 3, ("negative coefficient",)),
    ("deviation-and-noise", "[dtrsm]\nterms = {}\nnoise = 0.1\ndeviation = {'R' = 1e-12}\n", 3, ("two noises of a call",)),
    ("deviation-without-mean", "[dgemm]\ndeviation = {M = 1e-12}\n" + table(rows()), 2, ("a deviation without a mean",)),
)

# Name, options, file, what the error says.
WRONG_CHOICES = (
    ("chosen", "--cfg=smpi/blas-calibration:june", table(rows()), (r"b\.toml:2\b", "no table", "'june'", "july")),
    ("of-no-table", "--cfg=smpi/blas-calibration:june", "default = 'free'\n", (r"b\.toml", "no tables of processors", "'june'")),
)
