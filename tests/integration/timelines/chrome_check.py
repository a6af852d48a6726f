# SPDX-License-Identifier: BSD-3-Clause
"""Rules of the Trace Event Format that viewers rely on: calls of a row are disjoint, each arrow has one
beginning and one end, later or equal, both strictly inside a call of the right row."""
import bisect
import collections
import json
import pathlib
from decimal import Decimal


def read(path: pathlib.Path) -> list[dict]:
    """Times as decimals: a double would round them."""
    return json.loads(path.read_text(), parse_float=Decimal)["traceEvents"]


def rows_of(events: list[dict]) -> dict[int, list[tuple[Decimal, Decimal, str]]]:
    rows = collections.defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            rows[event["tid"]].append((event["ts"], event["ts"] + event["dur"], event["name"]))
    return {row: sorted(calls) for row, calls in rows.items()}


def call_at(calls: list[tuple[Decimal, Decimal, str]], time: Decimal) -> str | None:
    place = bisect.bisect_left(calls, (time,)) - 1
    if place < 0 or not calls[place][0] < time < calls[place][1]:
        return None
    return calls[place][2]


def problems(path: pathlib.Path) -> list[str]:
    events = read(path)
    found = []
    rows = rows_of(events)
    for row, calls in rows.items():
        for before, after in zip(calls, calls[1:]):
            if before[1] > after[0] or before[0] >= before[1]:
                found.append(f"row {row}: {before} and {after} overlap, or the first is empty")
    named = {event["tid"] for event in events if event["ph"] == "M" and event["name"] == "thread_name"}
    if named < set(rows):
        found.append(f"rows without names: {set(rows) - named}")
    ends = collections.defaultdict(list)
    for event in events:
        if event["ph"] in "sf":
            ends[event["id"]].append(event)
    for serial, pair in ends.items():
        if [event["ph"] for event in pair] != ["s", "f"] or pair[0]["ts"] > pair[1]["ts"]:
            found.append(f"arrow {serial}: {pair}")
        for event in pair:
            if call_at(rows[event["tid"]], event["ts"]) is None:
                found.append(f"arrow {serial}: {event} is in no call")
    return found


def arrow_count(path: pathlib.Path) -> int:
    return sum(event["ph"] == "s" for event in read(path))


def call_count(path: pathlib.Path) -> int:
    return sum(event["ph"] == "X" for event in read(path))
