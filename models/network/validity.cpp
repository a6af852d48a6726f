// SPDX-License-Identifier: BSD-3-Clause
//
// Counting sizes and crowds.
#include "models/network/validity.h"

#include <algorithm>

namespace smpi::models {
namespace {

constexpr std::uint32_t crowd = 4;  // flows into one port

}  // namespace

void ValidityWatch::flow_starts(HostId source, HostId destination, double size_bytes) {
  message_count_++;
  byte_count_ += size_bytes;
  // An empty message takes as long as one of a byte.
  const double size = std::max(size_bytes, 1.0);
  if (size < measured_.least_bytes || size > measured_.most_bytes) {
    beyond_count_++;
    beyond_bytes_ += size_bytes;
  }
  if (source == destination) return;
  Port& port = ports_[destination];
  if (++port.flow_count == crowd) port.crowded_since_s = engine_.now_s();
}

void ValidityWatch::flow_ends(HostId source, HostId destination) {
  if (source == destination) return;
  Port& port = ports_[destination];
  if (port.flow_count-- == crowd) port.crowded_s += engine_.now_s() - port.crowded_since_s;
}

NetworkValidity ValidityWatch::result() const {
  NetworkValidity result;
  result.least_bytes = measured_.least_bytes;
  result.most_bytes = measured_.most_bytes;
  if (message_count_ > 0) {
    result.beyond_share_of_messages =
        static_cast<double>(beyond_count_) / static_cast<double>(message_count_);
  }
  if (byte_count_ > 0) result.beyond_share_of_bytes = beyond_bytes_ / byte_count_;
  const double now_s = engine_.now_s();
  for (HostId host = 0; host < ports_.size() && now_s > 0; host++) {
    const Port& port = ports_[host];
    const double open_s = port.flow_count >= crowd ? now_s - port.crowded_since_s : 0;
    const double share = (port.crowded_s + open_s) / now_s;
    if (share <= result.crowded_share) continue;
    result.crowded_share = share;
    result.crowded_host = host;
  }
  return result;
}

}  // namespace smpi::models
