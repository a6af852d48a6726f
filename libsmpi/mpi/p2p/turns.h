// SPDX-License-Identifier: BSD-3-Clause
//
// Messages of opposite directions between two ranks that take turns (smpi/pair-duplex:half,
// MODELS 12.6).
//
// Over one TCP socket the answer "you may send" to a rendezvous waits behind the bulk that goes the
// same way, so two long messages against each other take as long as one after the other. Messages
// of other pairs, and short ones, which ask nobody, are not concerned. A message begins when no
// message of the other direction is under way and none waits before it; so a stream one way does
// not keep the other way waiting for ever.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "kernel/options.h"
#include "libsmpi/mpi/requests/message.h"

namespace smpi::p2p {

class PairTurns {
 public:
  // The smallest message that takes turns, as smpi/pair-duplex says; nullopt: none does. Throws
  // InputError.
  static std::optional<double> least_bytes_of(const kernel::Options& options);

  explicit PairTurns(double least_bytes) : least_bytes_(least_bytes) {}

  bool concerns(const Message& message) const;
  // REQUIRES: concerns(message). True: it may begin. False: `begin` will be called for it.
  bool take(Message& message);
  // A message that took its turn has arrived: calls begin(message) for those whose turn it is now.
  template <class Begin>
  void pass_on(const Message& message, Begin begin) {
    const auto found = pairs_.find(key_of(message));
    found->second.under_way--;
    while (Message* next = take_next(found->second)) begin(*next);
    if (found->second.under_way == 0) pairs_.erase(found);
  }

 private:
  struct Pair {
    const Rank* sender = nullptr;  // of the messages that are under way
    std::uint32_t under_way = 0;
    std::deque<Message*> waiting = {};
  };
  static std::uint64_t key_of(const Message& message);
  static Message* take_next(Pair& pair);

  double least_bytes_;
  std::unordered_map<std::uint64_t, Pair> pairs_;
};

}  // namespace smpi::p2p
