# SPDX-License-Identifier: BSD-3-Clause
"""The tables of a campaign and its verdict against the bars."""
import dataclasses
from typing import Iterable, Iterator, Sequence

import busy
from campaign import MODELS, Measured, Result
from experiments import JUDGED_BYTES, Case
from metrics import Interval, Summary, bootstrap, error_beyond, log_error, shown, summarise, tau

CLASSES = {"p2p": "point to point", "forced": "collectives, forced algorithms", "default": "collectives, default algorithms",
           "hpl": "HPL, arithmetic slept", "small": f"messages below {JUDGED_BYTES} bytes (reported, not judged)"}
NOT_SEEN = """\
A model of flows does not see: loss under incast and timeouts (steps of 200 ms), slow start, queues in front of small messages,
head-of-line blocking in a socket, bursts of shapers, unfairness between few flows, processor time of the kernel's
TCP, steps of the scheduler. Cases with timeouts or more than 1 % of segments sent again are flagged; the second summary leaves them out."""


@dataclasses.dataclass(frozen=True)
class Line:
    result: Result
    case: Case
    real: Interval
    measured: Measured

    def predicted(self, model: str) -> float:
        return self.result.predicted[model][self.case]

    def beyond(self, model: str) -> float:
        return error_beyond(self.predicted(model), self.real)


def lines_of(results: Sequence[Result]) -> list[Line]:
    def place(case: Case) -> tuple[int, str, int, str]:
        return list(CLASSES).index(case.kind), case.pattern, case.size_bytes, case.algorithm
    return [Line(result, case, bootstrap(entry.samples), entry) for result in results
            for case, entry in sorted(result.measured.items(), key=lambda item: place(item[0]))]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) if i < 2 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in rows)


def percent(error: float) -> str:
    return f"{100 * shown(error):+.1f} %"


def case_table(lines: Sequence[Line]) -> Iterator[str]:
    rows = [("topology", "case", "bytes", "n", "real ms", "95 % interval", *MODELS, "outside the model")]
    for line in lines:
        real = line.real
        rows.append((f"{line.result.topology.name}, {line.result.transport}", line.case.name(), str(line.case.size_bytes),
                     str(len(line.measured.samples)), f"{1e3 * real.median:.1f}",
                     f"{1e3 * real.low:.1f} .. {1e3 * real.high:.1f}",
                     *(percent(log_error(line.predicted(model), real.median)) for model in MODELS),
                     line.measured.tcp.flags()))
    yield aligned(rows)


def summary_row(name: str, model: str, summary: Summary | None) -> tuple[str, ...]:
    if summary is None:
        return (name, model, "0", "-", "-", "-", "-")
    return (name, model, str(summary.count), *(f"{100 * value:.1f} %" for value in
            (summary.median, summary.ninety, summary.worst)), f"{100 * summary.bias:+.1f} %")


def summaries(lines: Sequence[Line]) -> Iterator[str]:
    rows = [("errors beyond the interval of reality", "model", "cases", "median", "90 %", "worst", "bias")]
    for is_all in (True, False):
        counted = [line for line in lines if is_all or not line.measured.tcp.flags()]
        groups = [(kind, [line for line in counted if line.case.kind == kind]) for kind in CLASSES]
        groups.append(("all judged", [line for line in counted if line.case.kind != "small"]))
        for kind, group in groups:
            if group:
                suffix = "" if is_all else ", within the model"
                rows += [summary_row(CLASSES.get(kind, kind) + suffix, model,
                                     summarise(line.beyond(model) for line in group)) for model in MODELS]
    yield aligned(rows)


def order_of_algorithms(lines: Sequence[Line], model: str) -> tuple[int, int]:
    """Of collectives with forced algorithms: (score, pairs) over all topologies and sizes."""
    groups: dict[tuple[int, str, int], list[tuple[float, Interval]]] = {}
    for line in lines:
        if line.case.kind == "forced":
            key = (id(line.result), line.case.pattern, line.case.size_bytes)
            groups.setdefault(key, []).append((line.predicted(model), line.real))
    scores = [tau(group) for group in groups.values()]
    return sum(score for score, _ in scores), sum(count for _, count in scores)


@dataclasses.dataclass(frozen=True)
class Bar:
    name: str
    kinds: tuple[str, ...]
    median: float
    worst: float
    ninety: float = 1e9
    bias: float = 1e9


BARS = (Bar("point to point and forced algorithms", ("p2p", "forced"), 0.05, 0.20, 0.10, 0.03),
        Bar("default algorithms, halo, HPL", ("default", "hpl"), 0.08, 0.25))
TAU_BAR = 0.8


def verdicts(lines: Sequence[Line]) -> Iterator[tuple[bool, str]]:
    for bar in BARS:
        summary = summarise(line.beyond("ours") for line in lines if line.case.kind in bar.kinds)
        if summary is None:
            continue
        holds = (summary.median <= bar.median and summary.ninety <= bar.ninety and summary.worst <= bar.worst
                 and abs(summary.bias) <= bar.bias)
        yield holds, (f"{bar.name}: median {100 * summary.median:.1f} % (bar {100 * bar.median:.0f}), 90 % "
                      f"{100 * summary.ninety:.1f}, worst {100 * summary.worst:.1f} % (bar {100 * bar.worst:.0f}), bias "
                      f"{100 * summary.bias:+.1f} %")
    score, count = order_of_algorithms(lines, "ours")
    if count:
        yield score >= TAU_BAR * count, f"order of algorithms: tau {score / count:.2f} over {count} pairs (bar {TAU_BAR})"
    judged = [line for line in lines if line.case.kind != "small"]
    ours, plain = (summarise(log_error(line.predicted(model), line.real.median) for line in judged)
                   for model in ("ours", "factors 1"))
    if ours and plain:
        yield ours.median <= plain.median / 2, (f"median error {100 * ours.median:.1f} %, with factors 1 "
                                                f"{100 * plain.median:.1f} % (bar: half of it)")


def was_busy(loads: Sequence[busy.Load]) -> bool:
    return sum(load.is_busy() for load in loads) > busy.BUSY_SHARE * len(loads)


def busy_text(loads: Sequence[busy.Load]) -> str:
    cores = sorted(load.cores for load in loads)
    averages = sorted(load.average for load in loads)
    share = sum(load.is_busy() for load in loads) / len(loads)
    state = "machine busy" if was_busy(loads) else "machine quiet"
    return (f"{state}: other processes took {cores[0]:.2f} to {cores[-1]:.2f} cores (median "
            f"{cores[len(cores) // 2]:.2f}) before {len(loads)} launches, more than {busy.BUSY_CORES:g} before "
            f"{100 * share:.0f} % of them; load average {averages[0]:.1f} to {averages[-1]:.1f}")


def conclude(results: Sequence[Result]) -> tuple[int, Iterable[str]]:
    """Exit status, and what to print: 0 when all bars hold, 1 when one does not, 75 when nothing is judged."""
    lines, loads = lines_of(results), [load for result in results for load in result.loads]
    is_busy = was_busy(loads)
    text = [*case_table(lines), "", *summaries(lines), "", NOT_SEEN, "", busy_text(loads),
            f"packets dropped by ports: {sum(result.drops for result in results)}"]
    found = list(verdicts(lines))
    for holds, what in found:
        word = "not judged" if is_busy else "holds" if holds else "MISSED"
        text.append(f"{word}: {what}")
    if is_busy:
        text.append("machine busy: nothing is judged; run it again when nothing else runs")
        return 75, text
    return (0 if all(holds for holds, _ in found) else 1), text
