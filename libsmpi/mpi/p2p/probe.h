// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that are there and not received yet (MPI 5.0, 3.8).
#pragma once

#include "libsmpi/mpi/p2p/protocol.h"

namespace smpi::p2p {

// The first message that matches, without receiving it; nullptr if there is none.
Message* probe(const ReceiveSpec& spec);
// Blocks until there is one; nullptr: what probe_error() says speaks against it.
Message* wait_for_message(const ReceiveSpec& spec);
// MPI_SUCCESS, or why no message of the kind can be waited for: a process failed, or the
// communicator is revoked.
int probe_error(const ReceiveSpec& spec);
Status status_of(const Message& message);
// Takes a message out of the queue for a matched probe; start_matched_receive receives it later.
void extract(Message& message);

}  // namespace smpi::p2p
