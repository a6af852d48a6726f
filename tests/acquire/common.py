# SPDX-License-Identifier: BSD-3-Clause
"""Compiling, running and reading traces, for the tests of recording."""
import collections
import json
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"


class Checks:
    """Counts failures and prints them."""

    def __init__(self):
        self.failures = 0

    def equal(self, what, got, wanted):
        if got != wanted:
            self.failures += 1
            print(f"FAILED: {what}: {got}, not {wanted}")

    def near(self, what, got, wanted, relative, absolute=0):
        if got is None or abs(got - wanted) > max(relative * abs(wanted), absolute):
            self.failures += 1
            print(f"FAILED: {what}: {got}, not {wanted}")

    def true(self, what, holds):
        if not holds:
            self.failures += 1
            print(f"FAILED: {what}")


def run(*words, folder, status=0, environment=None):
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, timeout=300,
                          env=environment)
    if status is not None and done.returncode != status:
        raise SystemExit(f"FAILED: {' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Simulator:
    def __init__(self, bin_folder, folder):
        self.bin = bin_folder
        self.folder = folder

    def compile(self, source, *flags, compiler="smpicc"):
        output = self.folder / pathlib.Path(source).stem
        run(self.bin / compiler, "-O1", *flags, source, "-o", output, folder=self.folder)
        return output

    def record(self, ranks, *words, options=(), trace="trace.txt"):
        """Records a run. -> simulated seconds, what was said"""
        done = run(self.bin / "smpirun", "-np", ranks, "-trace-ti", "-trace-file", trace, "--summary", "summary.json",
                   *options, *words, folder=self.folder)
        summary = json.loads((self.folder / "summary.json").read_text())
        return summary["simulated_s"], done.stderr


def lines_of(index):
    """The lines of each rank of a trace, without comments."""
    ranks = []
    for path in index.read_text().split():
        text = (index.parent / path).read_text()
        ranks.append([line for line in text.splitlines() if line and not line.startswith("#")])
    return ranks


def calls_of(index):
    """The same without computation."""
    return [[line for line in lines if line.split()[1] not in ("compute", "sleep")] for lines in lines_of(index)]


def counts_of(index):
    return collections.Counter(line.split()[1] for lines in lines_of(index) for line in lines)


def peer_replay(index, platform, hostfile, ranks, folder):
    """SimGrid's own replay of a trace. -> its simulated seconds, None when it fails; its output"""
    done = run("/usr/bin/smpirun", "-np", ranks, "-platform", platform, "-hostfile", hostfile, "-replay", index,
               "--cfg=smpi/coll-selector:default", "--cfg=surf/precision:1e-13", "--cfg=network/optim:Full",
               "--log=root.fmt:%12.9r_%m%n", "--log=no_loc",
               "--cfg=smpi/test:1e-4", "--cfg=smpi/grow-injected-times:yes",
               folder=folder, status=None)
    found = re.search(r"Simulation time (\S+)", done.stdout + done.stderr)
    if done.returncode != 0 or not found:
        return None, done.stdout + done.stderr
    # The clock before the message has nine digits, the message six.
    clock = re.search(r"([\d.]+)_Simulation time", done.stdout + done.stderr)
    return float(clock[1] if clock else found[1]), done.stdout + done.stderr
