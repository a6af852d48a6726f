#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Shows how far an installation or a build is: a bar on a terminal, else a line every ten seconds.

Reads standard input: lines of ninja that begin with NINJA_STATUS='@%f/%t ', or what apt-get writes to its status
descriptor (-o APT::Status-Fd=N). Every line goes to the log, too. The time left is what the steps took so far, for as
many as are left; it is shown once a tenth is done or ten seconds have passed.

usage: progress.py WHAT LOG   WHAT is what happens, such as "building libsmpi"; LOG is appended to
"""
import re
import sys
import time

WIDTH = 30
STEPS = re.compile(r"@(\d+)/(\d+) ")
PACKAGES = re.compile(r"(dl|pm)status:[^:]*:([\d.]+):(.*)")
DOWNLOAD_SHARE = 0.5  # of an installation; the rest is unpacking
BETWEEN_LINES_S = 10
BETWEEN_DRAWINGS_S = 0.2
ESTIMATE_AFTER_S = 10


def share_done(line: str) -> tuple[float, str] | None:
    """From 0 to 1, and how it is said; None: the line says nothing of it."""
    if match := STEPS.match(line):
        done, total = int(match.group(1)), int(match.group(2))
        return done / max(total, 1), f"{done} of {total} steps"
    if match := PACKAGES.match(line):
        share = float(match.group(2)) / 100
        if match.group(1) == "dl":
            return DOWNLOAD_SHARE * share, "downloading"
        return DOWNLOAD_SHARE + (1 - DOWNLOAD_SHARE) * share, match.group(3).strip()
    return None


def minutes(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


class Progress:
    def __init__(self, what: str) -> None:
        self.what = what
        self.on_terminal = sys.stdout.isatty()
        self.start_s = self.shown_s = time.monotonic()
        self.first_share: float | None = None

    def show(self, share: float, said: str) -> None:
        now_s = time.monotonic()
        if self.first_share is None:  # what was there before does not count for the time left
            self.first_share, self.start_s = share, now_s
        is_due = now_s - self.shown_s >= (BETWEEN_DRAWINGS_S if self.on_terminal else BETWEEN_LINES_S)
        if not is_due:
            return
        self.shown_s = now_s
        text = f"{round(100 * share):3} %, {said}{self.left(share, now_s)}"
        if self.on_terminal:
            filled = round(WIDTH * share)
            print(f"\r{self.what} [{'#' * filled}{'.' * (WIDTH - filled)}] {text[:60]}\033[K", end="", flush=True)
        else:
            print(f"{self.what}: {text}", flush=True)

    def left(self, share: float, now_s: float) -> str:
        assert self.first_share is not None
        passed_s, gained = now_s - self.start_s, share - self.first_share
        if gained <= 0 or (passed_s < ESTIMATE_AFTER_S and gained < 0.1):
            return ""
        return f", about {minutes(passed_s * (1 - share) / gained)} left"

    def end(self) -> None:
        if self.on_terminal:
            print("\r\033[K", end="", flush=True)


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: progress.py WHAT LOG")
    progress = Progress(sys.argv[1])
    with open(sys.argv[2], "a", buffering=1, encoding="utf-8") as log:
        for line in sys.stdin:
            log.write(STEPS.sub(lambda match: f"[{match.group(1)}/{match.group(2)}] ", line, count=1))
            found = share_done(line)
            if found:
                progress.show(*found)
    progress.end()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
