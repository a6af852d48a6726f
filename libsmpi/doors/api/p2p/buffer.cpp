// SPDX-License-Identifier: BSD-3-Clause
//
// The buffer of buffered sends (MPI 5.0, 3.6). Its room is accounted for as the standard asks, its
// memory is not used: messages are kept in the simulation's own pool. A communicator may have a
// buffer of its own, which its sends use instead of that of its session or, without one, of the
// process.
#include <cstring>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/comm/session_check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/p2p/buffered_send.h"
#include "libsmpi/mpi/requests/background.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/ranks/runtime/send_buffer.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

using p2p::SendBuffer;

template <class CheckKind>
int attach(CheckKind check, SendBuffer& buffer, void* address, MPI_Count size_bytes) {
  const bool automatic = address == MPI_BUFFER_AUTOMATIC;
  check.require(!buffer.attached, MPI_ERR_BUFFER, "a buffer is attached already")
      .require(automatic || size_bytes >= 0, MPI_ERR_ARG, "negative size")
      .require(address != nullptr || size_bytes == 0, MPI_ERR_BUFFER, "the buffer is NULL");
  if (check.failed()) return check.raise();
  buffer.attached = true;
  buffer.automatic = automatic;
  buffer.address = address;
  buffer.size_bytes = size_bytes;
  return MPI_SUCCESS;
}

// Returns what was attached, when nothing of it is in use any more.
template <class CheckKind, class Size>
int detach(CheckKind check, SendBuffer& buffer, void* address, Size* size) {
  check.pointer(address, "buffer_addr")
      .pointer(size, "size")
      .require(buffer.attached, MPI_ERR_BUFFER, "no buffer is attached");
  if (check.failed()) return check.raise();
  p2p::wait_until_empty(buffer);
  std::memcpy(address, &buffer.address, sizeof(void*));
  *size = buffer.automatic ? 0 : static_cast<Size>(buffer.size_bytes);
  buffer.attached = false;
  buffer.automatic = false;
  buffer.address = nullptr;
  buffer.size_bytes = 0;
  return MPI_SUCCESS;
}

template <class CheckKind>
int flush(const CheckKind& check, SendBuffer& buffer) {
  if (check.failed()) return check.raise();
  p2p::wait_until_empty(buffer);
  return MPI_SUCCESS;
}

template <class CheckKind>
int start_flush(CheckKind check, Communicator& communicator, SendBuffer& buffer,
                MPI_Request* request) {
  check.pointer(request, "request");
  if (check.failed()) return check.raise();
  *request = to_handle(comm::start_background(communicator, "the flush of a buffer", [&buffer] {
    p2p::wait_until_empty(buffer);
    return MPI_SUCCESS;
  }));
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Buffer_attach(void* buffer, int size) {
  const Call call;
  return attach(Check(), current_rank().send_buffer, buffer, size);
}

int PMPI_Buffer_detach(void* buffer_addr, int* size) {
  const Call call;
  return detach(Check(), current_rank().send_buffer, buffer_addr, size);
}

int PMPI_Buffer_flush(void) {
  const Call call;
  return flush(Check(), current_rank().send_buffer);
}

int PMPI_Buffer_iflush(MPI_Request* request) {
  const Call call;
  Rank& rank = current_rank();
  return start_flush(Check(), *rank.self, rank.send_buffer, request);
}

int PMPI_Comm_attach_buffer(MPI_Comm comm, void* buffer, int size) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  return attach(check, check.communicator()->send_buffer, buffer, size);
}

int PMPI_Comm_detach_buffer(MPI_Comm comm, void* buffer_addr, int* size) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  return detach(check, check.communicator()->send_buffer, buffer_addr, size);
}

int PMPI_Comm_flush_buffer(MPI_Comm comm) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  return flush(check, check.communicator()->send_buffer);
}

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request* request) {
  const Call call;
  const Check check(comm);
  if (check.failed()) return check.raise();
  return start_flush(check, *check.communicator(), check.communicator()->send_buffer, request);
}

int PMPI_Session_attach_buffer(MPI_Session session, void* buffer, int size) {
  const Call call;
  const SessionCheck check(session);
  if (check.failed()) return check.raise();
  return attach(check, check.session().send_buffer, buffer, size);
}

int PMPI_Session_detach_buffer(MPI_Session session, void* buffer_addr, int* size) {
  const Call call;
  const SessionCheck check(session);
  if (check.failed()) return check.raise();
  return detach(check, check.session().send_buffer, buffer_addr, size);
}

int PMPI_Session_flush_buffer(MPI_Session session) {
  const Call call;
  const SessionCheck check(session);
  if (check.failed()) return check.raise();
  return flush(check, check.session().send_buffer);
}

int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request* request) {
  const Call call;
  const SessionCheck check(session);
  if (check.failed()) return check.raise();
  return start_flush(check, *current_rank().self, check.session().send_buffer, request);
}

#include <large_counts/p2p/buffer.inc>

}  // extern "C"
