// SPDX-License-Identifier: BSD-3-Clause
//
// Messages as their watcher sees them: out of the way of those that nobody watches.
#include "libsmpi/p2p/message_watcher.h"

#include "libsmpi/datatype/datatype.h"

namespace smpi::p2p {

void tell_begin(const SendSpec& spec, bool blocks, const void* key) {
  if (spec.destination < 0) return;
  message_watcher->begin({.communicator = *spec.communicator,
                          .channel = spec.channel,
                          .tag = spec.tag,
                          .is_receive = false,
                          .blocks = blocks,
                          .peer = spec.destination,
                          .size_bytes = spec.count * spec.type->size_bytes()},
                         key);
}

void tell_begin(const ReceiveSpec& spec, bool blocks, const void* key) {
  if (spec.source < 0) return;
  message_watcher->begin({.communicator = *spec.communicator,
                          .channel = spec.channel,
                          .tag = spec.tag,
                          .is_receive = true,
                          .blocks = blocks,
                          .peer = spec.source,
                          .size_bytes = spec.count * spec.type->size_bytes()},
                         key);
}

}  // namespace smpi::p2p
