// SPDX-License-Identifier: BSD-3-Clause
//
// Plays the profiles of a platform (trace files, scenarios): at its time, each point changes the
// tables of hosts or links and tells whoever computes with them (MODELS 5.2, kernel priority
// `resource`: before anything else of that instant).
//
// One pending event per profile. Endless profiles would hide a deadlock: while nothing but profiles
// is in the event queue, an endless one rests after a hundred of its periods, because none of its
// changes has woken anything. It goes on when something else happens.
//
// Profiles may be added while the run goes on, for what is to hold from a time on. They blend with
// the others as if they had been there from the start.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/engine.h"
#include "kernel/random_stream.h"
#include "models/platform/platform.h"
#include "models/platform/scaling.h"

namespace smpi::models {

class ProfilePlayer {
 public:
  // Called after a change with the id of the link or host: Network::link_changed and
  // Cpu::host_changed behind a plain function.
  struct Listener {
    kernel::EventHandler changed;
    void* owner;
  };
  struct Listeners {
    Listener links;
    Listener hosts;
    Listener switches;
  };

  // Applies the points up to the start of the run at once (Platform::profiles_start_s) and
  // schedules the others. `seed` starts the random numbers of stochastic profiles; `scaling` is
  // that of the platform, for values of links. To be made after those who listen; `engine` and
  // `platform` must outlive the player. REQUIRES: the engine's time is 0.
  ProfilePlayer(kernel::Engine& engine, Platform& platform, const Listeners& listeners,
                std::uint64_t seed = 1, const Scaling& scaling = {});
  ~ProfilePlayer();
  ProfilePlayer(const ProfilePlayer&) = delete;
  ProfilePlayer& operator=(const ProfilePlayer&) = delete;

  // Plays more profiles of this platform, from `from_s` on: what they say of earlier times holds
  // from then on. REQUIRES: `from_s` is not before now.
  void add(std::vector<Platform::TimedProfile> profiles, double from_s);

  // In the engine's queue.
  std::uint32_t pending_event_count() const { return pending_count_; }

 private:
  struct Cursor {
    std::uint32_t point = 0;  // the next one
    std::uint64_t cycle = 0;  // periods that have passed
    kernel::EventId event = kernel::no_event;
    std::uint32_t blend = no_id;
    std::uint32_t drawing = no_id;
  };
  // The next point of a stochastic profile.
  struct Drawing {
    kernel::RandomStream stream;
    double time_s;
    double value;
  };
  // What several profiles of one target say together.
  struct Blend {
    double base;                         // the platform's value, or that of a trace file
    std::vector<std::uint32_t> factors;  // profiles
  };
  // What an added profile said before it began.
  struct Past {
    std::uint32_t profile;
    double value;
    kernel::EventId event;
  };
  static void fire(void* self, std::uint32_t profile);
  static void fire_past(void* self, std::uint32_t index);
  // Of the profiles from `first` on, and of older ones that now have factors.
  void find_blends(std::uint32_t first);
  // False when the profile has no point.
  bool begin(std::uint32_t profile);
  void start(std::uint32_t profile);
  void start_from(std::uint32_t profile, double from_s);
  double next_time_s(std::uint32_t profile) const;
  double next_value(std::uint32_t profile) const;
  double cycle_s(std::uint32_t profile) const;
  double scale_of(Platform::TimedProfile::Target target) const;
  double blended(std::uint32_t profile, double said);
  // Changes the tables and tells the listener: the profile says a value.
  void apply(std::uint32_t profile, double said);
  void set(Platform::TimedProfile::Target target, std::uint32_t id, double value);
  const Listener& listener_of(Platform::TimedProfile::Target target) const;
  double value_now(Platform::TimedProfile::Target target, std::uint32_t id) const;
  // Moves on to the next point; false when there is none.
  bool advance(std::uint32_t profile);
  void draw(std::uint32_t profile);
  // Whole periods before `until_s` at once.
  void skip_periods(std::uint32_t profile, double until_s);
  void schedule(std::uint32_t profile);
  // Is anything pending that could wake somebody?
  bool is_other_pending() const;
  // Whether nothing but profiles has been pending for a hundred periods of this one.
  bool is_pointless(std::uint32_t profile);
  void wake_resting();

  kernel::Engine& engine_;
  Platform& platform_;
  Listeners listeners_;
  std::uint64_t seed_;
  Scaling scaling_;
  std::vector<Cursor> cursors_;
  std::vector<Drawing> drawings_;
  std::vector<Blend> blends_;
  std::vector<Past> pasts_;
  std::vector<double> factors_;         // by profile, while there are blends: what it says now
  std::vector<std::uint32_t> resting_;  // profiles
  std::uint32_t pending_count_ = 0;     // of our events
  double idle_since_s_ = -1;  // nothing but profiles was pending since then; negative: never
};

}  // namespace smpi::models
