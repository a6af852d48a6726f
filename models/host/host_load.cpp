// SPDX-License-Identifier: BSD-3-Clause
//
// The observer of loads is called before each change, so the rates are those since the last one.
#include "models/host/host_load.h"

namespace smpi::models {

HostLoads::HostLoads(kernel::Engine& engine, Platform& platform, Cpu& cpu)
    : engine_(engine), platform_(platform), cpu_(cpu), counts_(platform.hosts.count()) {
  for (Count& count : counts_) count.since_s = engine.now_s();
  cpu.add_load_observer(
      [](void* self, std::uint32_t host) { static_cast<HostLoads*>(self)->update(host); }, this);
}

// Of all cores, without what a trace file takes away.
double HostLoads::full_speed_flops(HostId host) const {
  const HostTable& hosts = platform_.hosts;
  return hosts.pstate_speed_flops[host][hosts.pstate[host]] * hosts.core_count[host];
}

HostLoads::Count& HostLoads::update(HostId host) {
  Count& count = counts_[host];
  const double duration_s = engine_.now_s() - count.since_s;
  count.since_s = engine_.now_s();
  if (!(duration_s > 0)) return count;
  const double used_flops = cpu_.used_flops(host);
  count.computed_flops += used_flops * duration_s;
  count.possible_flops += full_speed_flops(host) * duration_s;
  if (used_flops == 0) {
    count.idle_s += duration_s;
    count.total_idle_s += duration_s;
  }
  return count;
}

double HostLoads::current(HostId host) const {
  const double full_flops = full_speed_flops(host);
  return full_flops > 0 ? cpu_.used_flops(host) / full_flops : 0;
}

double HostLoads::computed_flops(HostId host) {
  return update(host).computed_flops;
}

double HostLoads::average(HostId host) {
  const Count& count = update(host);
  return count.possible_flops > 0 ? count.computed_flops / count.possible_flops : 0;
}

double HostLoads::idle_s(HostId host) {
  return update(host).idle_s;
}

double HostLoads::total_idle_s(HostId host) {
  return update(host).total_idle_s;
}

void HostLoads::reset(HostId host) {
  const double total_idle_s = update(host).total_idle_s;
  counts_[host] = {.total_idle_s = total_idle_s, .since_s = engine_.now_s()};
}

}  // namespace smpi::models
