# SPDX-License-Identifier: BSD-3-Clause
"""Timelines, statistics and factors of machines that must be refused before anything runs."""

# Name, options, what the message says.
WRONG_TIMELINES = (
    ("suffix", "--export run.xyz", (r"run\.xyz", "suffix", r"\.json", r"\.otf2")),
    ("no-suffix", "--export run", ("suffix", r"\.trace")),
    ("folder", "--export nowhere/run.json", ("nowhere/run.json", "cannot write|no such")),
    ("is-a-folder", "--export .json/", (r"\.json/", "suffix|cannot write|directory")),
    ("twice", "--export run.json --export run.json", ("two timelines", r"run\.json")),
    ("archive", "--export kept.otf2", (r"kept\.otf2", "no archive|without OTF2")),
    ("window", "--export run.json --cfg=tracing/window:1s", ("tracing/window", "two times", "1s,1.5s")),
    ("window-empty", "--export run.json --cfg=tracing/window:2s,1s", ("tracing/window", "empty")),
    ("window-unit", "--export run.json --cfg=tracing/window:1s,2parsec", ("tracing/window", "2parsec", "unit")),
    ("rank", "--export run.json --cfg=tracing/ranks:0,4", ("tracing/ranks", "0,4", "0 to 3")),
    ("rank-word", "--export run.json --cfg=tracing/ranks:all", ("tracing/ranks", "all", "0-3,8")),
    ("rank-range", "--export run.json --cfg=tracing/ranks:3-1", ("tracing/ranks", "3-1")),
    ("limit", "--export run.json --cfg=tracing/size-limit:-1", ("tracing/size-limit", "-1", "negative")),
    ("precision", "-trace --cfg=tracing/precision:99", ("tracing/precision", "99", "digits")),
    ("comments", "-trace -trace-comment-file nothing", ("tracing/comment-file", "nothing")),
    ("trace-file", "-trace -trace-file nowhere/x.trace", ("nowhere/x.trace", "cannot write")),
    ("replicas", "--replicas 2 --export run.json", ("--replicas", "--export")),
    ("what-if", "--what-if -trace", ("--what-if", "--trace")),
    ("what-if-cfg", "--what-if --cfg=tracing:yes", ("--what-if", "tracing:yes")),
    ("statistics", "--stats run.csv", (r"run\.csv", r"\.json")),
    ("statistics-folder", "--stats nowhere/run.json", ("nowhere/run.json", "cannot write")),
    ("statistics-pop", "--pop --stats run.json", ("--pop", "--stats")),
    ("bandwidth", "--cfg=network/scale-bandwidth:0", ("network/scale-bandwidth", "above 0, or inf")),
    ("latency", "--cfg=network/scale-latency:inf", ("network/scale-latency", "from 0 on")),
    ("speed", "--cfg=cpu/scale-speed:fast", ("cpu/scale-speed", "fast", "above 0")),
    ("collectives", "--cfg=smpi/scale-collectives:-0.5", ("smpi/scale-collectives", "-0.5", "negative")),
    ("what-if-jobs", "--what-if --jobs jobs.toml", ("--what-if", "--jobs")),
)
