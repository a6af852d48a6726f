# SPDX-License-Identifier: BSD-3-Clause
"""The MPI libraries of this machine, for the tests of smpi-acquire."""
import os
import shutil

from common import calls_of, run

LIBRARIES = {"openmpi": ("--oversubscribe",), "mpich": ()}
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}


def found_libraries():
    return [name for name in LIBRARIES if shutil.which(f"mpicc.{name}")]


class Library:
    def __init__(self, name, bin_folder, folder):
        self.name, self.bin, self.folder = name, bin_folder, folder
        run(bin_folder / "smpi-acquire", "build", "--mpicc", f"mpicc.{name}", "-o", f"{name}.so", folder=folder)

    def compile(self, source):
        compiler = f"mpif90.{self.name}" if source.suffix == ".f90" else f"mpicc.{self.name}"
        program = self.folder / f"{source.stem}-{self.name}"
        if not program.exists():
            run(compiler, "-O1", "-w", source, "-o", program, folder=self.folder)
        return program

    def start(self, program, trace, *arguments, ranks, options=(), variables=None, status=0):
        """`trace`: None for none, or for what variables say."""
        output = () if trace is None else ("-o", trace)
        return run(f"mpirun.{self.name}", *LIBRARIES[self.name], "-np", ranks, self.bin / "smpi-acquire", "run", "--library",
                   f"./{self.name}.so", *output, *options, program, *arguments, folder=self.folder, status=status,
                   environment={**ENVIRONMENT, **(variables or {})})

    def record(self, source, *arguments, ranks=4, options=(), ending=".txt", variables=None):
        program = self.compile(source)
        trace = self.folder / f"{program.name}{ending}"
        done = self.start(program, trace, *arguments, ranks=ranks, options=options, variables=variables)
        return trace, done.stderr

    def trace(self, *words, status=0):
        """What smpi-trace says."""
        return run(self.bin / "smpi-trace", *words, folder=self.folder, status=status).stdout

    def printed_calls(self, packed):
        self.trace("convert", packed, "printed.txt")
        return calls_of(self.folder / "printed.txt")
