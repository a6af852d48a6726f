# SPDX-License-Identifier: BSD-3-Clause
"""A Python program that survives a failure, by MPI's names and by those of Open MPI and MPICH (MPIX_), through ctypes."""
import ctypes
import sys

LIBRARY = ctypes.CDLL("libmpi_abi.so.1")
COMM_WORLD, COMM_NULL, ERRORS_RETURN = (ctypes.c_void_p(value) for value in (0x101, 0x100, 0x143))
BYTE = ctypes.c_void_p(0x247)
STATUS_IGNORE = ctypes.c_void_p(0)


def call(name: str, *arguments) -> int:
    """The class of the error that it returns, 0 for none."""
    error, error_class = getattr(LIBRARY, name)(*arguments), ctypes.c_int()
    LIBRARY.MPI_Error_class(error, ctypes.byref(error_class))
    return error_class.value


def number(name: str, *arguments) -> int:
    found = ctypes.c_int()
    LIBRARY[name](*arguments, ctypes.byref(found))
    return found.value


def fail(what: str, found: object) -> None:
    print(f"rank {RANK}: {what}: {found}")
    LIBRARY.MPI_Abort(COMM_WORLD, 1)


def expect(what: str, wanted: object, found: object) -> None:
    if wanted != found:
        fail(f"{what}, not {wanted}", found)


def survive(prefix: str) -> None:
    """What a program does that goes on: everybody learns of the failure, and the others go on in a new communicator."""
    failed = ctypes.c_void_p()
    call(f"{prefix}_Comm_revoke", COMM_WORLD)
    expect("revoked", 1, number(f"{prefix}_Comm_is_revoked", COMM_WORLD))
    call(f"{prefix}_Comm_get_failed", COMM_WORLD, ctypes.byref(failed))
    expect("failed ranks", 1, number("MPI_Group_size", failed))
    expect("acknowledged", 1, number(f"{prefix}_Comm_ack_failed", COMM_WORLD, SIZE))
    flag = ctypes.c_int(6 if RANK == 0 else 3)
    call(f"{prefix}_Comm_agree", COMM_WORLD, ctypes.byref(flag))
    expect("agreed", 2, flag.value)
    smaller = ctypes.c_void_p(COMM_NULL.value)
    expect("shrunk", 0, call(f"{prefix}_Comm_shrink", COMM_WORLD, ctypes.byref(smaller)))
    expect("left", SIZE - 1, number("MPI_Comm_size", smaller))
    expect("a barrier of those that are left", 0, call("MPI_Barrier", smaller))


LIBRARY.MPI_Init(None, None)
RANK, SIZE = number("MPI_Comm_rank", COMM_WORLD), number("MPI_Comm_size", COMM_WORLD)
LIBRARY.MPI_Comm_set_errhandler(COMM_WORLD, ERRORS_RETURN)
byte = ctypes.create_string_buffer(1)
if RANK == 1:
    LIBRARY.MPI_Recv(byte, 1, BYTE, 0, 0, COMM_WORLD, STATUS_IGNORE)  # its host goes off meanwhile
    fail("still there", RANK)
PROC_FAILED = int(sys.argv[2])
expect("a receive from the failed rank", PROC_FAILED, call("MPI_Recv", byte, 1, BYTE, 1, 0, COMM_WORLD, STATUS_IGNORE))
survive(sys.argv[1])
if RANK == 0:
    print("python: as expected")
LIBRARY.MPI_Finalize()
