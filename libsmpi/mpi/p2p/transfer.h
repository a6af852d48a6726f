// SPDX-License-Identifier: BSD-3-Clause
//
// Where the data of a message lives: in the sender's buffer, in a copy of ours, in the receiver's.
#pragma once

#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::p2p {

// Whose buffers are being copied, for the report of a crash in the copy: it may happen outside all
// ranks, or in a call of the other side.
struct CopyInProgress {
  const Message* message = nullptr;  // nullptr: there is no copy in progress
  const Request* receive = nullptr;  // nullptr: into a copy of ours
};
extern constinit CopyInProgress copy_in_progress;

// Copies the data out of the sender's buffer, so that the program may change it.
void stage(Message& message);
// Copies the data to the receive's buffer; sets the receive's error when it does not fit.
void deliver(Message& message, Request& receive);
// Frees the copy, if there is one.
void drop_payload(Message& message);

}  // namespace smpi::p2p
