// SPDX-License-Identifier: BSD-3-Clause
//
// All messages are read from one constant area and written to another, whatever their number: they
// carry nothing, so they need no memory of their own.
#include "libsmpi/mpi/creation/agreement.h"

#include <algorithm>

#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/waiting.h"

namespace smpi::comm {
namespace {

// Longer messages are simulated as this size; pages that are only read cost no memory.
constexpr MPI_Count area_bytes = max_message_bytes;
std::byte sent_area[area_bytes];
std::byte received_area[area_bytes];

p2p::SendSpec send_spec(Communicator& communicator, int destination, MPI_Count bytes, int tag) {
  return {.buffer = sent_area,
          .count = std::min(bytes, area_bytes),
          .type = &predefined_type(MPI_BYTE),
          .destination = destination,
          .tag = tag,
          .communicator = &communicator,
          .channel = Channel::internal};
}

p2p::ReceiveSpec receive_spec(Communicator& communicator, int source, MPI_Count bytes, int tag) {
  return {.buffer = received_area,
          .count = std::min(bytes, area_bytes),
          .type = &predefined_type(MPI_BYTE),
          .source = source,
          .tag = tag,
          .communicator = &communicator,
          .channel = Channel::internal};
}

struct Block {
  int peer;
  MPI_Count bytes;
};

void exchange(Communicator& communicator, Block sent, Block received, int tag) {
  const p2p::ReceiveSpec awaited = receive_spec(communicator, received.peer, received.bytes, tag);
  const p2p::SendSpec given = send_spec(communicator, sent.peer, sent.bytes, tag);
  Request* requests[2] = {p2p::watched::start_receive(awaited), p2p::watched::start_send(given)};
  wait_for_all(requests);
  for (Request* request : requests) {
    p2p::watched::end(request);
    finish(*request);
  }
}

// Bruck's allgather.
void gather_to_all(Communicator& communicator, MPI_Count block_bytes, int tag) {
  const int size = communicator.size();
  const int rank = communicator.rank();
  for (int distance = 1; distance < size; distance *= 2) {
    const MPI_Count bytes = block_bytes * std::min(distance, size - distance);
    exchange(communicator, {(rank - distance + size) % size, bytes},
             {(rank + distance) % size, bytes}, tag);
  }
}

}  // namespace

void announce(Communicator& communicator, int root, MPI_Count size_bytes, int tag) {
  const int size = communicator.size();
  const int position = (communicator.rank() - root + size) % size;
  int mask = 1;
  for (; mask < size && (position & mask) == 0; mask *= 2) {
  }
  if (position != 0) {
    const int parent = (position - mask + root) % size;
    const p2p::ReceiveSpec spec = receive_spec(communicator, parent, max_message_bytes, tag);
    size_bytes = p2p::watched::receive(spec).size_bytes;
  }
  for (mask /= 2; mask > 0; mask /= 2) {
    if (position + mask >= size) continue;
    p2p::watched::send(send_spec(communicator, (position + mask + root) % size, size_bytes, tag));
  }
}

void tell(Communicator& communicator, int rank, MPI_Count size_bytes, int tag) {
  p2p::watched::send(send_spec(communicator, rank, size_bytes, tag));
}

void listen(Communicator& communicator, int rank, int tag) {
  p2p::watched::receive(receive_spec(communicator, rank, max_message_bytes, tag));
}

void swap(Communicator& communicator, int peer, MPI_Count sent_bytes, MPI_Count received_bytes,
          int tag) {
  exchange(communicator, {peer, sent_bytes}, {peer, received_bytes}, tag);
}

void agree(Communicator& communicator, MPI_Count block_bytes, int tag) {
  const WaitingReason reason("the other ranks of the communicator");
  Communicator& local = communicator.local();
  gather_to_all(local, block_bytes, tag);
  if (communicator.is_inter()) {
    const MPI_Count received_bytes = block_bytes * communicator.remote_size();
    if (local.rank() == 0) {
      swap(communicator, 0, block_bytes * local.size(), received_bytes, tag);
    }
    announce(local, 0, received_bytes, tag);
  }
}

int agree_alike(Communicator& communicator, MPI_Count block_bytes, int tag, Outcome& outcome) {
  outcome.came_count++;
  agree(communicator, block_bytes, tag);
  const int error = p2p::take_failure();
  if (!outcome.error) {
    const bool have_all_come = outcome.came_count == static_cast<std::size_t>(communicator.size());
    outcome.error = have_all_come ? MPI_SUCCESS : error;
  }
  return *outcome.error;
}

}  // namespace smpi::comm
