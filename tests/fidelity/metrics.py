# SPDX-License-Identifier: BSD-3-Clause
"""Errors of predictions, and what may be said about them.

The real value is the median of the repetitions with a 95 % bootstrap interval. The error of a prediction is e = ln(predicted /
real), shown as exp(|e|) - 1, so that half and twice are equally wrong. For the bars it counts from the end of the interval: within it reality
itself does not know. Choosing right matters more than three per cent, so Kendall's tau says how many pairs of algorithms are
predicted in the order that was measured, of those whose intervals do not overlap.
"""
import dataclasses
import math
import random
import statistics
from typing import Iterable, Sequence

RESAMPLES = 1000
RETRANSMITTED_SHARE = 0.01  # above it, a case is outside the model


@dataclasses.dataclass(frozen=True)
class Interval:
    low: float
    median: float
    high: float


def bootstrap(samples: Sequence[float], seed: int = 1) -> Interval:
    """Of the median; the same samples give the same interval."""
    drawn = random.Random(seed)
    medians = sorted(statistics.median(drawn.choices(samples, k=len(samples))) for _ in range(RESAMPLES))
    return Interval(medians[int(0.025 * RESAMPLES)], statistics.median(samples), medians[int(0.975 * RESAMPLES) - 1])


def log_error(predicted: float, real: float) -> float:
    return math.log(predicted / real)


def error_beyond(predicted: float, real: Interval) -> float:
    """0 within the interval, else from its nearer end."""
    if predicted > real.high:
        return log_error(predicted, real.high)
    return min(log_error(predicted, real.low), 0.0)


def shown(error: float) -> float:
    """exp(|e|) - 1 with the sign of e."""
    return math.copysign(math.expm1(abs(error)), error)


@dataclasses.dataclass(frozen=True)
class Summary:
    count: int
    median: float
    ninety: float
    worst: float
    bias: float


def quantile(ordered: Sequence[float], share: float) -> float:
    """Linear between neighbours."""
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def summarise(errors: Iterable[float]) -> Summary | None:
    values = list(errors)
    if not values:
        return None
    sizes = sorted(math.expm1(abs(error)) for error in values)
    return Summary(len(values), statistics.median(sizes), quantile(sizes, 0.9), sizes[-1],
                   shown(statistics.fmean(values)))


def tau(alternatives: Sequence[tuple[float, Interval]]) -> tuple[int, int]:
    """(pairs predicted in the measured order less those in the other one, pairs); of predictions and reality."""
    score = count = 0
    for i, (predicted, real) in enumerate(alternatives):
        for other, other_real in alternatives[i + 1:]:
            if real.high >= other_real.low and other_real.high >= real.low:
                continue
            count += 1
            product = (predicted - other) * (real.median - other_real.median)
            score += (product > 0) - (product < 0)
    return score, count


@dataclasses.dataclass
class Tcp:
    """Of all nodes, over all repetitions of a case."""
    segments: int = 0
    again: int = 0
    timeouts: int = 0

    def flags(self) -> str:
        """Why a model of flows cannot see this case; empty when it can."""
        reasons = []
        if self.timeouts:
            reasons.append(f"{self.timeouts} timeouts")
        if self.segments and self.again > RETRANSMITTED_SHARE * self.segments:
            reasons.append(f"{100 * self.again / self.segments:.1f} % sent again")
        return ", ".join(reasons)
