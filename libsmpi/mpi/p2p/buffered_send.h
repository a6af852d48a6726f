// SPDX-License-Identifier: BSD-3-Clause
//
// Which messages of buffered sends an attached buffer has room for (MPI 5.0, 3.6).
#pragma once

#include "libsmpi/ranks/runtime/send_buffer.h"

namespace smpi::p2p {

struct Message;

// Takes room for a message, or returns MPI_ERR_BUFFER.
int reserve(SendBuffer& buffer, Message& message);
// Gives the room of a delivered message back.
void release(Message& message);
// Blocks the running strand until no message is in the buffer.
void wait_until_empty(SendBuffer& buffer);

}  // namespace smpi::p2p
