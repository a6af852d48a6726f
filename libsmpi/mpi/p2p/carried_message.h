// SPDX-License-Identifier: BSD-3-Clause
//
// From a flow of the network back to the message that it carries, for reports: flows know only whom
// to call when they end.
#pragma once

#include "kernel/event_queue.h"

namespace smpi::p2p {

struct Message;

// Of a flow that ends with done(owner), without what stands between it and its message
// (runtime/wire.h); nullptr: it carries none.
Message* message_of(kernel::EventHandler done, void* owner);

}  // namespace smpi::p2p
