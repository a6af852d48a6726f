// SPDX-License-Identifier: BSD-3-Clause
//
// One line an error class, those of MPI_T last.
#include "libsmpi/mpi/errors/error_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "include/mpi.h"
#include "libsmpi/mpi/errors/user_errors.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi {
namespace {

struct ErrorClass {
  int value;
  const char* text;
};

constexpr ErrorClass classes[] = {
    {MPI_SUCCESS, "MPI_SUCCESS: no error"},
    {MPI_ERR_BUFFER, "MPI_ERR_BUFFER: invalid buffer pointer"},
    {MPI_ERR_COUNT, "MPI_ERR_COUNT: invalid count"},
    {MPI_ERR_TYPE, "MPI_ERR_TYPE: invalid datatype"},
    {MPI_ERR_TAG, "MPI_ERR_TAG: invalid tag"},
    {MPI_ERR_COMM, "MPI_ERR_COMM: invalid communicator"},
    {MPI_ERR_RANK, "MPI_ERR_RANK: invalid rank"},
    {MPI_ERR_REQUEST, "MPI_ERR_REQUEST: invalid request"},
    {MPI_ERR_ROOT, "MPI_ERR_ROOT: invalid root"},
    {MPI_ERR_GROUP, "MPI_ERR_GROUP: invalid group"},
    {MPI_ERR_OP, "MPI_ERR_OP: invalid reduction operation"},
    {MPI_ERR_TOPOLOGY, "MPI_ERR_TOPOLOGY: invalid topology"},
    {MPI_ERR_DIMS, "MPI_ERR_DIMS: invalid dimensions"},
    {MPI_ERR_ARG, "MPI_ERR_ARG: invalid argument"},
    {MPI_ERR_UNKNOWN, "MPI_ERR_UNKNOWN: unknown error"},
    {MPI_ERR_TRUNCATE, "MPI_ERR_TRUNCATE: message longer than the receive buffer"},
    {MPI_ERR_OTHER, "MPI_ERR_OTHER: other error"},
    {MPI_ERR_INTERN, "MPI_ERR_INTERN: internal error"},
    {MPI_ERR_PENDING, "MPI_ERR_PENDING: pending request"},
    {MPI_ERR_IN_STATUS, "MPI_ERR_IN_STATUS: the error code is in the status"},
    {MPI_ERR_ACCESS, "MPI_ERR_ACCESS: permission denied"},
    {MPI_ERR_AMODE, "MPI_ERR_AMODE: invalid access mode"},
    {MPI_ERR_ASSERT, "MPI_ERR_ASSERT: invalid assertion argument"},
    {MPI_ERR_BAD_FILE, "MPI_ERR_BAD_FILE: invalid file name"},
    {MPI_ERR_BASE, "MPI_ERR_BASE: invalid base address"},
    {MPI_ERR_CONVERSION, "MPI_ERR_CONVERSION: error in a data conversion function"},
    {MPI_ERR_DISP, "MPI_ERR_DISP: invalid displacement"},
    {MPI_ERR_DUP_DATAREP, "MPI_ERR_DUP_DATAREP: data representation defined twice"},
    {MPI_ERR_FILE_EXISTS, "MPI_ERR_FILE_EXISTS: file exists"},
    {MPI_ERR_FILE_IN_USE, "MPI_ERR_FILE_IN_USE: file is in use"},
    {MPI_ERR_FILE, "MPI_ERR_FILE: invalid file handle"},
    {MPI_ERR_INFO_KEY, "MPI_ERR_INFO_KEY: invalid info key"},
    {MPI_ERR_INFO_NOKEY, "MPI_ERR_INFO_NOKEY: no such info key"},
    {MPI_ERR_INFO_VALUE, "MPI_ERR_INFO_VALUE: invalid info value"},
    {MPI_ERR_INFO, "MPI_ERR_INFO: invalid info object"},
    {MPI_ERR_IO, "MPI_ERR_IO: input or output error"},
    {MPI_ERR_KEYVAL, "MPI_ERR_KEYVAL: invalid keyval"},
    {MPI_ERR_LOCKTYPE, "MPI_ERR_LOCKTYPE: invalid lock type"},
    {MPI_ERR_NAME, "MPI_ERR_NAME: no such service name"},
    {MPI_ERR_NO_MEM, "MPI_ERR_NO_MEM: out of memory"},
    {MPI_ERR_NOT_SAME, "MPI_ERR_NOT_SAME: an argument differs between ranks"},
    {MPI_ERR_NO_SPACE, "MPI_ERR_NO_SPACE: no space left"},
    {MPI_ERR_NO_SUCH_FILE, "MPI_ERR_NO_SUCH_FILE: no such file"},
    {MPI_ERR_PORT, "MPI_ERR_PORT: invalid port name"},
    {MPI_ERR_QUOTA, "MPI_ERR_QUOTA: quota exceeded"},
    {MPI_ERR_READ_ONLY, "MPI_ERR_READ_ONLY: read-only file or file system"},
    {MPI_ERR_RMA_CONFLICT, "MPI_ERR_RMA_CONFLICT: conflicting accesses to a window"},
    {MPI_ERR_RMA_SYNC, "MPI_ERR_RMA_SYNC: wrong synchronisation of one-sided calls"},
    {MPI_ERR_SERVICE, "MPI_ERR_SERVICE: invalid service name"},
    {MPI_ERR_SIZE, "MPI_ERR_SIZE: invalid size"},
    {MPI_ERR_SPAWN, "MPI_ERR_SPAWN: cannot start processes"},
    {MPI_ERR_UNSUPPORTED_DATAREP, "MPI_ERR_UNSUPPORTED_DATAREP: unsupported data representation"},
    {MPI_ERR_UNSUPPORTED_OPERATION, "MPI_ERR_UNSUPPORTED_OPERATION: unsupported operation"},
    {MPI_ERR_WIN, "MPI_ERR_WIN: invalid window"},
    {MPI_ERR_RMA_RANGE, "MPI_ERR_RMA_RANGE: target memory is not in the window"},
    {MPI_ERR_RMA_ATTACH, "MPI_ERR_RMA_ATTACH: memory cannot be attached"},
    {MPI_ERR_RMA_SHARED, "MPI_ERR_RMA_SHARED: memory cannot be shared"},
    {MPI_ERR_RMA_FLAVOR, "MPI_ERR_RMA_FLAVOR: wrong flavor of window"},
    {MPI_ERR_SESSION, "MPI_ERR_SESSION: invalid session"},
    {MPI_ERR_PROC_ABORTED, "MPI_ERR_PROC_ABORTED: a process has aborted"},
    {MPI_ERR_VALUE_TOO_LARGE, "MPI_ERR_VALUE_TOO_LARGE: a value does not fit the argument"},
    {MPI_ERR_ERRHANDLER, "MPI_ERR_ERRHANDLER: invalid error handler"},
    {MPI_ERR_ABI, "MPI_ERR_ABI: wrong use of the binary interface"},
    {MPI_ERR_PROC_FAILED, "MPI_ERR_PROC_FAILED: a process that takes part has failed"},
    {MPI_ERR_PROC_FAILED_PENDING,
     "MPI_ERR_PROC_FAILED_PENDING: a process that may send has failed; the receive still waits"},
    {MPI_ERR_REVOKED, "MPI_ERR_REVOKED: the communicator is revoked"},
    {MPI_T_ERR_CANNOT_INIT, "MPI_T_ERR_CANNOT_INIT: the tool interface cannot be initialised"},
    {MPI_T_ERR_NOT_ACCESSIBLE, "MPI_T_ERR_NOT_ACCESSIBLE: not accessible"},
    {MPI_T_ERR_NOT_INITIALIZED, "MPI_T_ERR_NOT_INITIALIZED: the tool interface is not initialised"},
    {MPI_T_ERR_NOT_SUPPORTED, "MPI_T_ERR_NOT_SUPPORTED: not supported"},
    {MPI_T_ERR_MEMORY, "MPI_T_ERR_MEMORY: out of memory"},
    {MPI_T_ERR_INVALID, "MPI_T_ERR_INVALID: invalid argument"},
    {MPI_T_ERR_INVALID_INDEX, "MPI_T_ERR_INVALID_INDEX: invalid index"},
    {MPI_T_ERR_INVALID_ITEM, "MPI_T_ERR_INVALID_ITEM: invalid item of an enumeration"},
    {MPI_T_ERR_INVALID_SESSION, "MPI_T_ERR_INVALID_SESSION: invalid session"},
    {MPI_T_ERR_INVALID_HANDLE, "MPI_T_ERR_INVALID_HANDLE: invalid handle"},
    {MPI_T_ERR_INVALID_NAME, "MPI_T_ERR_INVALID_NAME: invalid name"},
    {MPI_T_ERR_OUT_OF_HANDLES, "MPI_T_ERR_OUT_OF_HANDLES: no more handles"},
    {MPI_T_ERR_OUT_OF_SESSIONS, "MPI_T_ERR_OUT_OF_SESSIONS: no more sessions"},
    {MPI_T_ERR_CVAR_SET_NOT_NOW, "MPI_T_ERR_CVAR_SET_NOT_NOW: the variable cannot be set now"},
    {MPI_T_ERR_CVAR_SET_NEVER, "MPI_T_ERR_CVAR_SET_NEVER: the variable cannot be set"},
    {MPI_T_ERR_PVAR_NO_WRITE, "MPI_T_ERR_PVAR_NO_WRITE: the variable cannot be written"},
    {MPI_T_ERR_PVAR_NO_STARTSTOP,
     "MPI_T_ERR_PVAR_NO_STARTSTOP: the variable cannot be started or stopped"},
    {MPI_T_ERR_PVAR_NO_ATOMIC,
     "MPI_T_ERR_PVAR_NO_ATOMIC: the variable cannot be read and reset at once"},
};

const ErrorClass* find_class(int code) {
  const auto* found = std::find_if(std::begin(classes), std::end(classes),
                                   [code](const ErrorClass& known) { return known.value == code; });
  return found == std::end(classes) ? nullptr : found;
}

}  // namespace

std::string error_text(int code) {
  if (code == MPI_ERR_OTHER && in_rank() && !current_rank().user_errors.cause().empty()) {
    return fmt::format("MPI_ERR_OTHER: {}", current_rank().user_errors.cause());
  }
  if (const ErrorClass* known = find_class(code); known != nullptr) return known->text;
  if (in_rank()) {
    if (const std::string* text = current_rank().user_errors.text_of(code)) return *text;
  }
  return fmt::format("error code {}", code);
}

bool is_predefined_error(int code) {
  return find_class(code) != nullptr;
}

}  // namespace smpi
