// SPDX-License-Identifier: BSD-3-Clause
//
// A meter for each host and link that says what it takes. A change adds what was taken since the
// last one and marks the meter; the new power is read at the end of the instant, when everything
// that changes together has changed.
#include "models/host/energy.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "models/platform/power_properties.h"

namespace smpi::models {
namespace {

// A sum that terms enter and leave many times, without the drift of rounding (Neumaier).
class RunningSum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    error_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + error_; }

 private:
  double sum_ = 0;
  double error_ = 0;
};

struct Meter {
  double energy_j = 0;
  double power_w = 0;
  double since_s = 0;
  bool is_stale = false;
};

}  // namespace

struct Energy::Implementation {
  kernel::Engine& engine;
  Platform& platform;
  Cpu& cpu;
  Network& network;
  std::vector<HostPowerProfile> host_profiles;
  std::vector<double> polling_cores;  // by host
  std::vector<LinkPowerProfile> link_profiles;
  std::vector<Meter> hosts;
  std::vector<Meter> links;
  std::vector<HostId> stale_hosts;
  std::vector<LinkId> stale_links;
  bool is_measured = false;
  RunningSum power_w;  // of everything
  Peak peak;

  Implementation(kernel::Engine& engine_, Platform& platform_, Cpu& cpu_, Network& network_);

  double host_power_w(HostId host) const;
  double link_power_w(LinkId link) const;
  void mark(std::vector<Meter>& meters, std::vector<std::uint32_t>& stale, std::uint32_t id);
  void read(Meter& meter, double now_w);
  void read_meters();
  double energy_j(const Meter& meter) const {
    return meter.energy_j + meter.power_w * (engine.now_s() - meter.since_s);
  }
};

Energy::Implementation::Implementation(kernel::Engine& engine_, Platform& platform_, Cpu& cpu_,
                                       Network& network_)
    : engine(engine_), platform(platform_), cpu(cpu_), network(network_) {
  bool has_hosts = false;
  bool has_links = false;
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    host_profiles.push_back(
        host_power_profile(platform.hosts.properties[host], platform.hosts.name[host],
                           platform.hosts.pstate_speed_flops[host].size(), no_place));
    has_hosts = has_hosts || !host_profiles.back().states.empty();
  }
  for (LinkId link = 0; link < platform.links.count(); link++) {
    link_profiles.push_back(
        link_power_profile(platform.links.properties[link], platform.links.name[link], no_place));
    has_links = has_links || link_profiles.back().is_measured;
  }
  is_measured = has_hosts || has_links;
  hosts.resize(host_profiles.size());
  polling_cores.resize(hosts.size(), 0);
  links.resize(link_profiles.size());
  for (HostId host = 0; host < hosts.size(); host++) read(hosts[host], host_power_w(host));
  for (LinkId link = 0; link < links.size(); link++) read(links[link], link_power_w(link));
  peak = {power_w.value(), engine.now_s()};
  // Following loads costs time for each computation and message: only when somebody wants to know.
  if (has_hosts) {
    cpu.add_load_observer(
        [](void* self, std::uint32_t host) {
          auto* energy = static_cast<Implementation*>(self);
          energy->mark(energy->hosts, energy->stale_hosts, host);
        },
        this);
  }
  if (!has_links) return;
  network.add_usage_observer(
      [](void* self, std::uint32_t link) {
        auto* energy = static_cast<Implementation*>(self);
        energy->mark(energy->links, energy->stale_links, link);
      },
      this);
}

double Energy::Implementation::host_power_w(HostId host) const {
  const HostPowerProfile& profile = host_profiles[host];
  if (profile.states.empty()) return 0;
  if (platform.hosts.is_on[host] == 0) return profile.off_w;
  const HostPower& power = profile.states[platform.hosts.pstate[host]];
  const double speed_flops = platform.hosts.speed_flops(host);
  const bool is_transition =
      !(platform.hosts.pstate_speed_flops[host][platform.hosts.pstate[host]] > 0);
  const double cores = platform.hosts.core_count[host];
  // A pstate of speed 0 is a transition, such as booting: nothing can be idle in it.
  const double computing_cores = speed_flops > 0 ? cpu.used_flops(host) / speed_flops : 0;
  const double busy_cores = is_transition ? cores : computing_cores + polling_cores[host];
  if (!(busy_cores > 0)) return power.idle_w;
  const double load = std::min(busy_cores / cores, 1.0);
  return power.epsilon_w + load * (power.all_cores_w - power.epsilon_w);
}

double Energy::Implementation::link_power_w(LinkId link) const {
  const LinkPowerProfile& profile = link_profiles[link];
  if (!profile.is_measured) return 0;
  if (platform.links.is_on[link] == 0) return profile.off_w;
  const double load =
      network.link_usage_bytes_per_s(link) / platform.links.bandwidth_bytes_per_s[link];
  return profile.idle_w + (profile.busy_w - profile.idle_w) * std::min(load, 1.0);
}

void Energy::Implementation::mark(std::vector<Meter>& meters, std::vector<std::uint32_t>& stale,
                                  std::uint32_t id) {
  Meter& meter = meters[id];
  if (meter.is_stale) return;
  meter.energy_j = energy_j(meter);
  meter.since_s = engine.now_s();
  meter.is_stale = true;
  stale.push_back(id);
  if (stale_hosts.size() + stale_links.size() > 1) return;
  engine.at_end_of_instant(
      [](void* self, std::uint32_t) { static_cast<Implementation*>(self)->read_meters(); }, this);
}

void Energy::Implementation::read(Meter& meter, double now_w) {
  power_w.add(-meter.power_w);
  power_w.add(now_w);
  meter.power_w = now_w;
  meter.is_stale = false;
}

void Energy::Implementation::read_meters() {
  for (const HostId host : stale_hosts) read(hosts[host], host_power_w(host));
  for (const LinkId link : stale_links) read(links[link], link_power_w(link));
  stale_hosts.clear();
  stale_links.clear();
  if (power_w.value() > peak.power_w) peak = {power_w.value(), engine.now_s()};
}

Energy::Energy(kernel::Engine& engine, Platform& platform, Cpu& cpu, Network& network)
    : implementation_(std::make_unique<Implementation>(engine, platform, cpu, network)) {}

Energy::~Energy() = default;

bool Energy::is_measured() const {
  return implementation_->is_measured;
}

bool Energy::is_host_measured(HostId host) const {
  return !implementation_->host_profiles[host].states.empty();
}

bool Energy::is_link_measured(LinkId link) const {
  return implementation_->link_profiles[link].is_measured;
}

double Energy::host_energy_j(HostId host) const {
  return implementation_->energy_j(implementation_->hosts[host]);
}

double Energy::link_energy_j(LinkId link) const {
  return implementation_->energy_j(implementation_->links[link]);
}

double Energy::total_host_energy_j() const {
  double sum = 0;
  for (const Meter& meter : implementation_->hosts) sum += implementation_->energy_j(meter);
  return sum;
}

double Energy::total_link_energy_j() const {
  double sum = 0;
  for (const Meter& meter : implementation_->links) sum += implementation_->energy_j(meter);
  return sum;
}

Energy::Peak Energy::peak() const {
  return implementation_->peak;
}

double Energy::host_power_w(HostId host) const {
  return implementation_->hosts[host].power_w;
}

double Energy::link_power_w(LinkId link) const {
  return implementation_->links[link].power_w;
}

void Energy::set_polling_cores(HostId host, double core_count) {
  Implementation& self = *implementation_;
  if (self.polling_cores[host] == core_count) return;
  self.mark(self.hosts, self.stale_hosts, host);
  self.polling_cores[host] = core_count;
}

}  // namespace smpi::models
