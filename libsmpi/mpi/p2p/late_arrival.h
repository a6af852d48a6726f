// SPDX-License-Identifier: BSD-3-Clause
//
// A message that was kept back (analyze/matching.h) arrives.
#pragma once

namespace smpi::p2p {

struct Message;

// Finds a receive for it, or queues it.
void post_again(Message& message);

}  // namespace smpi::p2p
