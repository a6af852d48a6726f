// SPDX-License-Identifier: BSD-3-Clause
//
// Partitioned communication (MPI 5.0, 4): one message in parts, which leave as the sender says that
// they are ready.
//
// Both sides may cut the message differently. The init call of the sender tells the receiver, in a
// message of its own that matches in the order of the init calls, how it cuts and under which tags
// the parts come; from then on each part is a message. The receiver posts one receive for each of
// the sender's parts and derives from those which of its own partitions are complete.
#pragma once

#include "libsmpi/mpi/requests/request.h"

namespace smpi::p2p {

struct PartitionedSpec {
  void* buffer;
  int partitions;
  MPI_Count count;  // elements of a partition
  Datatype* type;
  int peer;  // rank in the remote group, or MPI_PROC_NULL
  int tag;
  Communicator* communicator;
};

// Inactive persistent requests; extension->start() starts them.
Request* make_partitioned_send(const PartitionedSpec& spec);
Request* make_partitioned_receive(const PartitionedSpec& spec);

int partition_count(const Request& request);
// Has the partition of an active send been sent since its start?
bool is_ready(const Request& send, int partition);
// Sends a partition. REQUIRES: the send is active and the partition is not ready.
void make_ready(Request& send, int partition);
// Is the partition of a receive there? True when the receive is complete or not active.
bool has_arrived(Request& receive, int partition);

}  // namespace smpi::p2p
