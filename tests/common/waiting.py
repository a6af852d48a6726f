# SPDX-License-Identifier: BSD-3-Clause
"""Waiting for what happens at some time, soon on a quiet machine: the one place in tests where that is done.

A test uses it with `sys.path.insert(0, ...tests/common)`. Limits are long, because machines that run tests are busy; nobody
waits longer than it takes.
"""
import time
from typing import Callable

LIMIT_S = 120
BETWEEN_LOOKS_S = 0.05


def comes(condition: Callable[[], object], limit_s: float = LIMIT_S, between_s: float = BETWEEN_LOOKS_S) -> bool:
    """Looks until the condition is true, or the limit has passed: was it true in the end?"""
    end_s = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > end_s:
            return False
        time.sleep(between_s)
    return True


def wait_until(condition: Callable[[], object], what: str, limit_s: float = LIMIT_S, between_s: float = BETWEEN_LOOKS_S,
               more: Callable[[], str] = str) -> None:
    """The same for what must come; `more` adds to the message what helps to find out why it did not."""
    if not comes(condition, limit_s, between_s):
        raise RuntimeError(f"{what}: not there after {limit_s:g} s {more()}".rstrip())
