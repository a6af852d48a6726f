// SPDX-License-Identifier: BSD-3-Clause
//
// Threads of ranks, and sums over windows.
#include "tools/packets/parallelism.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>

#include "models/platform/units.h"

namespace smpi::packets {
namespace {

// Microseconds of one core (docs/performance.md: 1.5 to 1.9 a message of HPL, two fifths of it in
// the network).
constexpr double action_us = 0.5, message_us = 0.7, barrier_us = 1.0;
constexpr std::array<std::uint32_t, 3> thread_counts = {2, 8, 32};

// The number of each host's switch; hosts without one are their own.
std::vector<std::uint32_t> switches_of_hosts(const models::Platform& platform) {
  std::vector<std::uint32_t> switches(platform.hosts.count());
  for (std::uint32_t host = 0; host < switches.size(); host++) switches[host] = host;
  for (const models::Cable& cable : platform.cables) {
    if (!cable.lower.is_switch() && cable.upper.is_switch()) {
      switches[cable.lower.index()] = cable.upper.index();
    }
  }
  return switches;
}

}  // namespace

Parallelism::Parallelism(const World& world, Picoseconds lookahead) : lookahead_(lookahead) {
  const std::uint64_t rank_count = world.rank_count();
  const std::vector<std::uint32_t> switches = switches_of_hosts(*world.platform);
  const std::uint64_t switch_count =
      switches.empty() ? 1 : *std::max_element(switches.begin(), switches.end()) + 1ULL;
  const auto deal = [&](const char* name, const auto& thread_of) {
    for (const std::uint32_t count : thread_counts) {
      Dealing dealing{.name = name, .thread_count = count, .thread_of_rank = {}};
      for (RankId rank = 0; rank < rank_count; rank++) {
        dealing.thread_of_rank.push_back(static_cast<std::uint8_t>(thread_of(rank, count)));
      }
      dealing.actions.resize(count);
      dealings_.push_back(std::move(dealing));
    }
  };
  deal("in blocks", [&](RankId rank, std::uint64_t count) { return rank * count / rank_count; });
  deal("by switch", [&](RankId rank, std::uint64_t count) {
    return switches[world.host_of_rank[rank]] * count / switch_count;
  });
  deal("in turns", [&](RankId rank, std::uint64_t count) { return rank % count; });
}

void Parallelism::Dealing::close() {
  longest += *std::max_element(actions.begin(), actions.end());
  std::fill(actions.begin(), actions.end(), 0);
}

void Parallelism::next_window(Picoseconds now) {
  if (actions_ > 0) {
    windows_++;
    all_actions_ += actions_;
    all_messages_ += messages_;
    for (std::size_t i = 0; i < shown_least.size(); i++) {
      if (messages_ >= shown_least[i]) messages_in_full_[i] += messages_;
    }
    for (Dealing& dealing : dealings_) dealing.close();
  }
  actions_ = messages_ = 0;
  window_end_ = now + lookahead_;
}

// How many times faster than one thread.
double Parallelism::ideal(const Dealing& dealing, bool is_network_divided) const {
  const double network_us = static_cast<double>(all_messages_) * message_us;
  const double alone_us = static_cast<double>(all_actions_) * action_us + network_us;
  const double beside_us = static_cast<double>(dealing.longest) * action_us +
                           network_us / (is_network_divided ? dealing.thread_count : 1) +
                           static_cast<double>(windows_) * 2 * barrier_us;
  return alone_us / beside_us;
}

std::string Parallelism::describe() {
  next_window(std::numeric_limits<Picoseconds>::max() - lookahead_);
  if (windows_ == 0) return {};
  const auto windows = static_cast<double>(windows_);
  std::string text = fmt::format(
      "  {} windows of {}: {:.1f} messages and {:.1f} actions of ranks in each\n", windows_,
      models::format_time(models::packet::to_seconds(lookahead_)),
      static_cast<double>(all_messages_) / windows, static_cast<double>(all_actions_) / windows);
  text += "  messages in windows";
  for (std::size_t i = 0; i < shown_least.size(); i++) {
    fmt::format_to(std::back_inserter(text), "{} of {} or more: {:.0f} %", i == 0 ? "" : ",",
                   shown_least[i],
                   100 * static_cast<double>(messages_in_full_[i]) /
                       std::max(static_cast<double>(all_messages_), 1.0));
  }
  text += fmt::format(
      "\n  times faster with the flow model, at {} us an action, {} us a message in the network, "
      "{} "
      "us a barrier:\n",
      action_us, message_us, barrier_us);
  for (const Dealing& dealing : dealings_) {
    fmt::format_to(std::back_inserter(text),
                   "    {:2} threads, ranks {}: {:.2f}; with a network in parts {:.2f}\n",
                   dealing.thread_count, dealing.name, ideal(dealing, false), ideal(dealing, true));
  }
  return text;
}

}  // namespace smpi::packets
