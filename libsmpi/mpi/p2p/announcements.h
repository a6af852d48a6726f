// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that wait for their receive, on networks that want to know of them (packets, which carry
// the handshake). On others nothing here is called.
#pragma once

#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/network/network.h"

namespace smpi::p2p {

[[gnu::cold, gnu::noinline]] inline void announce(Message& message) {
  models::Network& network = message.sender->simulation.network;
  message.announcement = network.announce(message.sender->host, message.receiver->host);
}

// It never starts.
[[gnu::cold, gnu::noinline]] inline void withdraw_announcement(Message& message) {
  if (message.announcement == models::no_announcement) return;
  message.sender->simulation.network.withdraw(message.announcement);
  message.announcement = models::no_announcement;
}

}  // namespace smpi::p2p
