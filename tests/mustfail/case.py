# SPDX-License-Identifier: BSD-3-Clause
"""One row of the tables: a command, and how it must end."""
import dataclasses
from typing import Union


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    command: str
    status: Union[int, str]  # an exit status, or "nonzero": any but a crash of the simulator
    says: tuple[str, ...] = ()
    program: str = "hello.c"  # in programs/; empty: none
    flags: str = ""  # further arguments of smpicc
    files: dict = dataclasses.field(default_factory=dict)  # name: content, in the case's folder
    prepare: tuple[str, ...] = ()  # commands run in that folder before
    not_says: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()  # files that the program itself writes
    limits_address_space: bool = False  # AddressSanitizer needs 16 TB of it to start


RUN = "{smpirun} -np 4 "
# A sanitized build sanitizes programs too, which would tell of these errors in its own way.
UNCHECKED = "-fno-sanitize=all"
DEADLOCK_STATUS = 3  # documented in smpirun(1), as is 128 + N for a rank that dies of signal N
