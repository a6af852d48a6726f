// SPDX-License-Identifier: BSD-3-Clause
//
// The filling: levels rise from `floor_`, links are taken from a queue in the order in which they
// fill up, and only what changes is opened (see maxmin.h for the idea).
//
// A flow is `kept` (its level stands), `open` (its level is being found) or `settled` (found in
// this run). A link is affected once one of its flows can change; then it follows its open flows
// and those it stopped before, which stay `kept` until they pass their old level: most only sink.
// Keys in the queue are lower bounds: flows settled elsewhere only raise a link's level, and flows
// that open push a lower key. What is taken from the queue is summed anew, so no rounding builds
// up.
//
// Why opening in order of level is enough. A link's flows are at most at its level. When a link is
// affected, the flows it stopped at its old level v may fall, which happens when the link is taken
// at a level below v and then reaches their other links; or they may rise, in which case they are
// opened and their other links must follow them from v on: the `outgrow` key at v. In both cases
// the other links, whose old levels are at least v, are affected no later than the filling passes
// their old level, so no settled flow is ever wrong.
#include <algorithm>
#include <cmath>

#include "models/sharing/maxmin.h"

namespace smpi::models {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

// Sums over the flows of a link. The flows it stopped count as open.
MaxMin::Scan MaxMin::scan(LinkId id) const {
  const Link& link = links_[id];
  if (link.policy == SharingPolicy::fatpipe) [[unlikely]]
    return scan_fat_pipe(id);
  const Flow* const flows = flows_.data();
  Scan result;
  double used = 0;
  double weight = 0;
  double bound_min = infinity;
  std::uint32_t open_count = 0;
  for (const Entry& entry : heads(link)) {
    const Flow& flow = flows[entry.flow];
    if (flow.status == Status::open) {
      weight += entry.weight;
      bound_min = std::min(bound_min, flow.bound_level);
      open_count++;
    } else if (flow.status != Status::kept) {
      used += entry.weight * flow.level;
    } else if (flow.bottleneck != id) {
      used += entry.weight * flow.level;
      result.kept_max = std::max(result.kept_max, flow.level);
    } else {
      weight += entry.weight;
      bound_min = std::min(bound_min, flow.bound_level);
      open_count++;
      result.own_weight += entry.weight;
      result.own_count++;
    }
  }
  result.used = used;
  result.weight = weight;
  result.bound_min = bound_min;
  result.open_count = open_count;
  if (member_count_ > 0) [[unlikely]]
    return with_crowds(id, result);
  return result;
}

// The same for a fat pipe, where weights and usages do not add up.
[[gnu::noinline]] MaxMin::Scan MaxMin::scan_fat_pipe(LinkId id) const {
  const Link& link = links_[id];
  Scan result;
  for (const Entry& entry : heads(link)) {
    const Flow& flow = flows_[entry.flow];
    const bool is_its_own = is_own(entry.flow, id);
    if (flow.status == Status::open || is_its_own) {
      result.weight = std::max(result.weight, entry.weight);
      result.bound_min = std::min(result.bound_min, flow.bound_level);
      result.open_count++;
      if (!is_its_own) continue;
      result.own_weight += entry.weight;
      result.own_count++;
    } else {
      if (entry.weight * flow.level >= link.capacity * (1 - tie)) {
        result.cap = std::min(result.cap, flow.level);
      }
      if (flow.status == Status::kept) result.kept_max = std::max(result.kept_max, flow.level);
    }
  }
  return result;
}

// The level at which a link stops its open flows.
double MaxMin::fill_level(const Link& link, const Scan& scan) const {
  if (link.policy == SharingPolicy::fatpipe) {
    return std::max(floor_,
                    std::min(scan.weight > 0 ? link.capacity / scan.weight : infinity, scan.cap));
  }
  if (scan.open_count == 0) {
    return scan.used > link.capacity * (1 + tolerance) ? floor_ : infinity;
  }
  // Never below the level reached: rounding must not starve the last flows.
  return std::max(floor_, (link.capacity - scan.used) / scan.weight);
}

void MaxMin::follow(LinkId id, const Scan& sums) {
  Link& link = links_[id];
  link.free = link.capacity - sums.used;
  link.weight = sums.weight;
  link.open_count = sums.open_count;
  link.key = infinity;
  link.bound_max = infinity;
  if (sums.open_count == 0 || !link.is_coupled) return;
  link.key = fill_level(link, sums);
  queue_.push({link.key, id, false});
}

void MaxMin::solve() {
  moved_.clear();
  relevelled_.clear();
  was_closed_form_ = solve_pairs();
  if (was_closed_form_) return;
  unseat_changed();
  floor_ = 0;
  last_level_ = 0;
  admit_fresh();
  admit_rebound();
  spread_.append(dirty_);
  dirty_.clear();
  affect_pending();
  while (open_count_ > 0) {
    if (queue_.empty()) {
      settle_rest();
      affect_pending();
      continue;
    }
    const LevelQueue::Key key = queue_.pop();
    if (!key.is_outgrow) {
      Link& link = links_[key.link];
      if (key.level != link.key) continue;  // it has got another key since
      link.key = infinity;
      if (link.open_count == 0) continue;
    }
    floor_ = std::max(floor_, key.level);
    if (key.is_outgrow) {
      outgrow(key.link);
    } else {
      fill(key.link);
    }
    affect_pending();
  }
  queue_.clear();
  close();
}

// New flows that share coupled links: they are open, and these links follow them.
void MaxMin::admit_fresh() {
  for (const FlowIndex id : fresh_) {
    if (flows_[id].status != Status::fresh) continue;
    open(id, Reach::links);
  }
  fresh_.clear();
  for (const LinkId link : dirty_) {
    if (links_[link].is_coupled && links_[link].stopped_count == 0) open_bounded(link);
  }
}

// A link has just become coupled: its flows at their bounds are too many for it, so most will sink.
void MaxMin::open_bounded(LinkId id) {
  for (const Entry& entry : heads(links_[id])) {
    const Flow& flow = flows_[entry.flow];
    if (flow.status != Status::kept || flow.bottleneck != no_id) continue;
    open(entry.flow, Reach::links);
  }
}

// Flows with a new bound: opened with all their links.
void MaxMin::admit_rebound() {
  for (const FlowIndex id : rebound_) {
    if (flows_[id].status != Status::kept) continue;
    open(id, Reach::links);
  }
  rebound_.clear();
}

void MaxMin::affect_pending() {
  if (!spread_.empty()) {
    while (spread_first_ < spread_.size()) affect(spread_[spread_first_++]);
    spread_.clear();
    spread_first_ = 0;
  }
  if (!lowered_.empty()) push_lowered();
}

// Links that follow more open flows than before may fill up earlier.
void MaxMin::push_lowered() {
  for (const LinkId id : lowered_) {
    Link& link = links_[id];
    link.is_lowered = false;
    if (link.open_count == 0) continue;
    const double level = std::max(floor_, link.free / link.weight);
    if (level >= link.key || level >= link.bound_max) continue;
    link.key = level;
    queue_.push({level, id, false});
  }
  lowered_.clear();
}

void MaxMin::affect_links_of(FlowIndex id) {
  const Flow& flow = flows_[id];
  for (std::uint32_t i = 0; i < flow.use_count; i++) {
    const LinkId link = uses_[flow.first_use + i].link;
    if (links_[link].is_coupled && !links_[link].is_affected) spread_.push_back(link);
  }
}

// Makes a link follow its flows, opening those it stopped, unless nothing really changed for it.
void MaxMin::affect(LinkId id) {
  Link& link = links_[id];
  link.is_dirty = false;
  if (link.is_affected) return;
  if (member_count_ > 0 && !affect_crowds(id)) [[unlikely]]
    return;
  const Scan before = scan(id);
  if (is_unchanged(link, before)) return;
  link.old_level = link.level;
  link.level = infinity;
  affected_.push_back(id);
  if (link.is_coupled) {
    open_count_ += before.own_count;
  } else {
    for (const Entry& entry : heads(link)) {
      if (is_own(entry.flow, id)) open(entry.flow, Reach::itself);
    }
  }
  link.is_affected = true;
  if (link.is_coupled && before.kept_max > fill_level(link, before) * (1 + tie)) {
    open_above(id);
    refresh(id);
  } else {
    follow(id, before);
  }
  if (before.own_count > 0) queue_.push({link.old_level, id, true});
  if (member_count_ > 0) [[unlikely]]
    expect_limit(id);
}

// Is the link as it was, within the tolerance? Then its exact state is noted instead.
bool MaxMin::is_unchanged(Link& link, const Scan& scan) const {
  if (scan.open_count > scan.own_count) return false;  // it must follow open flows
  if (scan.own_count == 0) {
    if (link.policy == SharingPolicy::fatpipe && scan.kept_max > scan.cap * (1 + tie)) return false;
    if (scan.used > link.capacity * (1 + tolerance)) return false;
    link.pending = 0;
    link.pending_max = std::max(link.capacity - scan.used, 0.0);
    return true;
  }
  if (!link.is_coupled) return false;
  const double level = fill_level(link, scan);
  if (std::abs(level - link.level) > tolerance * link.level) return false;
  if (scan.kept_max > level * (1 + tie)) return false;
  link.pending = scan.used + scan.own_weight * link.level - link.capacity;
  return true;
}

// Sums a link anew and puts its level into the queue.
void MaxMin::refresh(LinkId id) {
  follow(id, scan(id));
}

// Takes a flow's level back; the links that follow it see it as open from now on. A coupled link
// that stops nobody follows it from here; one that stops flows waits until it is affected, as all
// its coupled links are that do not follow it, when it reaches them.
void MaxMin::open(FlowIndex id, Reach reach) {
  Flow& flow = flows_[id];
  const bool is_followed = flow.bottleneck != no_id && links_[flow.bottleneck].is_affected;
  flow.status = Status::open;
  if (!is_followed) open_count_++;
  opened_.push_back(id);
  bool is_contended = false;
  // Nothing of these moves in the loop, but the compiler does not know that.
  const LinkUse* const uses = uses_.data() + flow.first_use;
  const LinkUse* const end = uses + flow.use_count;
  Link* const links = links_.data();
  const double level = flow.level;
  const double bound_level = flow.bound_level;
  const LinkId follower = is_followed ? flow.bottleneck : no_id;
  for (const LinkUse* use = uses; use != end; use++) {
    Link& link = links[use->link];
    if (!link.is_coupled) continue;
    is_contended = true;
    if (use->link == follower) continue;
    if (link.policy == SharingPolicy::fatpipe) [[unlikely]] {
      open_in_fat_pipe(use->link, reach);
      continue;
    }
    if (!link.is_affected) {
      if (link.stopped_count > 0 || link.is_dirty || !is_within(link)) {
        if (reach == Reach::links) spread_.push_back(use->link);
        continue;
      }
      watch(use->link);
    }
    link.free += use->weight * level;
    link.weight += use->weight;
    link.open_count++;
    link.bound_max = std::max(link.bound_max, bound_level);
    if (link.is_lowered) continue;
    link.is_lowered = true;
    lowered_.push_back(use->link);
  }
  if (!is_contended) settle(id, flow.bound_level, no_id);
}

void MaxMin::open_in_fat_pipe(LinkId id, Reach reach) {
  if (links_[id].is_affected) {
    refresh(id);
  } else if (reach == Reach::links) {
    spread_.push_back(id);
  }
}

// Makes a link that stops nobody follow its flows. What it has left is known without a sum.
void MaxMin::watch(LinkId id) {
  Link& link = links_[id];
  link.is_affected = true;
  affected_.push_back(id);
  link.free = link.pending_max - link.pending;
  link.weight = 0;
  link.open_count = 0;
  link.key = infinity;
  link.bound_max = 0;
}

// Opens the kept flows of a link that are above the level it will fill at. Were there any? Sums in
// different orders may differ by more than a tie on links with thousands of flows.
bool MaxMin::open_above(LinkId id) {
  const double level = level_above(id);
  bool any = member_count_ > 0 && open_crowds_above(id, level);
  for (const Entry& entry : heads(links_[id])) {
    const Flow& flow = flows_[entry.flow];
    if (flow.status != Status::kept || flow.bottleneck == id) continue;
    if (flow.level <= level * (1 + tie)) continue;
    open(entry.flow, Reach::links);
    any = true;
  }
  return any;
}

// The level of a link when each kept flow takes the least of its own level and the link's: starts
// with all kept flows taken as open, and gives back those that turn out to be below.
double MaxMin::level_above(LinkId id) const {
  const Link& link = links_[id];
  if (link.policy == SharingPolicy::fatpipe) return fill_level(link, scan(id));
  double level = 0;
  for (;;) {
    double free = link.capacity;
    double weight = 0;
    for (const Entry& entry : heads(link)) {
      const Flow& flow = flows_[entry.flow];
      const bool is_open = flow.status == Status::open || is_own(entry.flow, id) ||
                           (flow.status == Status::kept && flow.level > level * (1 + tie));
      if (is_open) {
        weight += entry.weight;
      } else {
        free -= entry.weight * flow.level;
      }
    }
    if (member_count_ > 0) [[unlikely]] {
      const auto [usage, rising] = crowds_above(id, level);
      free -= usage;
      weight += rising;
    }
    if (weight == 0) return level;
    const double next = std::max(floor_, free / weight);
    if (next <= level * (1 + tie)) return level;
    level = next;
  }
}

// Gives an open flow its level and tells its links.
void MaxMin::settle(FlowIndex id, double level, LinkId bottleneck) {
  Flow& flow = flows_[id];
  const double change = level - flow.level;
  if (flow.bottleneck != bottleneck) {
    if (flow.bottleneck != no_id) links_[flow.bottleneck].stopped_count--;
    if (bottleneck != no_id) links_[bottleneck].stopped_count++;
    moved_.push_back(id);
  } else if (bottleneck == no_id && change != 0) {
    moved_.push_back(id);
  }
  flow.level = level;
  flow.bottleneck = bottleneck;
  flow.status = Status::settled;
  open_count_--;
  const LinkUse* const uses = uses_.data() + flow.first_use;
  const LinkUse* const end = uses + flow.use_count;
  Link* const links = links_.data();
  for (const LinkUse* use = uses; use != end; use++) {
    Link& link = links[use->link];
    if (!link.is_coupled) continue;
    if (link.is_affected) {
      link.free -= use->weight * level;
      link.weight -= use->weight;
      link.open_count--;
    } else {
      shift(use->link, use->weight * change);
    }
  }
  mark_uses(flow.first_use, flow.use_count);
}

// Settles the open flows whose bounds are below `level`. Were there any?
bool MaxMin::settle_bounded(LinkId id, double level) {
  bool any = false;
  for (const Entry& entry : heads(links_[id])) {
    const Flow& flow = flows_[entry.flow];
    if (flow.status != Status::open || flow.bound_level >= level * (1 - tie)) continue;
    settle(entry.flow, flow.bound_level, no_id);
    any = true;
  }
  return any;
}

// No link stops the flows that are still open: their bounds do.
void MaxMin::settle_rest() {
  for (std::size_t i = 0; i < opened_.size(); i++) {
    const Flow& flow = flows_[opened_[i]];
    if (flow.status == Status::open) settle(opened_[i], flow.bound_level, no_id);
  }
}

// Settles a flow at a lower level of the link that stopped it already: it was never opened, and
// only makes room on its other links.
void MaxMin::lower(FlowIndex id, double level) {
  Flow& flow = flows_[id];
  const double change = level - flow.level;
  flow.level = level;
  flow.status = Status::settled;
  open_count_--;
  opened_.push_back(id);
  const LinkUse* const uses = uses_.data() + flow.first_use;
  const LinkUse* const end = uses + flow.use_count;
  Link* const links = links_.data();
  const LinkId bottleneck = flow.bottleneck;
  for (const LinkUse* use = uses; use != end; use++) {
    Link& link = links[use->link];
    if (!link.is_coupled) continue;
    if (!link.is_affected) {
      shift(use->link, use->weight * change);
    } else if (use->link != bottleneck) {
      link.free -= use->weight * change;
    } else {
      link.free -= use->weight * level;
      link.weight -= use->weight;
      link.open_count--;
    }
  }
  mark_uses(flow.first_use, flow.use_count);
}

// Settles the single flows that are open on a link, or were stopped by it, at the level that the
// filling has reached.
void MaxMin::stop(LinkId id, double open_weight) {
  Link& link = links_[id];
  if (link.level < infinity) {
    last_level_ = link.level;  // late flows of a tie join those it has stopped already
  } else if (floor_ > last_level_ * (1 + tie)) {
    last_level_ = floor_;
  }
  link.level = last_level_;
  link.pending_max = tolerance * last_level_ * open_weight;
  relevelled_.push_back(id);
  for (const Entry& entry : heads(link)) {
    if (is_own(entry.flow, id)) {
      lower(entry.flow, last_level_);
    } else if (flows_[entry.flow].status == Status::open) {
      settle(entry.flow, last_level_, id);
    }
  }
}

// A link's turn: it stops its open flows, unless its level turns out to be higher than its key.
void MaxMin::fill(LinkId id) {
  Link& link = links_[id];
  const bool has_crowds = member_count_ > 0;
  if (has_crowds) [[unlikely]]
    release_reserved(id);
  const Scan sums = scan(id);
  const double level = fill_level(link, sums);
  if (level > queue_.lowest() * (1 + tie)) {
    link.key = level;
    queue_.push({level, id, false});
    return;
  }
  if (sums.kept_max > level * (1 + tie) && open_above(id)) {
    refresh(id);
    return;
  }
  if (has_crowds && fill_crowds_first(id, level)) [[unlikely]]
    return;
  floor_ = std::max(floor_, level);
  if (sums.bound_min < level * (1 - tie) && settle_bounded(id, level)) {
    refresh(id);
    return;
  }
  stop(id, sums.weight);
  if (has_crowds) [[unlikely]]
    settle_own_crowd(id);
}

// Fills a link up if its turn is at this level, too: before `next`, which holds flows of its crowd.
bool MaxMin::stop_first(LinkId id, LinkId next, double level) {
  const Link& link = links_[id];
  if (!link.is_affected || link.level < infinity || has_open_guests(id, next)) return false;
  release_reserved(id);
  const Scan sums = scan(id);
  const double own = fill_level(link, sums);
  if (own > level * (1 + tie) || sums.kept_max > own * (1 + tie)) return false;
  if (sums.bound_min < own * (1 - tie)) return false;
  floor_ = std::max(floor_, own);
  stop(id, sums.weight);
  settle_own_crowd(id);
  return true;
}

// The usage of a link that follows no open flows has moved.
void MaxMin::shift(LinkId id, double usage) {
  Link& link = links_[id];
  link.pending += usage;
  if (!is_within(link) || link.policy == SharingPolicy::fatpipe) spread_.push_back(id);
}

// The filling passes the level a link had: the flows it stopped there and has not yet stopped again
// will rise, so all their links must follow them.
void MaxMin::outgrow(LinkId id) {
  for (const Entry& entry : heads(links_[id])) {
    const Flow& flow = flows_[entry.flow];
    if (flow.bottleneck != id) continue;
    if (flow.status == Status::kept) {
      open(entry.flow, Reach::links);
    } else if (flow.status == Status::open) {
      affect_links_of(entry.flow);
    }
  }
  if (member_count_ > 0) [[unlikely]]
    outgrow_crowd(id);
}

void MaxMin::close() {
  for (const LinkId id : affected_) {
    Link& link = links_[id];
    link.is_affected = false;
    link.pending = 0;
    if (link.level < infinity) continue;
    link.pending_max = std::max(link.free, 0.0);
  }
  affected_.clear();
  for (const FlowIndex flow : opened_) flows_[flow].status = Status::kept;
  solved_count_ = opened_.size();
  opened_.clear();
  for (const std::uint32_t crowd : moved_crowds_) crowds_[crowd].state = CrowdState::kept;
  moved_crowds_.clear();
  if (usage_mark_ != nullptr) return;  // who watches flows must know each
  for (const LinkId id : relevelled_) {
    if (heads(links_[id]).size() >= crowd_min_) [[unlikely]]
      recruit(id);
  }
}

}  // namespace smpi::models
