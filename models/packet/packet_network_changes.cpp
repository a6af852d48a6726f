// SPDX-License-Identifier: BSD-3-Clause
//
// Links that change or go off under packets, and who watches how busy links are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/error.h"
#include "models/packet/packet_network.h"

namespace smpi::models::packet {

// Packets on the wire keep the figures that they left with.
void PacketNetwork::link_changed(LinkId link) {
  const bool is_off = platform_.links.is_on[link] == 0;
  ports_.change(link, fabric_.facts(link), is_off);
  if (!observers_.empty()) usage_changes(link);
  if (packets_ == nullptr) return;
  packets_->advance_to(now());
  if (!is_off) ports_[link].is_avoided = false;
  if (deaths_ != nullptr) {
    deaths_->link_changed(link);
    if (detours_->is_dead(link)) packets_->avoid(link);
  }
  packets_->port_changed(link);
  if (fails_ && is_off) {
    for (const MessageId message : packets_->messages_over(link)) {
      const Labels& labels = packets_->message(message).labels;
      if (content_of(labels) == Content::data) expect_failure(number_of(labels));
    }
  }
  plan_tick();
}

// A flow on a way with a link that is off fails in the same instant, but not within the call that
// starts it.
void PacketNetwork::expect_failure(FlowId id) {
  engine_.events().schedule(
      engine_.now_s(), kernel::Priority::model,
      [](void* self, std::uint32_t flow) {
        auto& network = *static_cast<PacketNetwork*>(self);
        if (network.flows_[flow].state != State::carried) return;
        const PortId port = network.packets_->port_off(network.flows_[flow].message);
        if (port != no_index) network.fail(flow, port);
      },
      this, id);
}

void PacketNetwork::fail(FlowId id, LinkId link) {
  const Flow flow = flows_[id];
  cancel(id);
  FailedFlow failed{flow.done, flow.owner, flow.argument, link};
  if (flow.done == &Stripes::part_done) {
    const auto whole = stripes_.part_failed(flow.argument);
    if (!whole) return;
    failed = {whole->done, whole->owner, whole->argument, link};
  }
  tell_failure(failed);
}

std::string PacketNetwork::standstill() const {
  if (packets_ == nullptr || packets_->packets_under_way() == 0) return {};
  constexpr std::size_t shown_max = 8;
  std::vector<std::string_view> names;
  for (LinkId link = 0; link < platform_.links.count() && names.size() < shown_max; link++) {
    if (packets_->has_waiting(link)) names.push_back(platform_.links.name[link]);
  }
  return fmt::format("{} packets wait for room or for links, at {}: see packet/buffer",
                     packets_->packets_under_way(), fmt::join(names, ", "));
}

// A link is in use while a packet leaves it.
double PacketNetwork::link_usage_bytes_per_s(LinkId link) const {
  if (!usage_bytes_per_s_.empty()) return usage_bytes_per_s_[link];
  const bool is_busy = ports_[link].free_at > now();
  return is_busy ? platform_.links.bandwidth_bytes_per_s[link] : 0;
}

void PacketNetwork::add_usage_observer(kernel::EventHandler observer, void* owner) {
  if (packets_ == nullptr) {
    throw kernel::InputError("energy and loads of links need a model that looks at each link",
                             {platform_.source, 0, std::string(name_of(config_.model)),
                              "network/model:packet does, and so do the models of flows"});
  }
  observers_.push_back({observer, owner});
  usage_bytes_per_s_.resize(platform_.links.count());
  packets_->watch(this);
}

void PacketNetwork::usage_changes(PortId port) {
  if (!fabric_.is_link(port)) return;
  const bool is_busy = ports_[port].free_at > carrier_->now();
  const double usage = is_busy ? platform_.links.bandwidth_bytes_per_s[port] : 0;
  if (usage == usage_bytes_per_s_[port]) return;
  for (const Observer& each : observers_) each.observe(each.owner, port);
  usage_bytes_per_s_[port] = usage;
}

}  // namespace smpi::models::packet
