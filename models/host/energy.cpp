// SPDX-License-Identifier: BSD-3-Clause
//
// A meter for each host, link, switch and network card that says what it takes. A change adds what
// was taken since the last one and marks the meter; the new power is read at the end of the
// instant, when everything that changes together has changed.
#include "models/host/energy.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "models/host/device_power.h"
#include "models/host/power_history.h"
#include "models/platform/power_properties.h"

namespace smpi::models {
namespace {

struct Meter {
  double energy_j = 0;
  double power_w = 0;
  double since_s = 0;
  bool is_stale = false;
};

// Cores of a host that do work of a class.
struct ClassLoad {
  PowerClassId work = 0;
  double count = 0;  // executions, or cores
};

// What a host takes, by account: its base, and what each class of work adds.
struct HostDraw {
  double base_w = 0;
  std::vector<ClassLoad> added_w;  // count is W
};

// A class with a property of its own on a host.
struct ClassStates {
  PowerClassId work;
  std::size_t index;  // in HostPowerProfile::classes
};

constexpr std::size_t base_account = 0;
constexpr std::size_t network_account = 1;
constexpr std::size_t first_class_account = 2;

}  // namespace

struct Energy::Implementation {
  kernel::Engine& engine;
  Platform& platform;
  Cpu& cpu;
  Network& network;
  std::vector<HostPowerProfile> host_profiles;
  std::vector<double> polling_cores;                // by host
  std::vector<std::vector<ClassLoad>> class_loads;  // executions of other classes, by host
  std::vector<std::vector<ClassStates>> class_states;
  std::vector<HostDraw> draws;  // since the last change, by host
  std::vector<std::string> class_names{"default", "mpi-wait"};
  std::vector<LinkPowerProfile> link_profiles;
  std::vector<Meter> hosts;
  std::vector<Meter> links;
  DevicePower devices;
  std::vector<Meter> device_meters;
  std::vector<HostId> stale_hosts;
  std::vector<LinkId> stale_links;
  std::vector<DeviceId> stale_devices;
  bool is_measured = false;
  RunningSum power_w;  // of everything
  RunningSum used_flops;
  RunningSum executed_flops;
  std::vector<double> host_used_flops;
  double flops_since_s = 0;
  mutable PowerHistory history;
  std::vector<std::uint32_t> group_of_host;  // empty: not followed
  mutable PowerHistory group_history;
  std::vector<ClassLoad> scratch;
  Peak peak;

  Implementation(kernel::Engine& engine_, Platform& platform_, Cpu& cpu_, Network& network_);

  void find_loads(HostId host, std::vector<ClassLoad>& loads) const;
  const HostPower& power_of(HostId host, PowerClassId work) const;
  double host_power_w(HostId host, HostDraw& draw);
  double link_power_w(LinkId link) const;
  void account(HostId host, double sign);
  void observe(bool has_hosts, bool has_links);
  void read_host(HostId host);
  void read_link(LinkId link);
  void read_device(DeviceId device);
  void mark_host(HostId host);
  void mark_link(LinkId link);
  void mark_device(DeviceId device);
  void change_work(HostId host, PowerClassId work, double change);
  PowerClassId power_class(std::string_view name);
  void register_classes(HostId host);
  void mark(std::vector<Meter>& meters, std::vector<std::uint32_t>& stale, std::uint32_t id);
  void read(Meter& meter, double now_w);
  void read_meters();
  double energy_j(const Meter& meter) const {
    return meter.energy_j + meter.power_w * (engine.now_s() - meter.since_s);
  }
  double energy_j(const std::vector<Meter>& meters, std::size_t first, std::size_t end) const {
    double sum = 0;
    for (std::size_t index = first; index < end; index++) sum += energy_j(meters[index]);
    return sum;
  }
};

Energy::Implementation::Implementation(kernel::Engine& engine_, Platform& platform_, Cpu& cpu_,
                                       Network& network_)
    : engine(engine_), platform(platform_), cpu(cpu_), network(network_), devices(platform_) {
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
  is_measured = has_hosts || has_links || devices.is_measured();
  hosts.resize(host_profiles.size());
  polling_cores.resize(hosts.size(), 0);
  links.resize(link_profiles.size());
  device_meters.resize(devices.count());
  draws.resize(hosts.size());
  class_loads.resize(hosts.size());
  host_used_flops.resize(hosts.size(), 0);
  class_states.resize(hosts.size());
  history.grow(first_class_account + class_names.size());
  if (!is_measured) return;
  for (HostId host = 0; host < hosts.size(); host++) {
    register_classes(host);
    read_host(host);
  }
  for (LinkId link = 0; link < links.size(); link++) read_link(link);
  for (DeviceId device = 0; device < device_meters.size(); device++) read_device(device);
  peak = {power_w.value(), engine.now_s()};
  observe(has_hosts || devices.has_cards(), has_links || devices.is_measured());
}

// Following loads costs time for each computation and message: only when somebody wants to know.
void Energy::Implementation::observe(bool has_hosts, bool has_links) {
  if (has_hosts) {
    cpu.add_load_observer(
        [](void* self, std::uint32_t host) { static_cast<Implementation*>(self)->mark_host(host); },
        this);
  }
  if (has_links) {
    network.add_usage_observer(
        [](void* self, std::uint32_t link) { static_cast<Implementation*>(self)->mark_link(link); },
        this);
  }
}

// The classes of the work on a host, in cores; at most as many as it has.
void Energy::Implementation::find_loads(HostId host, std::vector<ClassLoad>& loads) const {
  loads.clear();
  const double speed_flops = platform.hosts.speed_flops(host);
  double computing_cores = speed_flops > 0 ? cpu.used_flops(host) / speed_flops : 0;
  if (computing_cores > 0 && !class_loads[host].empty()) {
    double count = 0;
    for (const ClassLoad& load : class_loads[host]) count += load.count;
    // More executions than cores share them.
    const double share = std::min(1.0, computing_cores / count);
    for (const ClassLoad& load : class_loads[host]) {
      if (load.work == default_class || !(load.count > 0)) continue;
      loads.push_back({load.work, load.count * share});
      computing_cores -= load.count * share;
    }
    // What is left over by rounding is no work.
    if (computing_cores < 1e-9) computing_cores = 0;
  }
  if (computing_cores > 0) loads.push_back({default_class, computing_cores});
  if (polling_cores[host] > 0) loads.push_back({wait_class, polling_cores[host]});
}

const HostPower& Energy::Implementation::power_of(HostId host, PowerClassId work) const {
  const HostPowerProfile& profile = host_profiles[host];
  const std::uint32_t pstate = platform.hosts.pstate[host];
  for (const ClassStates& states : class_states[host]) {
    if (states.work == work) return profile.classes[states.index].states[pstate];
  }
  return profile.states[pstate];
}

double Energy::Implementation::host_power_w(HostId host, HostDraw& draw) {
  draw.added_w.clear();
  draw.base_w = 0;
  const HostPowerProfile& profile = host_profiles[host];
  if (profile.states.empty()) return 0;
  if (platform.hosts.is_on[host] == 0) return draw.base_w = profile.off_w;
  const std::uint32_t pstate = platform.hosts.pstate[host];
  const HostPower& power = profile.states[pstate];
  // A pstate of speed 0 is a transition, such as booting: nothing can be idle in it.
  if (!(platform.hosts.pstate_speed_flops[host][pstate] > 0)) {
    return draw.base_w = power.all_cores_w;
  }
  draw.base_w = power.idle_w;
  find_loads(host, scratch);
  double busy_cores = 0;
  for (const ClassLoad& load : scratch) busy_cores += load.count;
  if (!(busy_cores > 0)) return power.idle_w;
  const double cores = platform.hosts.core_count[host];
  const double scale = std::min(busy_cores, cores) / busy_cores;
  double epsilon_w = 0;
  double dynamic_w = 0;
  for (const ClassLoad& load : scratch) {
    const HostPower& of_class = power_of(host, load.work);
    epsilon_w += of_class.epsilon_w * load.count / busy_cores;
    dynamic_w += (of_class.all_cores_w - of_class.epsilon_w) * load.count * scale / cores;
  }
  const double added_w = epsilon_w + dynamic_w - power.idle_w;
  for (const ClassLoad& load : scratch) {
    draw.added_w.push_back({load.work, added_w * load.count / busy_cores});
  }
  return epsilon_w + dynamic_w;
}

// Takes what a host took out of the accounts (sign -1), or puts it in (1).
void Energy::Implementation::account(HostId host, double sign) {
  const HostDraw& draw = draws[host];
  const double now_s = engine.now_s();
  double sum_w = draw.base_w;
  history.add(base_account, sign * draw.base_w, now_s);
  for (const ClassLoad& added : draw.added_w) {
    history.add(first_class_account + added.work, sign * added.count, now_s);
    sum_w += added.count;
  }
  if (!group_of_host.empty()) group_history.add(group_of_host[host], sign * sum_w, now_s);
}

void Energy::Implementation::read_host(HostId host) {
  account(host, -1);
  read(hosts[host], host_power_w(host, draws[host]));
  account(host, 1);
  const double now_s = engine.now_s();
  executed_flops.add(used_flops.value() * (now_s - flops_since_s));
  flops_since_s = now_s;
  used_flops.add(-host_used_flops[host]);
  host_used_flops[host] = cpu.used_flops(host);
  used_flops.add(host_used_flops[host]);
}

void Energy::Implementation::read_link(LinkId link) {
  const double before_w = links[link].power_w;
  read(links[link], link_power_w(link));
  history.add(network_account, links[link].power_w - before_w, engine.now_s());
  if (devices.is_measured()) devices.read_link(link, network.link_usage_bytes_per_s(link));
}

// REQUIRES: the links that end at it were read.
void Energy::Implementation::read_device(DeviceId device) {
  const double before_w = device_meters[device].power_w;
  read(device_meters[device], devices.power_w(device));
  history.add(network_account, device_meters[device].power_w - before_w, engine.now_s());
}

void Energy::Implementation::mark_host(HostId host) {
  mark(hosts, stale_hosts, host);
  if (devices.has_cards()) mark_device(devices.card_of(host));
}

void Energy::Implementation::mark_link(LinkId link) {
  mark(links, stale_links, link);
  for (const DeviceId device : devices.ends_of(link)) {
    if (device != no_id) mark_device(device);
  }
}

void Energy::Implementation::mark_device(DeviceId device) {
  mark(device_meters, stale_devices, device);
}

void Energy::Implementation::change_work(HostId host, PowerClassId work, double change) {
  if (host_profiles[host].states.empty()) return;
  mark(hosts, stale_hosts, host);
  for (ClassLoad& load : class_loads[host]) {
    if (load.work != work) continue;
    load.count += change;
    return;
  }
  class_loads[host].push_back({work, change});
}

double Energy::Implementation::link_power_w(LinkId link) const {
  const LinkPowerProfile& profile = link_profiles[link];
  if (!profile.is_measured) return 0;
  if (platform.links.is_on[link] == 0) return profile.off_w;
  const double usage_bytes_per_s = network.link_usage_bytes_per_s(link);
  const double load = usage_bytes_per_s / platform.links.bandwidth_bytes_per_s[link];
  return profile.idle_w + (profile.busy_w - profile.idle_w) * std::min(load, 1.0) +
         profile.byte_j * usage_bytes_per_s;
}

PowerClassId Energy::Implementation::power_class(std::string_view name) {
  const auto found = std::find(class_names.begin(), class_names.end(), name);
  if (found == class_names.end()) {
    class_names.emplace_back(name);
    history.grow(first_class_account + class_names.size());
    return static_cast<PowerClassId>(class_names.size() - 1);
  }
  return static_cast<PowerClassId>(found - class_names.begin());
}

void Energy::Implementation::register_classes(HostId host) {
  const std::vector<PowerClassProfile>& classes = host_profiles[host].classes;
  for (std::size_t index = 0; index < classes.size(); index++) {
    class_states[host].push_back({power_class(classes[index].name), index});
  }
}

void Energy::Implementation::mark(std::vector<Meter>& meters, std::vector<std::uint32_t>& stale,
                                  std::uint32_t id) {
  Meter& meter = meters[id];
  if (meter.is_stale) return;
  meter.energy_j = energy_j(meter);
  meter.since_s = engine.now_s();
  meter.is_stale = true;
  stale.push_back(id);
  if (stale_hosts.size() + stale_links.size() + stale_devices.size() > 1) return;
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
  for (const HostId host : stale_hosts) read_host(host);
  for (const LinkId link : stale_links) read_link(link);
  for (const DeviceId device : stale_devices) read_device(device);
  stale_hosts.clear();
  stale_links.clear();
  stale_devices.clear();
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
  const auto& hosts = implementation_->hosts;
  return implementation_->energy_j(hosts, 0, hosts.size());
}

double Energy::total_link_energy_j() const {
  const auto& links = implementation_->links;
  return implementation_->energy_j(links, 0, links.size());
}

bool Energy::is_switch_measured(std::uint32_t index) const {
  return implementation_->devices.is_measured(implementation_->devices.switch_device(index));
}

bool Energy::is_card_measured(HostId host) const {
  return implementation_->devices.is_measured(implementation_->devices.card_of(host));
}

double Energy::switch_energy_j(std::uint32_t index) const {
  if (!is_switch_measured(index)) return 0;
  const DeviceId device = implementation_->devices.switch_device(index);
  return implementation_->energy_j(implementation_->device_meters[device]);
}

double Energy::card_energy_j(HostId host) const {
  if (!is_card_measured(host)) return 0;
  const DeviceId device = implementation_->devices.card_of(host);
  return implementation_->energy_j(implementation_->device_meters[device]);
}

double Energy::total_switch_energy_j() const {
  const DeviceId first_card = implementation_->devices.card_of(0);
  return implementation_->energy_j(implementation_->device_meters, 0, first_card);
}

double Energy::total_card_energy_j() const {
  const auto& meters = implementation_->device_meters;
  return implementation_->energy_j(meters, implementation_->devices.card_of(0), meters.size());
}

double Energy::total_energy_j() const {
  return total_host_energy_j() + total_link_energy_j() + total_switch_energy_j() +
         total_card_energy_j();
}

PowerClassId Energy::power_class(std::string_view name) {
  return implementation_->power_class(name);
}

const std::vector<std::string>& Energy::power_classes() const {
  return implementation_->class_names;
}

void Energy::begin_work(HostId host, PowerClassId work) {
  implementation_->change_work(host, work, 1);
}

void Energy::end_work(HostId host, PowerClassId work) {
  implementation_->change_work(host, work, -1);
}

double Energy::base_energy_j() const {
  return implementation_->history.energy_j(base_account, implementation_->engine.now_s());
}

double Energy::class_energy_j(PowerClassId work) const {
  return implementation_->history.energy_j(first_class_account + work,
                                           implementation_->engine.now_s());
}

double Energy::flops() const {
  const Implementation& self = *implementation_;
  return self.executed_flops.value() +
         self.used_flops.value() * (self.engine.now_s() - self.flops_since_s);
}

Energy::Series Energy::series() const {
  const double now_s = implementation_->engine.now_s();
  Series series;
  for (std::size_t account = 0; account < implementation_->history.account_count(); account++) {
    series.bins_j.push_back(implementation_->history.bins_j(account, now_s));
  }
  series.bin_s = implementation_->history.bin_s();
  PowerHistory& groups = implementation_->group_history;
  for (std::size_t group = 0; group < groups.account_count(); group++) {
    series.group_bins_j.push_back(groups.bins_j(group, now_s));
  }
  return series;
}

void Energy::follow_groups(std::vector<std::uint32_t> group_of_host) {
  Implementation& self = *implementation_;
  if (group_of_host.empty()) return;
  self.group_of_host = std::move(group_of_host);
  self.group_history.grow(*std::max_element(self.group_of_host.begin(), self.group_of_host.end()) +
                          1);
  for (HostId host = 0; host < self.hosts.size(); host++) {
    self.group_history.add(self.group_of_host[host], self.hosts[host].power_w, self.engine.now_s());
  }
}

void Energy::switch_changed(std::uint32_t index) {
  Implementation& self = *implementation_;
  if (self.devices.is_measured()) self.mark_device(self.devices.switch_device(index));
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
