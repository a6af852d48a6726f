// SPDX-License-Identifier: BSD-3-Clause
//
// When to look, and what goes on with time.
#include "tools/packets/steady.h"

#include <array>
#include <utility>

namespace smpi::packets {

using models::packet::never;
using models::packet::PortCounters;

std::uint64_t Steady::run() {
  // Messages of an iteration after which is looked, in eighths of all of them.
  constexpr std::array<std::uint64_t, 2> eighths = {0, 7};
  const std::uint64_t messages = ranks_.messages_of_round();
  std::array<std::uint64_t, eighths.size()> due{};
  std::array<Look, eighths.size()> before;
  for (std::size_t i = 0; i < eighths.size(); i++) due[i] = messages * eighths[i] / 8;
  while (network_.next_time() != never) {
    network_.run_until(network_.next_time() + 1);
    for (std::size_t i = 0; i < eighths.size(); i++) {
      if (ranks_.received_count() < due[i]) continue;
      while (due[i] <= ranks_.received_count()) due[i] += messages;
      Look now = look();
      if (before[i].time >= 0 && before[i].state == now.state) {
        const std::uint64_t skipped = skip(before[i], now);
        if (skipped > 0) return skipped;
      }
      before[i] = std::move(now);
    }
  }
  return 0;
}

Steady::Look Steady::look() const {
  Look look;
  look.time = network_.now();
  look.round = ranks_.round();
  look.hop_count = network_.hop_count();
  look.progress = ranks_.progress();
  ranks_.add_state(network_, look.state);
  if (!ports_.counts_load()) return look;
  for (models::packet::PortId port = 0; port < ports_.count(); port++) {
    look.counters.push_back(ports_.counters(port));
  }
  return look;
}

std::uint64_t Steady::skip(const Look& before, const Look& now) {
  const std::uint64_t period = now.round - before.round;
  if (period == 0) return 0;
  const std::uint64_t times = ranks_.rounds_to_begin() / period;
  if (times == 0) return 0;
  const Picoseconds delay = static_cast<Picoseconds>(times) * (now.time - before.time);
  network_.move_later(delay, times * (now.hop_count - before.hop_count));
  ranks_.move_later(delay, times * period, before.progress, times);
  for (models::packet::PortId port = 0; port < now.counters.size(); port++) {
    const PortCounters& a = before.counters[port];
    const PortCounters& b = now.counters[port];
    PortCounters& counters = ports_.counters(port);
    counters.bytes += times * (b.bytes - a.bytes);
    counters.packets += times * (b.packets - a.packets);
    counters.busy += static_cast<Picoseconds>(times) * (b.busy - a.busy);
    counters.waiting += static_cast<Picoseconds>(times) * (b.waiting - a.waiting);
  }
  return times * period;
}

}  // namespace smpi::packets
