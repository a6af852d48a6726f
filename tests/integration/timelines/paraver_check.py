# SPDX-License-Identifier: BSD-3-Clause
"""The grammar of Paraver's .prv: numbers of processors, tasks and threads exist, records are sorted by time,
states of a thread do not overlap, events end, types and values have names in the .pcf."""
import collections
import pathlib
import re

HEADER = re.compile(r"#Paraver \(\d\d/\d\d/\d\d at \d\d:\d\d\):(\d+)_ns:(\d+)\(([\d,]+)\):1:(\d+)\(([\d:,]+)\),(\d+)$")


def names_of(path: pathlib.Path) -> tuple[set[int], dict[int, set[int]]]:
    """Types without named values, and the values of the others."""
    plain, values = set(), collections.defaultdict(set)
    current: list[int] = []
    in_values = False
    for line in path.read_text().splitlines():
        words = line.split()
        if line in ("EVENT_TYPE", "STATES", "VALUES"):
            in_values = line == "VALUES"
            current = current if in_values else []
        elif in_values and words:
            for kind in current:
                values[kind].add(int(words[0]))
        elif len(words) > 2 and words[1].isdigit():
            current.append(int(words[1]))
            plain.add(int(words[1]))
    return plain - set(values), values


def problems(path: pathlib.Path) -> list[str]:
    lines = path.read_text().splitlines()
    match = HEADER.match(lines[0])
    if match is None:
        return [f"header {lines[0]}"]
    end_ns, nodes, cpus, tasks = int(match[1]), int(match[2]), sum(map(int, match[3].split(","))), int(match[4])
    found = [] if len(match[3].split(",")) == nodes and len(match[5].split(",")) == tasks else [f"header {lines[0]}"]
    threads = [int(task.split(":")[0]) for task in match[5].split(",")]
    communicators = int(match[6])
    plain, values = names_of(path.with_suffix(".pcf"))
    last_ns, busy_ns, open_types = 0, collections.defaultdict(int), collections.defaultdict(int)

    def is_place(cpu: int, application: int, task: int, thread: int) -> bool:
        return 1 <= cpu <= cpus and application == 1 and 1 <= task <= tasks and 1 <= thread <= threads[task - 1]

    for number, line in enumerate(lines[1:], 2):
        if line.startswith("c:"):
            communicators -= 1
            continue
        kind, *fields = map(int, line.split(":"))
        time_ns = fields[4]
        place = tuple(fields[:4])
        good = is_place(*place) and last_ns <= time_ns <= end_ns
        last_ns = time_ns
        if kind == 1:
            good = good and busy_ns[place] <= time_ns < fields[5] <= end_ns and len(fields) == 7
            busy_ns[place] = fields[5]
        elif kind == 2:
            for event_type, value in zip(fields[5::2], fields[6::2]):
                good = good and (event_type in plain or value in values[event_type])
                if event_type in values:
                    open_types[place] += 1 if value else -1
        elif kind == 3:
            good = good and is_place(*fields[6:10]) and time_ns <= fields[10] <= end_ns and len(fields) == 14
        else:
            good = False
        if not good:
            found.append(f"line {number}: {line}")
    if communicators != 0 or any(open_types.values()):
        found.append(f"{communicators} communicators are missing, open events {dict(open_types)}")
    return found


def message_count(path: pathlib.Path) -> int:
    return sum(line.startswith("3:") for line in path.read_text().splitlines())
