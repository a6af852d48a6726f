// SPDX-License-Identifier: BSD-3-Clause
//
// The messages by which the members of a communicator agree on something, as far as they cost time.
// Their content is not sent: it is in the meeting (creation/meeting.h).
//
// An agreement is an allgather by Bruck's algorithm (IEEE TPDS 8(11), 1997): ceil(log2 p) rounds,
// in round k each rank sends 2^k blocks to the rank 2^k below it. Cost ceil(log2 p) alpha +
// (p - 1) b beta for blocks of b bytes. On an intercommunicator each side does it, then the two
// leaders exchange what they have and tell their sides.
#pragma once

#include <optional>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::comm {

// What a receiver gives when it does not know the size.
inline constexpr MPI_Count max_message_bytes = 16 << 20;

// Simulates an agreement on `block_bytes` from each member; returns when the running rank has all
// of it. Collective over `communicator`. `tag` keeps concurrent agreements apart.
void agree(Communicator& communicator, MPI_Count block_bytes, int tag);

// What an agreement came to for all of its members, in their meeting.
struct Outcome {
  std::size_t came_count = 0;
  std::optional<int> error;
};
// The same inside an intracommunicator, where what comes next depends on all members. When one
// fails, either all others go on or all are told the error that is returned: whoever is done first
// decides. Nobody goes on before all have come.
int agree_alike(Communicator& communicator, MPI_Count block_bytes, int tag, Outcome& outcome);

// Simulates a binomial broadcast inside an intracommunicator; the size counts at the root only.
void announce(Communicator& communicator, int root, MPI_Count size_bytes, int tag);

// Simulate a message to `rank`, and its receipt from `rank`.
void tell(Communicator& communicator, int rank, MPI_Count size_bytes, int tag);
void listen(Communicator& communicator, int rank, int tag);

// Simulates a message each way between the running rank and `peer`.
void swap(Communicator& communicator, int peer, MPI_Count sent_bytes, MPI_Count received_bytes,
          int tag);

}  // namespace smpi::comm
