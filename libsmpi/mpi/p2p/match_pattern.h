// SPDX-License-Identifier: BSD-3-Clause
//
// What a receive asks for, and whether a message is it (MPI 5.0, 3.2.4).
#pragma once

#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::p2p {

inline MatchKey pattern_of(const Request& receive) {
  return {receive.channel, receive.peer, receive.tag};
}

// `pattern` may have wildcards, `key` has none.
inline bool matches(const MatchKey& pattern, const MatchKey& key) {
  return pattern.channel == key.channel &&
         (pattern.source == key.source || pattern.source == any_source) &&
         (pattern.tag == key.tag || pattern.tag == any_tag);
}

}  // namespace smpi::p2p
