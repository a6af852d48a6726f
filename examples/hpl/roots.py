# SPDX-License-Identifier: BSD-3-Clause
"""How many root switches does HPL need? What a published study says in words, and our times.

T. Cornebize, "Capacity Planning of Supercomputers", hal-01544827, simulates N = 50,000 on 16 x 32 ranks, one a host,
on 32 leaf switches of 16 hosts with 1 to 16 roots, at 10 Mbit/s and 10 Gbit/s, hosts in their order or shuffled. Each
of its sentences is asked of our times; a shuffled time is the mean over the orders of the plan.
"""
import statistics
from typing import Iterator

import source
from studies import Row, Tables, aligned

ROOTS = range(1, 17)
SLOW, FAST = "10Mbps", "10Gbps"

Times = dict[int, float]  # by number of roots


def curve(points: list[Row], bandwidth: str, is_shuffled: bool) -> Times:
    """Mean time over the placements."""
    samples: dict[int, list[float]] = {roots: [] for roots in ROOTS}
    for point in points:
        if point["bandwidth"] == bandwidth and point["placement"].startswith("random:") == is_shuffled:
            samples[int(point["roots"])].append(point["time_s"])
    if not all(samples.values()):
        raise source.HplError(f"the sentences are about 1 to 16 roots: {bandwidth} was not run with all of them")
    return {roots: statistics.fmean(times) for roots, times in samples.items()}


def peaks(times: Times) -> list[int]:
    """Numbers of roots that are faster than one root less and no slower than one more."""
    return [roots for roots in times if roots > 1 and times[roots] < times[roots - 1]
            and times[roots] <= times.get(roots + 1, times[roots])]


def statements(slow: Times, slow_shuffled: Times, fast: Times,
               fast_shuffled: Times) -> Iterator[tuple[str, str, bool]]:
    """What is published, what we find, and whether that agrees."""
    orders = (("in order", slow), ("shuffled", slow_shuffled))
    shuffling = [slow_shuffled[roots] / slow[roots] for roots in ROOTS]
    bandwidth = min(times[roots] / quick[roots] for times, quick in ((slow, fast), (slow_shuffled, fast_shuffled))
                    for roots in ROOTS)
    yield "10 Mbit/s is more than 15 times slower than 10 Gbit/s", f"{bandwidth:.1f} times or more", bandwidth > 15
    for name, times in orders:
        ratio = times[1] / times[16]
        yield f"10 Mbit/s, {name}: 1 root is 3 times slower than 16", f"{ratio:.2f} times", 2.5 <= ratio <= 3.5
        ratio = times[10] / times[14]
        yield f"10 Mbit/s, {name}: 10 or 14 roots make no difference", f"ratio {ratio:.3f}", abs(ratio - 1) < 0.05
    found = f"{min(shuffling):.2f} to {max(shuffling):.2f} times"
    yield "10 Mbit/s: shuffled is 1.5 to 2.5 times slower", found, 1.5 <= min(shuffling) and max(shuffling) <= 2.5
    best = peaks(slow)
    yield "10 Mbit/s: performance peaks at 4, 8 and 16 roots", f"peaks at {best}", {4, 8, 16} <= set(best)
    dearest = max(times[roots] / times[16] for times in (fast, fast_shuffled) for roots in ROOTS)
    yield "10 Gbit/s: fewer roots cost nothing", f"{100 * (dearest - 1):+.1f} % at most", dearest < 1.05
    gain = statistics.fmean(fast_shuffled[roots] / fast[roots] for roots in ROOTS)
    yield "10 Gbit/s: shuffling gains a little", f"{100 * (gain - 1):+.1f} % on average", 0.9 < gain < 1


def roots(tables: Tables) -> Iterator[str]:
    n = max((point["n"] for point in tables.points), default=0)
    points = [point for point in tables.points if point["n"] == n]
    curves = [curve(points, bandwidth, is_shuffled) for bandwidth in (SLOW, FAST) for is_shuffled in (False, True)]
    yield f"N = {n:g}"
    table = [("roots", f"{SLOW} s", "shuffled s", "to 16", f"{FAST} s", "shuffled s")]
    for count in ROOTS:
        slow, slow_shuffled, fast, fast_shuffled = (times[count] for times in curves)
        table.append((str(count), f"{slow:.1f}", f"{slow_shuffled:.1f}", f"{slow_shuffled / curves[1][16]:.3f}",
                      f"{fast:.2f}", f"{fast_shuffled:.2f}"))
    yield aligned(table)
    checks = [("published", "found", "agrees")]
    checks += [(words, found, "yes" if agrees else "no") for words, found, agrees in statements(*curves)]
    yield aligned(checks)
