// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs with messages that are under way or wait.
#include "libsmpi/mpi/p2p/turns.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "kernel/error.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "models/network/config.h"

namespace smpi::p2p {

std::optional<double> PairTurns::least_bytes_of(const kernel::Options& options) {
  constexpr const char* key = "smpi/pair-duplex";
  constexpr std::string_view half = "half";
  const std::string& text = options.text(key);
  std::optional<double> least_bytes;
  if (text == half) least_bytes = 0;
  if (text.starts_with("half:")) {
    double value = 0;
    const char* first = text.data() + half.size() + 1;
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value >= 0) least_bytes = value;
  }
  if (!least_bytes && text != "full") {
    throw kernel::InputError("option smpi/pair-duplex is full, half or half:BYTES", {.text = text});
  }
  return models::is_ideal_network(options) ? std::nullopt : least_bytes;
}

bool PairTurns::concerns(const Message& message) const {
  return !message.detached && message.sender != message.receiver &&
         static_cast<double>(message.size_bytes) >= least_bytes_;
}

std::uint64_t PairTurns::key_of(const Message& message) {
  const auto [low, high] = std::minmax(message.sender->process, message.receiver->process);
  return static_cast<std::uint64_t>(high) << 32 | low;
}

bool PairTurns::take(Message& message) {
  Pair& pair = pairs_[key_of(message)];
  const bool is_free = pair.under_way == 0 || pair.sender == message.sender;
  if (!is_free || !pair.waiting.empty()) {
    pair.waiting.push_back(&message);
    return false;
  }
  pair.sender = message.sender;
  pair.under_way++;
  return true;
}

Message* PairTurns::take_next(Pair& pair) {
  if (pair.waiting.empty()) return nullptr;
  Message* next = pair.waiting.front();
  if (pair.under_way > 0 && pair.sender != next->sender) return nullptr;
  pair.waiting.pop_front();
  pair.sender = next->sender;
  pair.under_way++;
  return next;
}

}  // namespace smpi::p2p
