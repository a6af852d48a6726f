# SPDX-License-Identifier: BSD-3-Clause
"""How often an interval around a prediction holds what was measured.

A tenth of the configurations, drawn by seed, is compared with their real runs: that gives the mean error of the
predictions, how far the error differs between configurations, and how far runs of one configuration differ. All are of
logarithms of rates. The 90 % interval of another run follows from them by Student's distribution, and is then compared
with all runs of the configurations that were not drawn.
"""
import dataclasses
import math
import random
import statistics
from typing import Iterator, Sequence

import tables
from plans import Setup

LEVEL = 0.9
SHARE = 0.1        # of the configurations, to fit
LEAST_FITTED = 5   # the expansion of Student's quantile is good to 0.3 % from here
DRAWS = 200


@dataclasses.dataclass(frozen=True)
class Compared:
    """One configuration: the logarithm of real / predicted of each of its runs."""
    errors: list[float]

    def mean(self) -> float:
        return statistics.fmean(self.errors)


@dataclasses.dataclass(frozen=True)
class Interval:
    """Of the logarithm of real / predicted."""
    middle: float
    half_width: float

    def holds(self, error: float) -> bool:
        return abs(error - self.middle) <= self.half_width


def student_quantile(level: float, freedom: int) -> float:
    """The Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5); good to 0.3 % for `freedom` of 4 and more."""
    z = statistics.NormalDist().inv_cdf(level)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + sum(term / freedom ** (power + 1) for power, term in enumerate(terms))


def fitted(known: Sequence[Compared], level: float = LEVEL) -> Interval:
    """The interval that holds one more run of another configuration with probability `level`. At least two are known."""
    means = [each.mean() for each in known]
    freedom_within = sum(len(each.errors) - 1 for each in known)
    within = sum((error - each.mean()) ** 2 for each in known for error in each.errors) / max(freedom_within, 1)
    # The means vary by what configurations differ, and by their runs' share of it, which is counted once more for the new run.
    of_means = within * statistics.fmean(1 / len(each.errors) for each in known)
    between = max(statistics.variance(means) - of_means, 0.0)
    deviation = math.sqrt(between + within + statistics.variance(means) / len(known))
    return Interval(statistics.fmean(means), student_quantile((1 + level) / 2, len(known) - 1) * deviation)


def covered(compared: Sequence[Compared], seed: int) -> tuple[float, float]:
    """Of one draw: the share of the other configurations' runs inside the interval, and its half width."""
    drawn = set(random.Random(seed).sample(range(len(compared)), max(round(SHARE * len(compared)), LEAST_FITTED)))
    interval = fitted([compared[i] for i in sorted(drawn)])
    others = [error for i, each in enumerate(compared) if i not in drawn for error in each.errors]
    return statistics.fmean(interval.holds(error) for error in others), interval.half_width


def compare(setup: Setup, wanted: tables.Wanted) -> list[Compared]:
    studies = {"sizes": tables.by_size("good", tables.well_cooled(wanted), wanted),
               "cooling": tables.by_size("bad", tables.Model(tables.BADLY_COOLED), wanted),
               "parameters": tables.parameter_rows(wanted)}
    found = []
    for name, rows in studies.items():
        rows = [row for row in rows if wanted.has(row.configuration)]
        results = tables.predict(name, rows, setup, wanted)
        found += [Compared([math.log(real / tables.rate(row, results)) for real in row.measured.real]) for row in rows]
    return found


def table(setup: Setup, wanted: tables.Wanted) -> Iterator[str]:
    compared = compare(setup, wanted)
    runs = sum(len(each.errors) for each in compared)
    yield f"coverage: {runs} runs of {len(compared)} configurations; a tenth of these fits the interval of all others"
    if len(compared) < 2 * LEAST_FITTED:
        yield f"  fewer than {2 * LEAST_FITTED} configurations: nothing to compare"
        return
    shares, widths = zip(*(covered(compared, seed) for seed in range(1, DRAWS + 1)))
    tenths = statistics.quantiles(shares, n=10)
    yield (f"  the {100 * LEVEL:.0f} % interval holds {100 * statistics.fmean(shares):.1f} % of the other runs "
           f"(mean of {DRAWS} draws; seed 1: {100 * shares[0]:.1f} %; 80 % of the draws: "
           f"{100 * tenths[0]:.1f} to {100 * tenths[-1]:.1f} %)")
    yield f"  half width: median {100 * math.expm1(statistics.median(widths)):.1f} %"
