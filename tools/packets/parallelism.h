// SPDX-License-Identifier: BSD-3-Clause
//
// How parallel a run could be: what happens within one window of lookahead.
//
// A simulator on several threads may do beside each other what lies within one window: the time
// that a message takes at least from one part of the machine to another. This counts, window by
// window, what ranks send and receive (each is an action), for ranks that are dealt out to 2, 8 and
// 32 threads in blocks, by the switches of their hosts, and in turns; each window lasts as long as
// its busiest thread, the network and two barriers. What an action, a message in the network and a
// barrier cost are the figures of the flow model (docs/performance.md): the question is whether
// threads would pay there. A window begins with the next action, so empty time costs nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/packets/world.h"

namespace smpi::packets {

class Parallelism {
 public:
  // `lookahead`: above 0. The ranks of `world` have their hosts.
  Parallelism(const World& world, Picoseconds lookahead);

  // A rank sends a message, or has received one; calls come in the order of time.
  void acts(RankId rank, Picoseconds now, bool is_send) {
    if (now >= window_end_) next_window(now);
    actions_++;
    messages_ += is_send;
    for (Dealing& dealing : dealings_) dealing.add(rank);
  }
  // Lines for the end of the run.
  std::string describe();

 private:
  // Ranks dealt out to threads.
  struct Dealing {
    std::string name;
    std::uint32_t thread_count;
    std::vector<std::uint8_t> thread_of_rank;
    std::vector<std::uint32_t> actions = {};  // of each thread in this window
    std::uint64_t longest = 0;                // actions of the busiest thread, of all windows

    void add(RankId rank) { actions[thread_of_rank[rank]]++; }
    void close();
  };

  void next_window(Picoseconds now);
  double ideal(const Dealing& dealing, bool is_network_divided) const;

  Picoseconds lookahead_;
  Picoseconds window_end_ = 0;
  std::vector<Dealing> dealings_;
  std::uint64_t windows_ = 0;
  std::uint64_t actions_ = 0;   // of the window under way
  std::uint64_t messages_ = 0;  // the same
  std::uint64_t all_actions_ = 0;
  std::uint64_t all_messages_ = 0;
  // Messages in windows of at least so many.
  static constexpr std::array<std::uint64_t, 4> shown_least = {2, 5, 20, 100};
  std::array<std::uint64_t, shown_least.size()> messages_in_full_{};
};

}  // namespace smpi::packets
