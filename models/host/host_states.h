// SPDX-License-Identifier: BSD-3-Clause
//
// Which hosts are on at a time, by the profiles of a platform and without a run: for whoever waits
// for hosts between two runs ([restart] of scenarios). A run that starts later meets the same
// failures (Platform::profiles_start_s), because both play the same profiles from the same seed.
#pragma once

#include <cstdint>
#include <optional>

#include "kernel/engine.h"
#include "models/host/profile_player.h"
#include "models/platform/platform.h"

namespace smpi::models {

class HostStates {
 public:
  // At time 0. `seed` is that of the runs.
  HostStates(Platform platform, std::uint64_t seed);
  HostStates(const HostStates&) = delete;
  HostStates& operator=(const HostStates&) = delete;

  double now_s() const { return now_s_; }
  bool is_on(HostId host) const { return platform_.hosts.is_on[host] != 0; }
  const NameTable& names() const { return platform_.hosts.name; }
  // Goes on to the next change of a host's state up to `until_s`, and returns the host.
  std::optional<HostId> advance(double until_s);

 private:
  kernel::Engine engine_;
  Platform platform_;
  std::optional<HostId> changed_;
  double now_s_ = 0;
  std::optional<ProfilePlayer> player_;
};

}  // namespace smpi::models
