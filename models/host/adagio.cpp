// SPDX-License-Identifier: BSD-3-Clause
//
// A task begins with a computation and ends with a message.
#include "models/host/adagio.h"

namespace smpi::models {
namespace {

// Of the time until its message, what is left for a task once data are copied.
constexpr double share_of_task = 0.99;

}  // namespace

Adagio::Adagio(kernel::Engine& engine, Platform& platform, Cpu& cpu, HostLoads& loads)
    : engine_(engine),
      platform_(platform),
      cpu_(cpu),
      loads_(loads),
      states_(platform.hosts.count()) {}

void Adagio::add(HostId host, std::uint32_t fastest, std::uint32_t slowest) {
  State& state = states_[host];
  state.is_governed = true;
  state.fastest = fastest;
  state.slowest = slowest;
  state.pstate = fastest;
}

void Adagio::begin_iteration(HostId host) {
  states_[host].is_in_iteration = true;
}

void Adagio::end_iteration(HostId host) {
  states_[host].is_in_iteration = false;
  states_[host].task = 0;
}

std::vector<double>& Adagio::rates_of(State& state, HostId host) const {
  if (state.rates_flops.size() <= state.task) state.rates_flops.resize(state.task + 1);
  std::vector<double>& rates = state.rates_flops[state.task];
  if (rates.empty()) rates.resize(platform_.hosts.pstate_speed_flops[host].size(), 0);
  return rates;
}

void Adagio::begin_work(HostId host) {
  State& state = states_[host];
  if (!state.is_governed) return;
  loads_.reset(host);
  state.computed_s = 0;
  state.start_s = engine_.now_s();
  if (rates_of(state, host)[state.pstate] == 0) state.pstate = state.fastest;
  if (platform_.hosts.pstate[host] != state.pstate) cpu_.set_pstate(host, state.pstate);
}

void Adagio::end_work(HostId host, double duration_s) {
  State& state = states_[host];
  if (state.is_governed && state.is_in_iteration) state.computed_s += duration_s;
}

void Adagio::start_message(HostId source, HostId destination) {
  end_task(source);
  if (destination != source) end_task(destination);
}

void Adagio::end_task(HostId host) {
  State& state = states_[host];
  if (!state.is_governed || !state.is_in_iteration || !(state.computed_s > 0)) return;
  const double computed_flops = loads_.computed_flops(host);
  const double time_s = (engine_.now_s() - state.start_s) * share_of_task;
  const std::vector<double>& speeds_flops = platform_.hosts.pstate_speed_flops[host];
  std::vector<double>& rates = rates_of(state, host);
  const bool is_known = rates[state.pstate] != 0;
  rates[state.pstate] = computed_flops / state.computed_s;
  if (!is_known) {
    for (std::size_t pstate = 0; pstate < rates.size(); pstate++) {
      rates[pstate] = rates[state.pstate] * speeds_flops[pstate] / speeds_flops[state.pstate];
    }
  }
  state.pstate = state.slowest;
  while (state.pstate > state.fastest && computed_flops > time_s * rates[state.pstate]) {
    state.pstate--;
  }
  state.task++;
}

}  // namespace smpi::models
