# SPDX-License-Identifier: BSD-3-Clause
"""A process and all that it makes, which the kernel removes together, whatever happens.

The testbed makes network namespaces, cables, bridges, mounts and processes on other "nodes". Removing them one by one at the
end would leave some of them after a crash or `kill -9`. So the whole campaign is process 1 of a process namespace
of its own, with a network and mounts of its own: when process 1 ends, the kernel kills all other processes in
it, and with the last of them cables and mounts are gone. The process outside only waits and passes signals on; when it is killed
itself, the kernel kills process 1 (PR_SET_PDEATHSIG). No name can meet one of the machine's, and two campaigns can
run at once. Alternatives considered: `unshare --fork --kill-child`, which keeps SIGTERM to itself.
"""
import ctypes
import os
import signal
import subprocess
import sys
import traceback
from typing import Callable

NEW_MOUNTS, NEW_PROCESSES, NEW_NETWORK = 0x00020000, 0x20000000, 0x40000000
PR_SET_PDEATHSIG = 1
PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Unavailable(Exception):
    """What the machine lacks for a testbed."""


def leave_the_machine() -> None:
    """Unshares: children of this process are in namespaces of their own."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_MOUNTS | NEW_PROCESSES | NEW_NETWORK) != 0:
        raise Unavailable(f"namespaces: {os.strerror(ctypes.get_errno())} (root is needed)")


def furnish() -> None:
    """What process 1 needs: mounts that nobody else sees, /proc of its own, /run without the machine's namespaces."""
    for command in (("mount", "--make-rprivate", "/"), ("mount", "-t", "proc", "proc", "/proc"),
                    ("mount", "-t", "tmpfs", "tmpfs", "/run"), ("ip", "link", "set", "lo", "up")):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Unavailable(f"{' '.join(command)}: {done.stderr.strip()}")


def first_process(work: Callable[[], int], parent_lives: int) -> int:
    """The exit status of `work`, or of what ended it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if not os.read(parent_lives, 1):
        return 1
    os.setsid()  # Ctrl-C comes once, through the parent
    for number in PASSED_ON:
        signal.signal(number, lambda which, _: sys.exit(128 + which))
    try:
        furnish()
        return work()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    except Unavailable:
        raise
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
        return 1


def run_isolated(work: Callable[[], int], told: Callable[[int], None] | None = None) -> int:
    """The exit status of `work`, which runs as process 1. `told` gets the number that process has outside."""
    sys.stdout.flush()
    leave_the_machine()
    parent_lives, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(go)
        try:
            status = first_process(work, parent_lives)
        except Unavailable as missing:
            print(f"fidelity: skipped: {missing}")
            status = 77
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    os.close(parent_lives)
    for number in PASSED_ON:
        signal.signal(number, lambda which, _: os.kill(child, which))
    if told:
        told(child)
    os.write(go, b"!")
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return 128 - status if status < 0 else status
