// SPDX-License-Identifier: BSD-3-Clause
//
// From the arguments of a data access routine to an io::Access, and to the way it is run.
#include "libsmpi/doors/api/io/access.h"

#include "libsmpi/doors/api/io/check.h"
#include "libsmpi/mpi/io/background_access.h"
#include "libsmpi/mpi/io/pointers.h"
#include "libsmpi/mpi/io/two_phase.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

using io::Access;
using io::Direction;

// The offset at which an access begins, as far as that is known before it is its turn.
std::int64_t start_of(const File& file, const AccessCall& call) {
  switch (call.positioning) {
    case Positioning::at_offset:
      return call.offset;
    case Positioning::individual:
      return file.pointer;
    default:
      return file.shared().pointer;
  }
}

// The checks, and the access without its position.
Access check_call(FileCheck& check, const AccessCall& call) {
  if (call.direction == Direction::read) {
    check.readable();
  } else {
    check.writable();
  }
  if (call.positioning != Positioning::shared) check.not_sequential();
  check.require(call.count >= 0, MPI_ERR_COUNT, "the count is negative").type(call.type);
  check.require(call.positioning != Positioning::at_offset || call.offset >= 0, MPI_ERR_ARG,
                "the offset is negative");
  if (check.failed()) return {};
  Datatype& type = *check.datatype();
  check.require(call.buffer != nullptr || call.count == 0 || !type.is_predefined(), MPI_ERR_BUFFER,
                "the buffer is NULL");
  const io::View& view = check.file()->view;
  const MPI_Count element_bytes = view.representation().size_bytes(1, type);
  check.require(element_bytes >= 0, MPI_ERR_CONVERSION, "the extent function of datarep failed");
  std::int64_t size_bytes = 0;
  std::int64_t position = 0;
  const bool overflows =
      __builtin_mul_overflow(call.count, element_bytes, &size_bytes) ||
      __builtin_mul_overflow(start_of(*check.file(), call), view.etype_bytes(), &position) ||
      __builtin_add_overflow(position, size_bytes, &position);
  check.require(!overflows, MPI_ERR_ARG, "offset and count exceed 64 bits");
  if (check.failed()) return {};
  check.require(size_bytes % view.etype_bytes() == 0, MPI_ERR_IO,
                "the data are not a whole number of etypes");
  if (CallDetails* details = details_of_call(check.file()->owner().simulation)) {
    details->communicator = &check.file()->communicator();
    (call.direction == Direction::write ? details->sent_bytes : details->received_bytes) =
        size_bytes;
  }
  return {.file = check.file(),
          .direction = call.direction,
          .buffer = call.buffer,
          .count = call.count,
          .type = &type,
          .size_bytes = size_bytes};
}

// An access of nothing, with which a rank takes part whose arguments are wrong.
Access empty_access(File& file, Direction direction) {
  return {.file = &file, .direction = direction, .type = &predefined_type(MPI_BYTE)};
}

// Etypes that a file pointer moves: what is written, or what can be read now.
std::int64_t etypes_moved(const Access& access) {
  const std::int64_t bytes =
      access.direction == Direction::write ? access.size_bytes : io::readable_bytes(access);
  return io::etypes_of(*access.file, bytes);
}

void set_position(Access& access, const AccessCall& call) {
  File& file = *access.file;
  const std::int64_t etype_bytes = file.view.etype_bytes();
  switch (call.positioning) {
    case Positioning::at_offset:
      access.position = call.offset * etype_bytes;
      return;
    case Positioning::individual:
      access.position = file.pointer * etype_bytes;
      file.pointer += etypes_moved(access);
      return;
    case Positioning::shared:
      io::take_shared_pointer(file, [&](std::int64_t start) {
        access.position = start * etype_bytes;
        return etypes_moved(access);
      });
      return;
  }
}

// Collective: the number of the access among the collective calls of the file is `operation`. With
// an error, of a rank that failed, which all are told, nobody accesses anything.
int set_position_of_all(Access& access, const AccessCall& call, int operation) {
  if (call.positioning != Positioning::shared) {
    set_position(access, call);
    return MPI_SUCCESS;
  }
  File& file = *access.file;
  std::int64_t start = 0;
  const int error =
      io::take_in_order(file, operation, io::etypes_of(file, access.size_bytes), start);
  access.position = start * file.view.etype_bytes();
  return error;
}

// A collective access of this rank with its position, also when its arguments are wrong.
Access prepare_all(FileCheck& check, const AccessCall& call) {
  check.no_split();
  Access access = check_call(check, call);
  if (check.failed()) access = empty_access(*check.file(), call.direction);
  return access;
}

void write_access_status(MPI_Count size_bytes, MPI_Status* status) {
  Status result = empty_status;
  result.size_bytes = size_bytes;
  write_status(result, status);
}

}  // namespace

int access(const AccessCall& call, MPI_Status* status) {
  FileCheck check(call.file);
  Access access = check_call(check, call);
  if (check.failed()) return check.raise();
  set_position(access, call);
  MPI_Count size_bytes = 0;
  const int error = io::run(access, size_bytes);
  write_access_status(size_bytes, status);
  return check.raise(error);
}

int start_access(const AccessCall& call, MPI_Request* request) {
  FileCheck check(call.file);
  check.pointer(request, "request");
  Access access = check_call(check, call);
  if (check.failed()) return check.raise();
  set_position(access, call);
  *request =
      to_handle(io::start_access(std::move(access), {.name = running_strand->call.function}));
  return MPI_SUCCESS;
}

int access_all(const AccessCall& call, MPI_Status* status) {
  FileCheck check(call.file);
  if (check.failed()) return check.raise();
  Access access = prepare_all(check, call);
  File& file = *check.file();
  MPI_Count size_bytes = 0;
  int error = set_position_of_all(access, call, file.next_operation());
  if (error == MPI_SUCCESS) error = io::run_collective(access, file.next_operation(), size_bytes);
  if (check.failed()) return check.raise();
  write_access_status(size_bytes, status);
  return check.raise(error);
}

int start_access_all(const AccessCall& call, MPI_Request* request) {
  FileCheck check(call.file);
  check.pointer(request, "request");
  if (check.failed()) return check.raise();
  Access access = prepare_all(check, call);
  File& file = *check.file();
  const int error = set_position_of_all(access, call, file.next_operation());
  if (error != MPI_SUCCESS) return check.failed() ? check.raise() : check.raise(error);
  Request* started = io::start_access(std::move(access), {.name = running_strand->call.function,
                                                          .operation = file.next_operation()});
  if (!check.failed()) {
    *request = to_handle(started);
    return MPI_SUCCESS;
  }
  // The others have this rank's part, which is empty; the program gets no request.
  wait_for(*started);
  finish(*started);
  return check.raise();
}

int begin_split(const AccessCall& call, io::SplitKind kind) {
  FileCheck check(call.file);
  check.no_split();
  if (check.failed()) return check.raise();
  Access access = prepare_all(check, call);
  File& file = *check.file();
  const int error = set_position_of_all(access, call, file.next_operation());
  if (error != MPI_SUCCESS) return check.failed() ? check.raise() : check.raise(error);
  Request* started = io::start_access(std::move(access), {.name = running_strand->call.function,
                                                          .operation = file.next_operation(),
                                                          .is_split = true});
  if (!check.failed()) {
    file.split_kind = kind;
    file.split_request = started;
    return MPI_SUCCESS;
  }
  wait_for(*started);
  finish(*started);
  return check.raise();
}

int end_split(MPI_File handle, io::SplitKind kind, MPI_Status* status) {
  FileCheck check(handle);
  if (check.failed()) return check.raise();
  File& file = *check.file();
  check.require(file.split_kind != io::SplitKind::none, MPI_ERR_IO,
                "no split collective access of the file has begun");
  check.require(file.split_kind == kind, MPI_ERR_IO,
                "another routine began the split collective access of the file");
  if (check.failed()) return check.raise();
  file.split_kind = io::SplitKind::none;
  Request* request = std::exchange(file.split_request, nullptr);
  wait_for(*request);
  const Status result = finish(*request);
  write_status(result, status);
  return check.raise(result.error);
}

}  // namespace smpi::api
