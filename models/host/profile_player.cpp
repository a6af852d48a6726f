// SPDX-License-Identifier: BSD-3-Clause
//
// One cursor a profile; the time of a point is computed from its cycle, so that a thousand periods
// do not add up a thousand roundings.
#include "models/host/profile_player.h"

#include <algorithm>

namespace smpi::models {
namespace {

constexpr double idle_periods_max = 100;

using Target = Platform::TimedProfile::Target;

bool is_of_host(Target target) {
  return target == Target::host_availability || target == Target::host_state;
}

}  // namespace

ProfilePlayer::ProfilePlayer(kernel::Engine& engine, Platform& platform, Listener link_listener,
                             Listener host_listener)
    : engine_(engine),
      platform_(platform),
      link_listener_(link_listener),
      host_listener_(host_listener),
      cursors_(platform.profiles.size()) {
  for (std::uint32_t profile = 0; profile < cursors_.size(); profile++) {
    const Profile& played = platform_.profiles[profile].profile;
    longest_period_s_ = std::max(longest_period_s_, played.period_s);
    bool is_left = !played.points.empty();
    while (is_left && next_time_s(profile) <= 0) {
      apply(profile);
      is_left = advance(profile);
    }
    if (is_left) schedule(profile);
  }
}

ProfilePlayer::~ProfilePlayer() {
  for (const Cursor& cursor : cursors_) {
    if (cursor.event != kernel::no_event) engine_.events().cancel(cursor.event);
  }
}

double ProfilePlayer::next_time_s(std::uint32_t profile) const {
  const Profile& played = platform_.profiles[profile].profile;
  const Cursor& cursor = cursors_[profile];
  return played.points[cursor.point].time_s + cursor.cycle * played.period_s;
}

void ProfilePlayer::apply(std::uint32_t profile) {
  const auto& [target, id, played] = platform_.profiles[profile];
  const double value = played.points[cursors_[profile].point].value;
  switch (target) {
    case Target::host_availability:
      platform_.hosts.availability[id] = value;
      break;
    case Target::host_state:
      platform_.hosts.is_on[id] = value > 0 ? 1 : 0;
      break;
    case Target::link_bandwidth:
      platform_.links.bandwidth_bytes_per_s[id] = value;
      break;
    case Target::link_latency:
      platform_.links.latency_s[id] = value;
      break;
    case Target::link_state:
      platform_.links.is_on[id] = value > 0 ? 1 : 0;
      break;
  }
  const Listener& listener = is_of_host(target) ? host_listener_ : link_listener_;
  listener.changed(listener.owner, id);
}

bool ProfilePlayer::advance(std::uint32_t profile) {
  const Profile& played = platform_.profiles[profile].profile;
  Cursor& cursor = cursors_[profile];
  if (++cursor.point < played.points.size()) return true;
  cursor.point = 0;
  cursor.cycle++;
  return played.period_s > 0;
}

void ProfilePlayer::schedule(std::uint32_t profile) {
  cursors_[profile].event = engine_.events().schedule(
      next_time_s(profile), kernel::Priority::resource, &ProfilePlayer::fire, this, profile);
  pending_count_++;
}

bool ProfilePlayer::is_pointless() {
  if (engine_.events().size() > pending_count_) {
    idle_since_s_ = -1;
    return false;
  }
  if (idle_since_s_ < 0) idle_since_s_ = engine_.now_s();
  return engine_.now_s() - idle_since_s_ > idle_periods_max * longest_period_s_;
}

void ProfilePlayer::fire(void* self, std::uint32_t profile) {
  auto& player = *static_cast<ProfilePlayer*>(self);
  player.cursors_[profile].event = kernel::no_event;
  player.pending_count_--;
  const bool is_pointless = player.is_pointless();
  player.apply(profile);
  // A profile that ends by itself is always played to its end.
  const bool is_periodic = player.platform_.profiles[profile].profile.period_s > 0;
  if (player.advance(profile) && !(is_pointless && is_periodic)) player.schedule(profile);
}

}  // namespace smpi::models
