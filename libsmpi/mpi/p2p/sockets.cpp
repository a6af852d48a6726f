// SPDX-License-Identifier: BSD-3-Clause
//
// What is in the sockets.
#include "libsmpi/mpi/p2p/sockets.h"

#include <algorithm>

#include "kernel/error.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "models/network/config.h"

namespace smpi::p2p {

double Sockets::buffer_bytes_of(const kernel::Options& options) {
  constexpr const char* key = "smpi/socket-buffer";
  const double bytes = options.number(key);
  if (bytes < 0) {
    throw kernel::InputError("option smpi/socket-buffer cannot be negative",
                             {.text = options.text(key)});
  }
  return models::is_ideal_network(options) ? 0 : bytes;
}

bool Sockets::is_used_by(const Message& message) {
  return message.sender->host != message.receiver->host;
}

double Sockets::share_before_return(const Message& message) const {
  const auto size_bytes = static_cast<double>(message.size_bytes);
  const double before_bytes = std::max(first_bytes_, size_bytes - buffer_bytes_);
  return before_bytes > 0 ? std::min(before_bytes / size_bytes, 1.0) : 0;
}

std::uint64_t Sockets::key_of(const Message& message) {
  return static_cast<std::uint64_t>(message.sender->process) << 32 | message.receiver->process;
}

bool Sockets::enter(const Entry& entry) {
  const std::uint64_t key = key_of(*entry.message);
  const auto found = queues_.find(key);
  if (found != queues_.end()) {
    found->second.waiting.push_back(entry);
    return false;
  }
  if (is_long(*entry.message)) queues_[key].done = entry.done;
  return true;
}

}  // namespace smpi::p2p
