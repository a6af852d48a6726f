# SPDX-License-Identifier: BSD-3-Clause
"""Gets MPICH's test suite and builds programs of it: Debian's source package, its configure, our compilers.

The suite's configure and Makefiles are used as they are, because many programs need flags and generated
files that only they know; a program is compiled when a line that is asked for needs it.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples" / "hpl"))
from source import HplError, fetch  # noqa: E402

PACKAGE = "mpich"
CONFIGURE = ("--quiet", "--enable-fortran=all", "--enable-threads=multiple", "--enable-strictmpi",
             "--disable-cxx", "CC=gcc", "F77=gfortran", "FC=gfortran")
# configure builds what programs in Fortran 2008 need for MPICH only, by this condition.
F08_CONDITION = 'test "$enable_f08" = "yes" -a "$FROM_MPICH" = "yes"'
COMPILERS = (("MPICC", "smpicc"), ("MPIF77", "smpif77"), ("MPIFC", "smpif90"))
LIBRARIES = ("dtpools", "util")  # all programs need these


class SourceMissing(Exception):
    """The source package is neither kept here nor to be had."""


def archive(folder: pathlib.Path) -> pathlib.Path:
    """The source package; fetched into the folder, or into SMPI_TEST_SOURCES, when it is not there yet."""
    store = pathlib.Path(os.environ.get("SMPI_TEST_SOURCES") or folder)
    kept = sorted(store.glob(f"{PACKAGE}_*.orig.tar.*"))
    if kept:
        return kept[-1]
    if not shutil.which("apt-get"):
        raise SourceMissing("there is no apt-get")
    store.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix="fetch.", dir=store) as fresh:
            fetched = fetch(pathlib.Path(fresh), PACKAGE)
            return fetched.rename(store / fetched.name)
    except HplError as error:
        raise SourceMissing(str(error)) from error


def logged(command: list[str], folder: pathlib.Path, log: str) -> int:
    with open(folder / log, "w", encoding="utf-8") as out:
        return subprocess.run(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, check=False).returncode


class Suite:
    """The unpacked and configured suite in a folder. It stays there, so a second run compiles nothing."""

    def __init__(self, folder: pathlib.Path, build: pathlib.Path, jobs: int):
        self.source, self.build = folder / "source", folder / "build"
        self.compilers, self.jobs = build / "bin", jobs
        self.interface = sorted([ROOT / "include" / "mpi.h", *(build / "lib" / "libsmpi" / "fortran").glob("*")])

    def prepare(self, tarball: pathlib.Path) -> None:
        """Unpacks and configures, anew when the package or what programs are compiled with is another."""
        content = b"".join(path.read_bytes() for path in self.interface)
        options = " ".join(CONFIGURE)
        state = f"{tarball.name} {self.compilers} {options} {hashlib.sha256(content).hexdigest()}\n"
        stamp = self.build / "made-from"
        if stamp.exists() and stamp.read_text() == state:
            return
        for old in (self.source, self.build):
            shutil.rmtree(old, ignore_errors=True)
            old.mkdir(parents=True)
        subprocess.run(["tar", "-xf", str(tarball), "-C", str(self.source), "--strip-components=3",
                        "--wildcards", "*/test/mpi"], check=True)
        configure = self.source / "configure"
        configure.write_text(configure.read_text().replace(F08_CONDITION, 'test "$enable_f08" = "yes"'))
        ours = [f"{name}={self.compilers}/{compiler}" for name, compiler in COMPILERS]
        steps = [([str(configure), *CONFIGURE, *ours], self.build, "configure.log")]
        steps += [(["make", "-j", str(self.jobs)], self.build / library, "make.log") for library in LIBRARIES]
        for command, folder, log in steps:
            if logged(command, folder, log) != 0:
                raise SystemExit(f"{' '.join(command)} failed: see {folder / log}")
        stamp.write_text(state)

    def compile(self, folder: str, programs: list[str]) -> None:
        """Makes programs of one folder. Those that do not compile are missing afterwards; make.log says why."""
        logged(["make", "-k", "-j", str(self.jobs), *programs], self.build / folder, "make.log")
