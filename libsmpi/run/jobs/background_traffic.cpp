// SPDX-License-Identifier: BSD-3-Clause
//
// Sources of messages, each with a stream of random numbers of its own.
#include "libsmpi/run/jobs/background_traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "kernel/random_stream.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/network/activity.h"

namespace smpi::jobs {
namespace {

using models::HostId;
using models::LinkId;
using Pattern = Traffic::Pattern;

constexpr std::size_t messages_between_checks = 1000;

// Where host number `from` of the list sends to: pairs of (number in the list, share of what it
// sends). Empty: nowhere.
class Destinations {
 public:
  explicit Destinations(const Traffic& traffic) : traffic_(traffic) {
    if (traffic.pattern != Pattern::permutation) return;
    // Sattolo's algorithm: one cycle, so nobody sends to himself.
    next_.resize(traffic.hosts.size());
    std::iota(next_.begin(), next_.end(), 0);
    kernel::RandomStream stream = kernel::named_stream(traffic.number, "traffic/permutation");
    for (std::size_t left = next_.size(); left > 1; left--) {
      std::swap(next_[left - 1], next_[kernel::draw_below(stream, left - 1)]);
    }
  }

  bool sends(std::size_t from) const {
    return traffic_.pattern != Pattern::hotspot || from != traffic_.number;
  }
  bool is_spread() const {
    return traffic_.pattern == Pattern::uniform || traffic_.pattern == Pattern::alltoall;
  }
  // REQUIRES: sends(from), not spread.
  std::size_t only(std::size_t from) const {
    if (traffic_.pattern == Pattern::shift) {
      return (from + traffic_.number) % traffic_.hosts.size();
    }
    return traffic_.pattern == Pattern::permutation ? next_[from] : traffic_.number;
  }

 private:
  const Traffic& traffic_;
  std::vector<std::size_t> next_;
};

}  // namespace

struct BackgroundTraffic::Source {
  const Traffic& traffic;
  std::uint32_t number;  // in sources_
  std::size_t index;     // in the hosts of its traffic
  std::size_t only;      // where it sends, but for spread patterns
  bool is_spread;
  double mean_interval_s;
  kernel::RandomStream stream;
  double next_s;
  std::size_t turn = 0;  // of alltoall
};

struct BackgroundTraffic::Fluid {
  std::vector<std::pair<LinkId, double>> bytes_per_s;  // that it takes
};

BackgroundTraffic::BackgroundTraffic(Simulation& simulation, const std::vector<Traffic>& traffic,
                                     std::uint64_t seed)
    : simulation_(simulation), seed_(seed) {
  std::vector<double> use(simulation.platform.links.count(), 0);
  for (std::uint32_t number = 0; number < traffic.size(); number++) {
    simulation.platform.require_routes(traffic[number].hosts);
    const std::vector<double> more = use_of_links(traffic[number]);
    for (std::size_t link = 0; link < use.size(); link++) use[link] += more[link];
    check_links(use, traffic[number]);
  }
  for (std::uint32_t number = 0; number < traffic.size(); number++) {
    if (traffic[number].is_fluid) {
      add_fluid(traffic[number]);
    } else {
      add_sources(number, traffic[number]);
    }
  }
}

BackgroundTraffic::~BackgroundTraffic() = default;

double BackgroundTraffic::cable_bytes_per_s(HostId from, HostId to) const {
  models::Route route;
  simulation_.platform.route(from, to, route);
  return route.links.empty() ? 0 : simulation_.platform.links.bandwidth_bytes_per_s[route.links[0]];
}

// Bytes per second by link.
std::vector<double> BackgroundTraffic::use_of_links(const Traffic& traffic) const {
  std::vector<double> use(simulation_.platform.links.count(), 0);
  const Destinations destinations(traffic);
  const std::size_t count = traffic.hosts.size();
  models::Route route;
  for (std::size_t from = 0; from < count; from++) {
    if (!destinations.sends(from)) continue;
    for (std::size_t to = 0; to < count; to++) {
      const bool is_reached = destinations.is_spread() ? to != from : to == destinations.only(from);
      if (!is_reached) continue;
      simulation_.platform.route(traffic.hosts[from], traffic.hosts[to], route);
      if (route.links.empty()) continue;
      const double share = destinations.is_spread() ? 1.0 / static_cast<double>(count - 1) : 1;
      const double bytes_per_s =
          share * traffic.load * simulation_.platform.links.bandwidth_bytes_per_s[route.links[0]];
      for (const LinkId link : route.links) use[link] += bytes_per_s;
    }
  }
  return use;
}

void BackgroundTraffic::check_links(const std::vector<double>& use, const Traffic& latest) const {
  const models::LinkTable& links = simulation_.platform.links;
  for (LinkId link = 0; link < use.size(); link++) {
    const double share = use[link] / links.bandwidth_bytes_per_s[link];
    if (links.policy[link] == models::SharingPolicy::fatpipe || share < 1) continue;
    Where where = latest.where;
    where.text = links.name[link];
    where.hint = "a smaller load, or fewer hosts";
    throw kernel::InputError(
        fmt::format("the traffic asks for {:.3g} times what a link carries", share), where);
  }
}

void BackgroundTraffic::add_sources(std::uint32_t number, const Traffic& traffic) {
  const Destinations destinations(traffic);
  for (std::size_t index = 0; index < traffic.hosts.size(); index++) {
    if (!destinations.sends(index)) continue;
    const bool is_spread = destinations.is_spread();
    const std::size_t only =
        is_spread ? (index + 1) % traffic.hosts.size() : destinations.only(index);
    const double cable = cable_bytes_per_s(traffic.hosts[index], traffic.hosts[only]);
    if (cable == 0) continue;  // of a host to itself, under another name
    sources_.push_back(std::make_unique<Source>(Source{
        .traffic = traffic,
        .number = static_cast<std::uint32_t>(sources_.size()),
        .index = index,
        .only = only,
        .is_spread = is_spread,
        .mean_interval_s = traffic.message_bytes / (traffic.load * cable),
        .stream =
            kernel::named_stream(seed_, fmt::format("traffic/{}/{}", number, traffic.hosts[index])),
        .next_s = traffic.from_s}));
    Source& source = *sources_.back();
    if (traffic.is_periodic) {
      schedule_event(source.next_s, kernel::Priority::timer, send_now, source.number);
    } else {
      schedule(source);
    }
  }
}

void BackgroundTraffic::schedule(Source& source) {
  const double share = source.traffic.is_periodic ? 1 : kernel::draw_exponential(source.stream);
  source.next_s += share * source.mean_interval_s;
  if (source.traffic.until_s && source.next_s >= *source.traffic.until_s) return;
  schedule_event(source.next_s, kernel::Priority::timer, send_now, source.number);
}

void BackgroundTraffic::schedule_event(double time_s, kernel::Priority priority,
                                       kernel::EventHandler handler, std::uint32_t argument) {
  simulation_.engine.events().schedule(time_s, priority, handler, this, argument);
  pending_count_++;
}

bool BackgroundTraffic::is_all_there_is() const {
  const models::NetworkActivity& network = models::activity_of(simulation_.network);
  if (network.flow_count() > flow_count_) return false;
  return simulation_.engine.waking_event_count() <= pending_count_ + network.pending_event_count() +
                                                        simulation_.machine->profile_event_count();
}

// Two checks at different times, because what happens at the end of an instant is no event.
bool BackgroundTraffic::is_pointless() {
  if (is_stopped_) return true;
  if (messages_until_check_-- > 0) return false;
  // A check looks at each link, so it takes no more time than the messages before it.
  messages_until_check_ = std::max(messages_between_checks, simulation_.platform.links.count());
  const double now_s = simulation_.engine.now_s();
  if (!is_all_there_is()) {
    alone_since_s_ = -1;
  } else if (alone_since_s_ < 0) {
    alone_since_s_ = now_s;
  } else {
    is_stopped_ = now_s > alone_since_s_;
  }
  return is_stopped_;
}

void BackgroundTraffic::send_now(void* traffic, std::uint32_t source) {
  auto& self = *static_cast<BackgroundTraffic*>(traffic);
  self.pending_count_--;
  if (self.is_pointless()) return;
  self.send(*self.sources_[source]);
  self.schedule(*self.sources_[source]);
}

void BackgroundTraffic::send(Source& source) {
  const std::vector<HostId>& hosts = source.traffic.hosts;
  std::size_t to = source.only;
  if (source.is_spread) {
    const std::size_t others = hosts.size() - 1;
    const std::size_t step = source.traffic.pattern == Pattern::alltoall
                                 ? source.turn++ % others
                                 : kernel::draw_below(source.stream, others);
    to = (source.index + 1 + step) % hosts.size();
  }
  message_count_++;
  flow_count_++;
  message_bytes_ += source.traffic.message_bytes;
  simulation_.network.start(
      {.source = hosts[source.index],
       .destination = hosts[to],
       .size_bytes = source.traffic.message_bytes,
       .done = [](void* self,
                  std::uint32_t) { static_cast<BackgroundTraffic*>(self)->flow_count_--; },
       .owner = this,
       .argument = 0});
}

void BackgroundTraffic::add_fluid(const Traffic& traffic) {
  for (const models::Platform::TimedProfile& profile : simulation_.platform.profiles) {
    if (profile.target != models::Platform::TimedProfile::Target::link_bandwidth) continue;
    Where where = traffic.where;
    where.hint = "leave fluid out: messages share whatever bandwidth there is";
    throw kernel::InputError("fluid traffic does not go with bandwidths that change", where);
  }
  Fluid fluid;
  const std::vector<double> use = use_of_links(traffic);
  for (LinkId link = 0; link < use.size(); link++) {
    if (use[link] > 0) fluid.bytes_per_s.emplace_back(link, use[link]);
  }
  fluids_.push_back(std::move(fluid));
  const auto index = static_cast<std::uint32_t>(fluids_.size() - 1);
  schedule_event(traffic.from_s, kernel::Priority::resource, begin_fluid, index);
  if (traffic.until_s) {
    schedule_event(*traffic.until_s, kernel::Priority::resource, end_fluid, index);
  }
}

void BackgroundTraffic::change_links(const Fluid& fluid, double sign) {
  for (const auto& [link, bytes_per_s] : fluid.bytes_per_s) {
    simulation_.platform.links.bandwidth_bytes_per_s[link] += sign * bytes_per_s;
    simulation_.network.link_changed(link);
  }
}

void BackgroundTraffic::begin_fluid(void* traffic, std::uint32_t fluid) {
  auto& self = *static_cast<BackgroundTraffic*>(traffic);
  self.pending_count_--;
  self.change_links(self.fluids_[fluid], -1);
}

void BackgroundTraffic::end_fluid(void* traffic, std::uint32_t fluid) {
  auto& self = *static_cast<BackgroundTraffic*>(traffic);
  self.pending_count_--;
  self.change_links(self.fluids_[fluid], 1);
}

}  // namespace smpi::jobs
