// SPDX-License-Identifier: BSD-3-Clause
//
// One cursor per profile. The time of a point is computed from its cycle, so that a thousand
// periods do not add up a thousand roundings. Drawn times are of the profiles' own clock, so that a
// run which starts later meets the same ones.
#include "models/host/profile_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace smpi::models {
namespace {

constexpr double idle_periods_max = 100;
// Of the profiles' clock: the end of a run is its start plus a rounded duration.
constexpr double same_instant = 32 * std::numeric_limits<double>::epsilon();

using Target = Platform::TimedProfile::Target;

// States of trace files are on whatever the value above 0 is.
double as_state(Target target, double value) {
  const bool is_state = target == Target::host_state || target == Target::link_state ||
                        target == Target::switch_state;
  return is_state ? (value > 0 ? 1 : 0) : value;
}

}  // namespace

ProfilePlayer::ProfilePlayer(kernel::Engine& engine, Platform& platform, const Listeners& listeners,
                             std::uint64_t seed, const Scaling& scaling)
    : engine_(engine),
      platform_(platform),
      listeners_(listeners),
      seed_(seed),
      scaling_(scaling),
      cursors_(platform.profiles.size()) {
  find_blends(0);
  for (std::uint32_t profile = 0; profile < cursors_.size(); profile++) start(profile);
}

ProfilePlayer::~ProfilePlayer() {
  for (const Cursor& cursor : cursors_) {
    if (cursor.event != kernel::no_event) engine_.events().cancel(cursor.event);
  }
  for (const Past& past : pasts_) {
    if (past.event != kernel::no_event) engine_.events().cancel(past.event);
  }
}

void ProfilePlayer::add(std::vector<Platform::TimedProfile> profiles, double from_s) {
  const auto first = static_cast<std::uint32_t>(cursors_.size());
  for (Platform::TimedProfile& timed : profiles) platform_.profiles.push_back(std::move(timed));
  cursors_.resize(platform_.profiles.size());
  find_blends(first);
  for (std::uint32_t profile = first; profile < cursors_.size(); profile++) {
    start_from(profile, from_s);
  }
}

// Only targets that have a factor are blended.
void ProfilePlayer::find_blends(std::uint32_t first) {
  std::map<std::pair<Target, std::uint32_t>, std::uint32_t> blend_of;
  for (std::uint32_t profile = 0; profile < cursors_.size(); profile++) {
    const Platform::TimedProfile& timed = platform_.profiles[profile];
    if (profile < first) {
      const std::uint32_t blend = cursors_[profile].blend;
      if (blend != no_id) blend_of.try_emplace({timed.target, timed.id}, blend);
      continue;
    }
    if (!timed.is_factor) continue;
    const auto [place, is_new] =
        blend_of.try_emplace({timed.target, timed.id}, static_cast<std::uint32_t>(blends_.size()));
    if (is_new) blends_.push_back({value_now(timed.target, timed.id), {}});
    blends_[place->second].factors.push_back(profile);
  }
  if (blends_.empty()) return;
  factors_.resize(cursors_.size(), 1);
  for (std::uint32_t profile = 0; profile < cursors_.size(); profile++) {
    const Platform::TimedProfile& timed = platform_.profiles[profile];
    const auto place = blend_of.find({timed.target, timed.id});
    if (place != blend_of.end()) cursors_[profile].blend = place->second;
  }
}

bool ProfilePlayer::begin(std::uint32_t profile) {
  const Profile& played = platform_.profiles[profile].profile;
  if (played.drawn.empty()) return !played.points.empty();
  cursors_[profile].drawing = static_cast<std::uint32_t>(drawings_.size());
  const Platform::TimedProfile& timed = platform_.profiles[profile];
  const std::string stream =
      fmt::format("{}/{}/{}", played.stream, static_cast<int>(timed.target), timed.id);
  drawings_.push_back({kernel::named_stream(seed_, stream), 0, 0});
  draw(profile);
  return true;
}

void ProfilePlayer::start(std::uint32_t profile) {
  const double now_s = same_instant * platform_.profiles_start_s;
  bool is_left = begin(profile);
  if (is_left) skip_periods(profile, now_s);
  bool has_past = false;
  double value = 0;
  while (is_left && next_time_s(profile) <= now_s) {
    has_past = true;
    value = next_value(profile);
    is_left = advance(profile);
  }
  if (has_past) apply(profile, value);
  if (is_left) schedule(profile);
}

// Of what it said before, the last holds.
void ProfilePlayer::start_from(std::uint32_t profile, double from_s) {
  bool is_left = begin(profile);
  bool has_past = false;
  double value = 0;
  while (is_left && next_time_s(profile) < from_s) {
    has_past = true;
    value = next_value(profile);
    is_left = advance(profile);
  }
  if (has_past && !(platform_.profiles[profile].is_factor && value == 1)) {
    const kernel::EventId event =
        engine_.events().schedule(from_s, kernel::Priority::resource, &ProfilePlayer::fire_past,
                                  this, static_cast<std::uint32_t>(pasts_.size()));
    pasts_.push_back({profile, value, event});
    pending_count_++;
  }
  if (is_left) schedule(profile);
}

void ProfilePlayer::fire_past(void* self, std::uint32_t index) {
  auto& player = *static_cast<ProfilePlayer*>(self);
  Past& past = player.pasts_[index];
  past.event = kernel::no_event;
  player.pending_count_--;
  player.apply(past.profile, past.value);
}

double ProfilePlayer::next_time_s(std::uint32_t profile) const {
  const Cursor& cursor = cursors_[profile];
  const double start_s = platform_.profiles_start_s;
  if (cursor.drawing != no_id) return drawings_[cursor.drawing].time_s - start_s;
  const Profile& played = platform_.profiles[profile].profile;
  return played.points[cursor.point].time_s + static_cast<double>(cursor.cycle) * played.period_s -
         start_s;
}

void ProfilePlayer::skip_periods(std::uint32_t profile, double until_s) {
  const Profile& played = platform_.profiles[profile].profile;
  if (played.points.empty() || played.period_s <= 0) return;
  const double gap_s = until_s - next_time_s(profile);
  if (gap_s > 2 * played.period_s) {  // the last one is played: its values hold
    cursors_[profile].cycle = static_cast<std::uint64_t>(gap_s / played.period_s) - 1;
  }
}

double ProfilePlayer::next_value(std::uint32_t profile) const {
  const Cursor& cursor = cursors_[profile];
  if (cursor.drawing != no_id) return drawings_[cursor.drawing].value;
  return platform_.profiles[profile].profile.points[cursor.point].value;
}

// How long an endless profile takes to come round, in the mean; 0: it ends by itself.
double ProfilePlayer::cycle_s(std::uint32_t profile) const {
  const Profile& played = platform_.profiles[profile].profile;
  if (!played.repeats) return played.period_s;
  double sum_s = played.pause_s;
  for (const Profile::DrawnPoint& point : played.drawn) {
    sum_s += mean_busy_time_s(point.delay, point.arrivals_per_s);
  }
  return sum_s;
}

double ProfilePlayer::value_now(Target target, std::uint32_t id) const {
  switch (target) {
    case Target::host_availability:
      return platform_.hosts.availability[id];
    case Target::host_state:
      return platform_.hosts.is_on[id];
    case Target::host_pstate:
      return platform_.hosts.pstate[id];
    case Target::link_bandwidth:
      return platform_.links.bandwidth_bytes_per_s[id];
    case Target::link_latency:
      return platform_.links.latency_s[id];
    case Target::link_state:
      return platform_.links.is_on[id];
    case Target::switch_state:
      return platform_.switches.is_on[id];
  }
  __builtin_unreachable();
}

void ProfilePlayer::set(Target target, std::uint32_t id, double value) {
  switch (target) {
    case Target::host_availability:
      platform_.hosts.availability[id] = value;
      break;
    case Target::host_state:
      platform_.hosts.is_on[id] = value > 0 ? 1 : 0;
      break;
    case Target::host_pstate:
      platform_.hosts.pstate[id] = static_cast<std::uint32_t>(value);
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
    case Target::switch_state:
      platform_.switches.is_on[id] = value > 0 ? 1 : 0;
      break;
  }
}

// Of absolute values; the platform's own are scaled already.
double ProfilePlayer::scale_of(Target target) const {
  if (target == Target::link_bandwidth) return scaling_.bandwidth_factor;
  if (target == Target::link_latency) return scaling_.latency_factor;
  return 1;
}

// What holds once this profile has said this.
double ProfilePlayer::blended(std::uint32_t profile, double said) {
  const auto& timed = platform_.profiles[profile];
  double value = as_state(timed.target, said);
  if (!timed.is_factor) value *= scale_of(timed.target);
  if (cursors_[profile].blend == no_id) return value;
  Blend& blend = blends_[cursors_[profile].blend];
  (timed.is_factor ? factors_[profile] : blend.base) = value;
  double product = blend.base;
  for (const std::uint32_t factor : blend.factors) product *= factors_[factor];
  return product;
}

const ProfilePlayer::Listener& ProfilePlayer::listener_of(Target target) const {
  switch (target) {
    case Target::host_availability:
    case Target::host_state:
    case Target::host_pstate:
      return listeners_.hosts;
    case Target::link_bandwidth:
    case Target::link_latency:
    case Target::link_state:
      return listeners_.links;
    case Target::switch_state:
      return listeners_.switches;
  }
  __builtin_unreachable();
}

void ProfilePlayer::apply(std::uint32_t profile, double said) {
  const Platform::TimedProfile& timed = platform_.profiles[profile];
  set(timed.target, timed.id, blended(profile, said));
  const Listener& listener = listener_of(timed.target);
  listener.changed(listener.owner, timed.id);
}

bool ProfilePlayer::advance(std::uint32_t profile) {
  const Profile& played = platform_.profiles[profile].profile;
  Cursor& cursor = cursors_[profile];
  const bool is_drawn = cursor.drawing != no_id;
  const bool is_at_end = ++cursor.point == (is_drawn ? played.drawn.size() : played.points.size());
  if (is_at_end) {
    cursor.point = 0;
    cursor.cycle++;
  }
  const bool goes_on = !is_at_end || (is_drawn ? played.repeats : played.period_s > 0);
  if (is_drawn && goes_on) {
    if (is_at_end) drawings_[cursor.drawing].time_s += played.pause_s;
    draw(profile);
  }
  return goes_on;
}

void ProfilePlayer::draw(std::uint32_t profile) {
  const Cursor& cursor = cursors_[profile];
  const Profile::DrawnPoint& point = platform_.profiles[profile].profile.drawn[cursor.point];
  Drawing& drawing = drawings_[cursor.drawing];
  drawing.time_s += draw_busy_time_s(point.delay, point.arrivals_per_s, drawing.stream);
  drawing.value = point.value.draw(drawing.stream);
}

void ProfilePlayer::schedule(std::uint32_t profile) {
  cursors_[profile].event = engine_.events().schedule(
      next_time_s(profile), kernel::Priority::resource, &ProfilePlayer::fire, this, profile);
  pending_count_++;
}

bool ProfilePlayer::is_other_pending() const {
  return engine_.waking_event_count() > pending_count_;
}

bool ProfilePlayer::is_pointless(std::uint32_t profile) {
  if (is_other_pending()) {
    idle_since_s_ = -1;
    return false;
  }
  if (idle_since_s_ < 0) idle_since_s_ = engine_.now_s();
  const double period_s = cycle_s(profile);
  return period_s > 0 && engine_.now_s() - idle_since_s_ > idle_periods_max * period_s;
}

// At the end of an instant with a change, when the network has its events again. What a resting
// profile would have done meanwhile is skipped in whole periods: it goes on where it stopped.
void ProfilePlayer::wake_resting() {
  if (!is_other_pending()) return;
  idle_since_s_ = -1;
  for (const std::uint32_t profile : std::exchange(resting_, {})) {
    Cursor& cursor = cursors_[profile];
    if (cursor.drawing != no_id) {
      Drawing& drawing = drawings_[cursor.drawing];
      drawing.time_s = std::max(drawing.time_s, engine_.now_s() + platform_.profiles_start_s);
    } else {
      while (next_time_s(profile) < engine_.now_s()) cursor.cycle++;
    }
    schedule(profile);
  }
}

void ProfilePlayer::fire(void* self, std::uint32_t profile) {
  auto& player = *static_cast<ProfilePlayer*>(self);
  player.cursors_[profile].event = kernel::no_event;
  player.pending_count_--;
  const bool is_pointless = player.is_pointless(profile);
  player.apply(profile, player.next_value(profile));
  if (!player.resting_.empty()) {
    player.engine_.at_end_of_instant(
        [](void* owner, std::uint32_t) { static_cast<ProfilePlayer*>(owner)->wake_resting(); },
        &player);
  }
  if (!player.advance(profile)) return;
  if (is_pointless) {
    player.resting_.push_back(profile);
  } else {
    player.schedule(profile);
  }
}

}  // namespace smpi::models
