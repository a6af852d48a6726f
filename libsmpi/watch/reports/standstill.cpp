// SPDX-License-Identifier: BSD-3-Clause
//
// The models say which flows and hosts stand still; messages and requests are found from the flows.
#include "libsmpi/watch/reports/standstill.h"

#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/p2p/carried_message.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/wire.h"

namespace smpi {
namespace {

constexpr std::size_t listed_links_max = 8;

const p2p::Message* message_of(const models::NetworkActivity::StandingFlow& flow) {
  const FlowEnd end = end_behind({flow.done, flow.owner});
  return p2p::message_of(end.done, end.owner);
}

// A switch that is off, at one end of the link; empty: none is, or nobody knows.
std::string_view switch_off_at(const models::Platform& platform, models::LinkId link) {
  for (const models::Cable& cable : platform.cables) {
    if (cable.up != link && cable.down != link) continue;
    for (const models::CableEnd end : {cable.lower, cable.upper}) {
      if (end.is_switch() && platform.switches.is_on[end.index()] == 0) {
        return platform.switches.name[end.index()];
      }
    }
  }
  return {};
}

}  // namespace

Standstill::Standstill(const Simulation& simulation)
    : simulation_(simulation), flows_(models::activity_of(simulation.network).standing_flows()) {
  for (const models::Cpu::StandingHost& standing : simulation.cpu.standing_hosts()) {
    hosts_.emplace(standing.host, standing.since_s);
  }
  for (const Flow& flow : flows_) {
    const p2p::Message* message = message_of(flow);
    if (message == nullptr) continue;
    requests_.insert(message->send);
    requests_.insert(message->receive);
  }
  requests_.erase(nullptr);
}

std::string Standstill::describe_host(models::HostId host) const {
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return "";
  const models::HostTable& hosts = simulation_.platform.hosts;
  std::string state = "is off";
  if (hosts.is_on[host] != 0) {
    const std::uint32_t pstate = hosts.pstate[host];
    state = hosts.pstate_speed_flops[host][pstate] > 0
                ? "has no speed left"
                : fmt::format("is in pstate {} of speed 0", pstate);
  }
  return fmt::format("host {}, which {} since {:.9g} s", hosts.name[host], state, found->second);
}

std::string Standstill::describe_message(const Flow& flow) const {
  const p2p::Message* message = message_of(flow);
  if (message == nullptr) {
    const models::NameTable& names = simulation_.platform.hosts.name;
    return fmt::format("what host {} sends to host {}", names[flow.source],
                       names[flow.destination]);
  }
  const std::string ranks = fmt::format("of rank {} to rank {}", number_of(*message->sender),
                                        number_of(*message->receiver));
  const bool is_of_program =
      message->key.channel % channel_count == static_cast<std::uint32_t>(Channel::point_to_point);
  if (!is_of_program) {
    return fmt::format("a message {} inside a collective operation ({} bytes)", ranks,
                       message->size_bytes);
  }
  const Request* request = message->send != nullptr ? message->send : message->receive;
  const bool has_name = request != nullptr && !request->communicator->name.empty();
  return fmt::format("the message {} ({} bytes, tag {}{})", ranks, message->size_bytes,
                     message->key.tag, has_name ? " on " + request->communicator->name : "");
}

std::string Standstill::describe_link(const Flow& flow) const {
  const models::LinkTable& links = simulation_.platform.links;
  const bool is_off = links.is_on[flow.link] == 0;
  const std::string_view with = is_off ? switch_off_at(simulation_.platform, flow.link) : "";
  return fmt::format("link {} {} since {:.9g} s{}{}", links.name[flow.link],
                     is_off ? "is off" : "has no bandwidth", flow.since_s,
                     with.empty() ? "" : ", with switch ", with);
}

std::string Standstill::describe_messages() const {
  std::vector<std::pair<const Flow*, std::size_t>> links;  // the first flow on each, their number
  std::map<models::LinkId, std::size_t> place_of;
  for (const Flow& flow : flows_) {
    const auto [place, is_new] = place_of.emplace(flow.link, links.size());
    if (is_new) links.emplace_back(&flow, 0);
    links[place->second].second++;
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(links.size(), listed_links_max); i++) {
    const auto& [flow, count] = links[i];
    text +=
        fmt::format("  {} {}: {}\n", describe_message(*flow),
                    count == 1 ? "stands still" : fmt::format("and {} more stand still", count - 1),
                    describe_link(*flow));
  }
  if (links.size() > listed_links_max) {
    text += fmt::format("  {} more links let nothing pass\n", links.size() - listed_links_max);
  }
  return text;
}

}  // namespace smpi
