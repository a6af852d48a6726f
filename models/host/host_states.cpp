// SPDX-License-Identifier: BSD-3-Clause
//
// The events of the player are fired one by one, without an engine that runs: it would end at once,
// because there are no actors.
#include "models/host/host_states.h"

#include <limits>
#include <utility>

namespace smpi::models {
namespace {

constexpr double same_instant = 32 * std::numeric_limits<double>::epsilon();

}  // namespace

HostStates::HostStates(Platform platform, std::uint64_t seed) : platform_(std::move(platform)) {
  std::erase_if(platform_.profiles, [](const Platform::TimedProfile& timed) {
    return timed.target != Platform::TimedProfile::Target::host_state;
  });
  const auto ignore = [](void*, std::uint32_t) {};
  const auto note = [](void* self, std::uint32_t host) {
    static_cast<HostStates*>(self)->changed_ = host;
  };
  player_.emplace(engine_, platform_,
                  ProfilePlayer::Listeners{
                      .links = {ignore, this}, .hosts = {note, this}, .switches = {ignore, this}},
                  seed);
}

std::optional<HostId> HostStates::advance(double until_s) {
  kernel::EventQueue& events = engine_.events();
  if (events.empty() || events.next_time_s() > until_s * (1 + same_instant)) return std::nullopt;
  now_s_ = events.next_time_s();
  events.fire_next();
  return changed_;
}

}  // namespace smpi::models
