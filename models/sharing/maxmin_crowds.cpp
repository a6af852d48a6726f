// SPDX-License-Identifier: BSD-3-Clause
//
// Crowds: flows that one link stops and that rise and sink with it as one.
//
// A thousand ranks that send to one, each from an instant of its own, are a thousand flows that the
// receiver's link stops. Each start and end moves its level a little, and with it every flow; to
// tell each flow's other links that it takes a thousandth less costs the square of their number.
// But nobody there notices, as long as the flow stays below some level. So once a link has stopped
// many flows they join its crowd: the link keeps the sum of their weights, and does not look at
// them while its level moves. What a flow uses besides is of two kinds:
//
//   - Links that stop nobody and have room: the flow reserves there what it takes at its limit,
//     twice the level of now (or its bound). A heap knows the lowest limit of the crowd; when the
//     level gets there, the flow leaves the crowd and is opened as any other.
//   - Up to three links that many of the crowd use (that of acknowledgements, or what joins two
//     switches, the other way): these are the crowd's ways, each with the sum of the weights, and
//     the crowd is opened, lowered and settled on them as one flow.
//
//   entries of a link:  [ flows that are looked at one by one | those of crowds: the tail ]
//
// Whoever must know a single flow takes it out of its crowd first (desert): when it ends or gets
// another bound, when a link with reservations has to be summed, when another link stops it. Flows
// that are out join again when their link is next filled, so the price of leaving is paid where the
// flows of that link are summed anyway. Exact sums are the same as without crowds, but for their
// last bits. Alternatives considered: shares that are computed less often (not exact); one flow for
// all of a crowd in all tables (needs numbers and uses that only the network can give).
#include <algorithm>
#include <cmath>

#include "models/sharing/maxmin.h"

namespace smpi::models {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// A member may rise to this many times the level at which it joined.
constexpr double limit_factor = 2;
// A link that members reserve on has this many times the room.
constexpr double room_factor = 2;
// Limits this close to the level are not worth it.
constexpr double limit_margin = 1e-3;
// A link where less than half of the flows could join, or whose crowd had to be disbanded, skips 2
// fillings, then 4, at most 2^7. It is trusted again after so many without a failure.
constexpr std::uint32_t failures_max = 7;
constexpr std::uint32_t trusted_after = 64;

// Adds to a sum of weights that is kept for long: what rounding takes away is kept beside it.
void add_exactly(MaxMin::Sum& sum, double weight) {
  const double total = sum.value + weight;
  const bool is_larger = std::abs(sum.value) >= std::abs(weight);
  sum.rest += is_larger ? (sum.value - total) + weight : (weight - total) + sum.value;
  sum.value = total;
}

}  // namespace

MaxMin::Way* MaxMin::way_of(Crowd& crowd, LinkId link) {
  for (std::uint32_t i = 0; i < crowd.way_count; i++) {
    if (crowd.ways[i].link == link) return &crowd.ways[i];
  }
  return nullptr;
}

MaxMin::Crowd* MaxMin::own_crowd(LinkId id) {
  const std::uint32_t number = links_[id].crowds;
  if (number == 0 || link_crowds_[number].own == no_id) return nullptr;
  return &crowds_[link_crowds_[number].own];
}

// What crowds on a link add to the sums over its flows.
MaxMin::Scan MaxMin::with_crowds(LinkId id, Scan sums) const {
  const LinkCrowds& here = link_crowds_[links_[id].crowds];
  for (std::uint32_t i = 0; i < here.count; i++) {
    const Crowd& crowd = crowds_[here.crowds[i]];
    const Way& way = *way_of(const_cast<Crowd&>(crowd), id);
    if (way.count == 0) continue;
    const double weight = way.weight.total();
    if (crowd.state == CrowdState::settled) {
      sums.used += weight * crowd.level;
    } else if (crowd.link == id || crowd.state == CrowdState::open) {
      sums.weight += weight;
      sums.open_count += way.count;
      if (crowd.link != id || crowd.state == CrowdState::open) continue;
      sums.own_weight += weight;
      sums.own_count += way.count;
    } else {
      sums.used += weight * crowd.level;
      sums.kept_max = std::max(sums.kept_max, crowd.level);
    }
  }
  return sums;
}

// The same for level_above(): crowds above `level` count as open.
MaxMin::CrowdSums MaxMin::crowds_above(LinkId id, double level) const {
  CrowdSums sums;
  const LinkCrowds& here = link_crowds_[links_[id].crowds];
  for (std::uint32_t i = 0; i < here.count; i++) {
    const Crowd& crowd = crowds_[here.crowds[i]];
    const double sum = way_of(const_cast<Crowd&>(crowd), id)->weight.total();
    const bool is_kept = crowd.state == CrowdState::kept;
    if (crowd.state == CrowdState::open ||
        (is_kept && (crowd.link == id || crowd.level > level * (1 + tie)))) {
      sums.rising_weight += sum;
    } else {
      sums.usage += sum * crowd.level;
    }
  }
  return sums;
}

void MaxMin::move_to_tail(Link& link, std::uint32_t position) {
  link.tail_count++;
  swap_entries(link, position, static_cast<std::uint32_t>(link.entries.size() - link.tail_count));
}

void MaxMin::move_to_head(Link& link, std::uint32_t position) {
  swap_entries(link, position, static_cast<std::uint32_t>(link.entries.size() - link.tail_count));
  link.tail_count--;
}

void MaxMin::swap_entries(Link& link, std::uint32_t one, std::uint32_t other) {
  std::swap(link.entries[one], link.entries[other]);
  positions_[link.entries[one].place] = one;
  positions_[link.entries[other].place] = other;
}

// A new entry of a link with a tail.
void MaxMin::push_entry(Link& link, const Entry& entry) {
  link.entries.push_back(entry);
  const auto last = static_cast<std::uint32_t>(link.entries.size() - 1);
  positions_[entry.place] = last;
  if (link.tail_count > 0) swap_entries(link, last, last - link.tail_count);
}

// Takes an entry before the tail out. REQUIRES: its flow is in no crowd.
void MaxMin::take_entry(Link& link, std::uint32_t position) {
  const auto last = static_cast<std::uint32_t>(link.entries.size() - 1);
  swap_entries(link, position, last - link.tail_count);
  if (link.tail_count > 0) swap_entries(link, last - link.tail_count, last);
  link.entries.pop_back();
}

// Flows that the link has just stopped join its crowd.
void MaxMin::recruit(LinkId id) {
  Link& link = links_[id];
  if (link.policy != SharingPolicy::shared || !link.is_coupled) return;
  if (link.crowds == 0) {
    if (link_crowds_.size() > std::numeric_limits<std::uint16_t>::max()) return;
    link.crowds = static_cast<std::uint16_t>(link_crowds_.size());
    link_crowds_.emplace_back();
  }
  if (link_crowds_[link.crowds].to_skip > 0) {
    link_crowds_[link.crowds].to_skip--;
    return;
  }
  if (own_crowd(id) == nullptr && !found_crowd(id)) return;
  std::size_t asked_count = 0;
  std::size_t joined_count = 0;
  for (std::uint32_t i = 0; i < heads(link).size();) {
    const FlowIndex flow = link.entries[i].flow;
    if (is_own(flow, id)) {
      asked_count++;
      if (join_crowd(*own_crowd(id), flow)) {
        joined_count++;
        continue;  // another one is here now
      }
    }
    i++;
  }
  if (2 * joined_count < asked_count) note_failure(id);
  Crowd* crowd = own_crowd(id);
  if (crowd->members.empty()) free_crowd(*crowd);
}

void MaxMin::note_failure(LinkId id) {
  LinkCrowds& here = link_crowds_[links_[id].crowds];
  here.failures = std::min(here.failures + 1, failures_max);
  here.to_skip = 1U << here.failures;
  here.fillings = 0;
}

// A crowd for a link, if no more than it can be on already are.
bool MaxMin::found_crowd(LinkId id) {
  LinkCrowds& here = link_crowds_[links_[id].crowds];
  if (here.count == here.crowds.size()) return false;
  std::uint32_t number = static_cast<std::uint32_t>(crowds_.size());
  if (free_crowds_.empty()) {
    crowds_.emplace_back();
  } else {
    number = free_crowds_.back();
    free_crowds_.pop_back();
  }
  Crowd& crowd = crowds_[number];
  crowd.link = id;
  crowd.state = CrowdState::kept;
  crowd.level = links_[id].level;
  crowd.way_count = 1;
  crowd.ways[0] = {.link = id, .count = 0, .weight = {}};
  here.own = number;
  here.crowds[here.count++] = number;
  return true;
}

void MaxMin::free_crowd(Crowd& crowd) {
  const auto number = static_cast<std::uint32_t>(&crowd - crowds_.data());
  for (std::uint32_t i = 0; i < crowd.way_count; i++) {
    LinkCrowds& here = link_crowds_[links_[crowd.ways[i].link].crowds];
    const auto last = here.crowds.begin() + here.count;
    *std::find(here.crowds.begin(), last, number) = last[-1];
    here.count--;
    if (here.own == number) here.own = no_id;
  }
  crowd.way_count = 0;
  crowd.link = no_id;
  free_crowds_.push_back(number);
}

// May the crowd be opened and settled on this link as one? Then it is one of its ways.
bool MaxMin::add_way(Crowd& crowd, LinkId id) {
  if (way_of(crowd, id) != nullptr) return true;
  Link& link = links_[id];
  if (crowd.way_count == crowd.ways.size() || heads(link).size() < crowd_min_) return false;
  if (link.crowds == 0) {
    if (link_crowds_.size() > std::numeric_limits<std::uint16_t>::max()) return false;
    link.crowds = static_cast<std::uint16_t>(link_crowds_.size());
    link_crowds_.emplace_back();
  }
  LinkCrowds& here = link_crowds_[link.crowds];
  if (here.count == here.crowds.size()) return false;
  here.crowds[here.count++] = static_cast<std::uint32_t>(&crowd - crowds_.data());
  crowd.ways[crowd.way_count++] = {.link = id, .count = 0, .weight = {}};
  return true;
}

bool MaxMin::join_crowd(Crowd& crowd, FlowIndex id) {
  Flow& flow = flows_[id];
  const double level = crowd.level;
  const double limit = std::min(flow.bound_level, limit_factor * level);
  if (limit <= level * (1 + limit_margin)) return false;
  const LinkUse* const uses = uses_.data() + flow.first_use;
  const auto has_room = [&](const LinkUse& use) {
    const Link& link = links_[use.link];
    return link.stopped_count == 0 &&
           link.pending + room_factor * use.weight * (limit - level) <= link.pending_max;
  };
  for (std::uint32_t i = 0; i < flow.use_count; i++) {
    const Link& link = links_[uses[i].link];
    if (!link.is_coupled) continue;
    if (link.policy != SharingPolicy::shared) return false;
    if (way_of(crowd, uses[i].link) == nullptr && !has_room(uses[i]) &&
        !add_way(crowd, uses[i].link)) {
      return false;
    }
  }
  for (std::uint32_t i = 0; i < flow.use_count; i++) {
    Link& link = links_[uses[i].link];
    if (!link.is_coupled) continue;
    if (Way* way = way_of(crowd, uses[i].link); way != nullptr) {
      move_to_tail(link, positions_[flow.first_position + i]);
      add_exactly(way->weight, uses[i].weight);
      way->count++;
    } else {
      link.pending += uses[i].weight * (limit - level);
    }
  }
  flow.status = Status::member;
  flow.level = limit;
  if (limit_places_.size() < flows_.size()) limit_places_.resize(flows_.size());
  crowd.members.push({limit, id, 0}, limit_places_);
  member_count_++;
  return true;
}

// A member becomes a flow like all others, in the state in which its crowd is.
void MaxMin::desert(FlowIndex id) {
  Flow& flow = flows_[id];
  Crowd& crowd = *own_crowd(flow.bottleneck);
  const double limit = flow.level;
  const double level = crowd.level;
  const LinkUse* const uses = uses_.data() + flow.first_use;
  for (std::uint32_t i = 0; i < flow.use_count; i++) {
    Link& link = links_[uses[i].link];
    const std::uint32_t position = positions_[flow.first_position + i];
    if (position < heads(link).size()) {
      if (link.is_coupled) release(link, uses[i].weight * (limit - level));
      continue;
    }
    move_to_head(link, position);
    Way& way = *way_of(crowd, uses[i].link);
    add_exactly(way.weight, -uses[i].weight);
    if (--way.count == 0) way.weight = {};
    if (crowd.state == CrowdState::open && uses[i].link != crowd.link && link.is_affected) {
      link.free -= uses[i].weight * level;
      link.weight -= uses[i].weight;
      link.open_count--;
    }
  }
  flow.level = level;
  flow.status = Status::kept;
  if (crowd.state == CrowdState::open && !links_[crowd.link].is_affected) open_count_--;
  if (crowd.state == CrowdState::settled) {
    flow.status = Status::settled;
    opened_.push_back(id);
  }
  crowd.members.erase(limit_places_[id].position, limit_places_);
  member_count_--;
  if (crowd.members.empty()) free_crowd(crowd);
}

// What a member has reserved on a link beyond its level is free again.
void MaxMin::release(Link& link, double usage) {
  if (link.is_affected) {
    link.free += usage;
  } else {
    link.pending -= usage;
  }
}

// Members of a crowd that rises are opened.
void MaxMin::disband(Crowd& crowd) {
  const bool is_rising = crowd.state == CrowdState::open;
  for (std::size_t left = crowd.members.size(); left > 0; left--) {
    const FlowIndex flow = crowd.members.front().flow;
    desert(flow);
    if (is_rising) open(flow, Reach::links);
  }
}

void MaxMin::disband_all() {
  for (Crowd& crowd : crowds_) disband(crowd);
}

// Flows with reservations on a link leave their crowds, so that it can be summed exactly. Those of
// crowds that rise are opened: the link follows them then.
void MaxMin::release_reserved(LinkId id) {
  for (const Entry& entry : heads(links_[id])) {
    const FlowIndex flow = entry.flow;
    if (flows_[flow].status != Status::member) continue;
    const bool is_rising = own_crowd(flows_[flow].bottleneck)->state == CrowdState::open;
    desert(flow);
    if (is_rising) open(flow, Reach::links);
  }
}

// Before a link is affected; false: it follows flows of crowds that rise already.
bool MaxMin::affect_crowds(LinkId id) {
  release_reserved(id);
  if (links_[id].is_affected) {
    refresh(id);
    return false;
  }
  if (Crowd* crowd = own_crowd(id); crowd != nullptr && !links_[id].is_coupled) disband(*crowd);
  return true;
}

// A link is affected whose crowd rises already: its limits come in turn.
void MaxMin::expect_limit(LinkId id) {
  const Crowd* crowd = own_crowd(id);
  if (crowd != nullptr && crowd->state == CrowdState::open) {
    queue_.push({links_[id].old_level, id, true});
  }
}

// The filling passes the level of the link, or a limit of its crowd.
void MaxMin::outgrow_crowd(LinkId id) {
  Crowd* crowd = own_crowd(id);
  if (crowd == nullptr || links_[id].level < infinity) return;
  if (crowd->state == CrowdState::kept) open_crowd(*crowd);
  while (crowd != nullptr && crowd->members.front().end <= floor_ * (1 + tie)) {
    const FlowIndex flow = crowd->members.front().flow;
    desert(flow);
    open(flow, Reach::links);
    crowd = own_crowd(id);
  }
  if (crowd != nullptr) queue_.push({crowd->members.front().end, id, true});
}

// As open() for a flow.
void MaxMin::open_crowd(Crowd& crowd) {
  crowd.state = CrowdState::open;
  if (!links_[crowd.link].is_affected) {
    open_count_ += crowd.ways[0].count;
    spread_.push_back(crowd.link);
  }
  moved_crowds_.push_back(static_cast<std::uint32_t>(&crowd - crowds_.data()));
  for (std::uint32_t i = 1; i < crowd.way_count; i++) {
    const Way& way = crowd.ways[i];
    Link& link = links_[way.link];
    if (!link.is_coupled || way.count == 0) continue;
    if (!link.is_affected) {
      if (link.stopped_count > 0 || link.is_dirty || !is_within(link)) {
        spread_.push_back(way.link);
        continue;
      }
      watch(way.link);
    }
    link.free += way.weight.total() * crowd.level;
    link.weight += way.weight.total();
    link.open_count += way.count;
    link.bound_max = infinity;
    if (link.is_lowered) continue;
    link.is_lowered = true;
    lowered_.push_back(way.link);
  }
}

// As settle() or lower() for a flow: the link has stopped its crowd at the last level.
void MaxMin::settle_own_crowd(LinkId id) {
  Crowd* own = own_crowd(id);
  if (own == nullptr || own->state == CrowdState::settled)
    return;  // late flows of a tie came to it
  Crowd& crowd = *own;
  const double level = last_level_;
  const double change = level - crowd.level;
  for (std::uint32_t i = 1; i < crowd.way_count; i++) {
    const Way& way = crowd.ways[i];
    Link& link = links_[way.link];
    if (!link.is_coupled || way.count == 0) continue;
    const double weight = way.weight.total();
    if (!link.is_affected) {
      shift(way.link, weight * change);
    } else if (crowd.state == CrowdState::kept) {
      link.free -= weight * change;
    } else {
      link.free -= weight * level;
      link.weight -= weight;
      link.open_count -= way.count;
    }
  }
  if (crowd.state == CrowdState::kept) {
    moved_crowds_.push_back(static_cast<std::uint32_t>(&crowd - crowds_.data()));
  }
  crowd.state = CrowdState::settled;
  crowd.level = level;
  LinkCrowds& here = link_crowds_[links_[crowd.link].crowds];
  if (++here.fillings == trusted_after) here.failures = 0;
  open_count_ -= crowd.ways[0].count;
}

// A link that is to be filled holds members of rising crowds of other links. These links go first
// where they fill up at the same level, as cables in a row do; else the link stops single flows of
// these crowds, which are no more then. False: there was nothing of it.
bool MaxMin::fill_crowds_first(LinkId id, double level) {
  const LinkCrowds& here = link_crowds_[links_[id].crowds];
  for (std::uint32_t i = 0; i < here.count; i++) {
    Crowd& crowd = crowds_[here.crowds[i]];
    if (crowd.link == id || crowd.state != CrowdState::open) continue;
    if (!stop_first(crowd.link, id, level)) {
      note_failure(crowd.link);
      disband(crowd);
    }
    refresh(id);
    return true;
  }
  return false;
}

// Are there flows of rising crowds, but for that of `host`?
bool MaxMin::has_open_guests(LinkId id, LinkId host) const {
  const LinkCrowds& here = link_crowds_[links_[id].crowds];
  return std::any_of(here.crowds.begin(), here.crowds.begin() + here.count, [&](std::uint32_t i) {
    const Crowd& one = crowds_[i];
    return one.link != id && one.link != host && one.state == CrowdState::open;
  });
}

// Opens the crowds of other links that are above `level` on this one. Were there any?
bool MaxMin::open_crowds_above(LinkId id, double level) {
  const LinkCrowds& here = link_crowds_[links_[id].crowds];
  bool any = false;
  for (std::uint32_t i = 0; i < here.count; i++) {
    Crowd& crowd = crowds_[here.crowds[i]];
    if (crowd.link == id || crowd.state != CrowdState::kept) continue;
    if (crowd.level <= level * (1 + tie) || way_of(crowd, id)->count == 0) continue;
    open_crowd(crowd);
    any = true;
  }
  return any;
}

}  // namespace smpi::models
