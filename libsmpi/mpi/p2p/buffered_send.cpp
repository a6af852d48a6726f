// SPDX-License-Identifier: BSD-3-Clause
//
// Accounting only: the data is in the pool of payloads.
#include "libsmpi/mpi/p2p/buffered_send.h"

#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::p2p {
namespace {

// What a message takes beside its data: room for its envelope. Programs may count on no more than
// MPI_BSEND_OVERHEAD (MPI 5.0, 3.6); many attach less, which real libraries are content with.
constexpr MPI_Count envelope_bytes = 96;
static_assert(envelope_bytes <= MPI_BSEND_OVERHEAD);

}  // namespace

int reserve(SendBuffer& buffer, Message& message) {
  const MPI_Count needed = message.size_bytes + envelope_bytes;
  if (!buffer.automatic && buffer.used_bytes + needed > buffer.size_bytes) return MPI_ERR_BUFFER;
  buffer.used_bytes += needed;
  message.buffered_in = &buffer;
  return MPI_SUCCESS;
}

void release(Message& message) {
  SendBuffer& buffer = *message.buffered_in;
  message.buffered_in = nullptr;
  buffer.used_bytes -= message.size_bytes + envelope_bytes;
  if (buffer.used_bytes > 0) return;
  for (Strand* strand : buffer.waiting) message.sender->simulation.engine.wake(*strand->actor);
  buffer.waiting.clear();
}

void wait_until_empty(SendBuffer& buffer) {
  Strand* self = running_strand;
  const WaitingReason reason("its buffered messages to be received");
  while (buffer.used_bytes > 0) {
    buffer.waiting.push_back(self);
    self->rank->simulation.engine.block();
    std::erase(buffer.waiting, self);
  }
}

}  // namespace smpi::p2p
