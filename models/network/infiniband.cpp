// SPDX-License-Identifier: BSD-3-Clause
//
// Degrees of hosts and the penalties they make.
#include "models/network/infiniband.h"

#include <algorithm>

namespace smpi::models {

InfinibandContention::InfinibandContention(const InfinibandFactors& factors, std::size_t host_count)
    : factors_(factors), hosts_(host_count) {}

void InfinibandContention::flow_starts(std::uint32_t flow, HostId source, HostId destination) {
  if (flows_.size() <= flow) flows_.resize(flow + 1);
  flows_[flow] = {source, destination, 1};
  hosts_[source].sent.push_back(flow);
  Host& receiver = hosts_[destination];
  receiver.received_count++;
  const auto sender = std::find_if(receiver.senders.begin(), receiver.senders.end(),
                                   [&](const Sender& known) { return known.source == source; });
  if (sender == receiver.senders.end()) {
    receiver.senders.push_back({source, 1});
  } else {
    sender->count++;
  }
  mark_senders_to(destination);
}

void InfinibandContention::flow_ends(std::uint32_t flow) {
  const auto [source, destination, penalty] = flows_[flow];
  mark_senders_to(destination);  // before this source leaves the list
  std::erase(hosts_[source].sent, flow);
  Host& receiver = hosts_[destination];
  receiver.received_count--;
  const auto sender =
      std::find_if(receiver.senders.begin(), receiver.senders.end(),
                   [from = source](const Sender& known) { return known.source == from; });
  if (--sender->count == 0) receiver.senders.erase(sender);
}

void InfinibandContention::mark_senders_to(HostId destination) {
  for (const Sender& sender : hosts_[destination].senders) {
    Host& source = hosts_[sender.source];
    if (source.is_dirty) continue;
    source.is_dirty = true;
    dirty_.push_back(sender.source);
  }
}

const std::vector<std::uint32_t>& InfinibandContention::update() {
  changed_.clear();
  for (const HostId id : dirty_) {
    Host& source = hosts_[id];
    source.is_dirty = false;
    const double sending = send_penalty(source);
    for (const std::uint32_t flow : source.sent) {
      const double penalty =
          std::max(sending, receive_penalty(id, hosts_[flows_[flow].destination]));
      if (penalty == flows_[flow].penalty) continue;
      flows_[flow].penalty = penalty;
      changed_.push_back(flow);
    }
  }
  dirty_.clear();
  return changed_;
}

double InfinibandContention::send_penalty(const Host& source) const {
  if (source.sent.size() == 1) return 1;
  double largest = 0;
  for (const std::uint32_t flow : source.sent) {
    const bool is_loaded = hosts_[flows_[flow].destination].received_count > 2;
    largest = std::max(largest, static_cast<double>(source.sent.size()) * factors_.send *
                                    (is_loaded ? factors_.send_to_loaded_receiver : 1));
  }
  return largest;
}

double InfinibandContention::receive_penalty(HostId source, const Host& destination) const {
  if (destination.received_count == 1) return 1;
  const auto sender = std::find_if(destination.senders.begin(), destination.senders.end(),
                                   [&](const Sender& known) { return known.source == source; });
  return sender->count * factors_.receive * static_cast<double>(destination.senders.size());
}

std::unique_ptr<Contention> contention_of(const NetworkConfig& config, std::size_t host_count) {
  if (config.model != NetworkModel::infiniband) return nullptr;
  return std::make_unique<InfinibandContention>(config.infiniband, host_count);
}

}  // namespace smpi::models
