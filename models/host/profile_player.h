// SPDX-License-Identifier: BSD-3-Clause
//
// Plays the trace files of a platform: at its time, each point changes the tables of hosts or links
// and tells whoever computes with them (MODELS 9, kernel priority `resource`: before anything else
// of that instant).
//
// One pending event a profile. Periodic profiles never end, so they would hide a deadlock: when for
// a hundred of the longest periods nothing but profiles was in the event queue, no change of theirs
// can wake anything, and the player stops.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/engine.h"
#include "models/platform/platform.h"

namespace smpi::models {

class ProfilePlayer {
 public:
  // Called after a change with the id of the link or host: Network::link_changed and
  // Cpu::host_changed behind a plain function.
  struct Listener {
    kernel::EventHandler changed;
    void* owner;
  };

  // Applies the points of time 0 at once and schedules the others. To be made after those who
  // listen; `engine` and `platform` must outlive the player. REQUIRES: the engine's time is 0.
  ProfilePlayer(kernel::Engine& engine, Platform& platform, Listener link_listener,
                Listener host_listener);
  ~ProfilePlayer();
  ProfilePlayer(const ProfilePlayer&) = delete;
  ProfilePlayer& operator=(const ProfilePlayer&) = delete;

 private:
  struct Cursor {
    std::uint32_t point = 0;  // the next one
    std::uint32_t cycle = 0;  // periods that have passed
    kernel::EventId event = kernel::no_event;
  };
  static void fire(void* self, std::uint32_t profile);
  double next_time_s(std::uint32_t profile) const;
  // Changes the tables and tells the listener.
  void apply(std::uint32_t profile);
  // Moves on to the next point; false when there is none.
  bool advance(std::uint32_t profile);
  void schedule(std::uint32_t profile);
  bool is_pointless();

  kernel::Engine& engine_;
  Platform& platform_;
  Listener link_listener_;
  Listener host_listener_;
  std::vector<Cursor> cursors_;
  std::uint32_t pending_count_ = 0;  // of our events
  double longest_period_s_ = 0;
  double idle_since_s_ = -1;  // nothing but profiles was pending since then; negative: never
};

}  // namespace smpi::models
