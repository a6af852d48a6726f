// SPDX-License-Identifier: BSD-3-Clause
//
// A meter for each host and link that says what it takes. A change adds what was taken since the
// last one and marks the meter; the new power is read at the end of the instant, when everything
// that changes together has changed.
#include "models/host/energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "kernel/error.h"

namespace smpi::models {
namespace {

struct Meter {
  double energy_j = 0;
  double power_w = 0;
  double since_s = 0;
  bool is_stale = false;
};

// What a host takes in one pstate.
struct HostPower {
  double idle_w;
  double epsilon_w;  // as its load goes to 0
  double all_cores_w;
};

struct HostProfile {
  std::vector<HostPower> states;  // empty: not measured
  double off_w = 0;
  double polling_cores = 0;
};

struct LinkProfile {
  double idle_w = 0;
  double busy_w = 0;
  double off_w = 0;
  bool is_measured = false;
};

// Numbers between colons. Throws InputError naming the owner and the property.
std::vector<double> parse_watts(std::string_view text, std::string_view owner,
                                std::string_view property, std::string_view form) {
  const std::string_view whole = text;
  const auto refuse = [&]() {
    throw kernel::InputError(
        fmt::format("property {} of {} is malformed", property, owner),
        {.text = std::string(whole), .hint = fmt::format("watts in the form {}", form)});
  };
  std::vector<double> watts;
  for (;;) {
    const std::size_t colon = text.find(':');
    std::string_view field = text.substr(0, colon);
    while (field.starts_with(' ')) field.remove_prefix(1);
    while (field.ends_with(' ')) field.remove_suffix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || !(value >= 0)) refuse();
    watts.push_back(value);
    if (colon == std::string_view::npos) return watts;
    text = text.substr(colon + 1);
  }
}

double parse_off(const Properties& properties, std::string_view owner) {
  const auto found = properties.find("wattage_off");
  if (found == properties.end()) return 0;
  const std::vector<double> watts = parse_watts(found->second, owner, "wattage_off", "10");
  if (watts.size() != 1) {
    throw kernel::InputError(fmt::format("property wattage_off of {} needs one number", owner));
  }
  return watts[0];
}

HostProfile parse_host(const Properties& properties, std::string_view name,
                       std::size_t pstate_count) {
  constexpr const char* form = "Idle:AllCores or Idle:Epsilon:AllCores, one entry a pstate";
  HostProfile profile;
  const auto found = properties.find("wattage_per_state");
  if (found == properties.end()) return profile;
  for (std::string_view rest = found->second;;) {
    const std::size_t comma = rest.find(',');
    const std::vector<double> watts =
        parse_watts(rest.substr(0, comma), name, "wattage_per_state", form);
    if (watts.size() != 2 && watts.size() != 3) {
      throw kernel::InputError(fmt::format("property wattage_per_state of {} is malformed", name),
                               {.text = found->second, .hint = form});
    }
    const double epsilon_w = watts.size() == 3 ? watts[1] : watts[0];
    profile.states.push_back({watts[0], epsilon_w, watts.back()});
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
  }
  if (profile.states.size() < pstate_count) {
    throw kernel::InputError(
        fmt::format("property wattage_per_state of {} has {} entries for {} pstates", name,
                    profile.states.size(), pstate_count),
        {.text = found->second, .hint = form});
  }
  profile.off_w = parse_off(properties, name);
  return profile;
}

LinkProfile parse_link(const Properties& properties, std::string_view name) {
  LinkProfile profile;
  const auto found = properties.find("wattage_range");
  if (found == properties.end()) return profile;
  const std::vector<double> watts = parse_watts(found->second, name, "wattage_range", "idle:busy");
  if (watts.size() != 2) {
    throw kernel::InputError(fmt::format("property wattage_range of {} is malformed", name),
                             {.text = found->second, .hint = "watts in the form idle:busy"});
  }
  profile.idle_w = watts[0];
  profile.busy_w = watts[1];
  profile.off_w = parse_off(properties, name);
  profile.is_measured = true;
  return profile;
}

}  // namespace

struct Energy::Implementation {
  kernel::Engine& engine;
  Platform& platform;
  Cpu& cpu;
  Network& network;
  std::vector<HostProfile> host_profiles;
  std::vector<LinkProfile> link_profiles;
  std::vector<Meter> hosts;
  std::vector<Meter> links;
  std::vector<HostId> stale_hosts;
  std::vector<LinkId> stale_links;
  bool is_measured = false;

  Implementation(kernel::Engine& engine_, Platform& platform_, Cpu& cpu_, Network& network_);

  double host_power_w(HostId host) const;
  double link_power_w(LinkId link) const;
  void mark(std::vector<Meter>& meters, std::vector<std::uint32_t>& stale, std::uint32_t id);
  void read_meters();
  double energy_j(const Meter& meter) const {
    return meter.energy_j + meter.power_w * (engine.now_s() - meter.since_s);
  }
  double average_w(const Meter& meter) const {
    return engine.now_s() > 0 ? energy_j(meter) / engine.now_s() : 0;
  }
};

Energy::Implementation::Implementation(kernel::Engine& engine_, Platform& platform_, Cpu& cpu_,
                                       Network& network_)
    : engine(engine_), platform(platform_), cpu(cpu_), network(network_) {
  bool has_hosts = false;
  bool has_links = false;
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    host_profiles.push_back(parse_host(platform.hosts.properties[host], platform.hosts.name[host],
                                       platform.hosts.pstate_speed_flops[host].size()));
    has_hosts = has_hosts || !host_profiles.back().states.empty();
  }
  for (LinkId link = 0; link < platform.links.count(); link++) {
    link_profiles.push_back(parse_link(platform.links.properties[link], platform.links.name[link]));
    has_links = has_links || link_profiles.back().is_measured;
  }
  is_measured = has_hosts || has_links;
  hosts.resize(host_profiles.size());
  links.resize(link_profiles.size());
  for (HostId host = 0; host < hosts.size(); host++) hosts[host].power_w = host_power_w(host);
  for (LinkId link = 0; link < links.size(); link++) links[link].power_w = link_power_w(link);
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
  const HostProfile& profile = host_profiles[host];
  if (profile.states.empty()) return 0;
  if (platform.hosts.is_on[host] == 0) return profile.off_w;
  const HostPower& power = profile.states[platform.hosts.pstate[host]];
  const double speed_flops = platform.hosts.speed_flops(host);
  const double cores = platform.hosts.core_count[host];
  const double busy_cores =
      (speed_flops > 0 ? cpu.used_flops(host) / speed_flops : 0) + profile.polling_cores;
  if (!(busy_cores > 0)) return power.idle_w;
  const double load = std::min(busy_cores / cores, 1.0);
  return power.epsilon_w + load * (power.all_cores_w - power.epsilon_w);
}

double Energy::Implementation::link_power_w(LinkId link) const {
  const LinkProfile& profile = link_profiles[link];
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

void Energy::Implementation::read_meters() {
  for (const HostId host : stale_hosts) {
    hosts[host].power_w = host_power_w(host);
    hosts[host].is_stale = false;
  }
  for (const LinkId link : stale_links) {
    links[link].power_w = link_power_w(link);
    links[link].is_stale = false;
  }
  stale_hosts.clear();
  stale_links.clear();
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

double Energy::host_average_power_w(HostId host) const {
  return implementation_->average_w(implementation_->hosts[host]);
}

double Energy::link_average_power_w(LinkId link) const {
  return implementation_->average_w(implementation_->links[link]);
}

double Energy::host_power_w(HostId host) const {
  return implementation_->hosts[host].power_w;
}

double Energy::link_power_w(LinkId link) const {
  return implementation_->links[link].power_w;
}

void Energy::set_polling_cores(HostId host, double core_count) {
  Implementation& self = *implementation_;
  if (self.host_profiles[host].polling_cores == core_count) return;
  self.mark(self.hosts, self.stale_hosts, host);
  self.host_profiles[host].polling_cores = core_count;
}

}  // namespace smpi::models
