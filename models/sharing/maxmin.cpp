// SPDX-License-Identifier: BSD-3-Clause
//
// Who is on which link: flows come and go, links become coupled and dirty. The filling itself is in
// maxmin_fill.cpp.
#include "models/sharing/maxmin.h"

#include <algorithm>
#include <cmath>

#include "kernel/error.h"

namespace smpi::models {

std::uint32_t quanta_of(double share) {
  // Rounded up, but for the noise of the operations that made `share`.
  return static_cast<std::uint32_t>(std::ceil(share * quanta_per_link * (1 - 1e-14)));
}

void MaxMin::set_link(LinkId link, double capacity, SharingPolicy policy) {
  if (links_.size() <= link) links_.resize(link + 1);
  if (seats_.size() <= link) seats_.resize(link + 1);
  Seat& seat = seats_[link];
  SIM_ASSERT(links_[link].entries.empty() && seat.holder >= tabled,
             "a link changes under its flows");
  links_[link].capacity = capacity;
  links_[link].policy = policy;
  seat.capacity = capacity;
  seat.holder = policy == SharingPolicy::shared ? nobody : tabled;
}

// Out of line, so that what adds a flow saves no registers for it.
[[gnu::noinline]] void MaxMin::add_positions(std::size_t use_count) {
  if (free_positions_.size() <= use_count) free_positions_.resize(use_count + 1);
  free_positions_[use_count].push_back(static_cast<std::uint32_t>(positions_.size()));
  positions_.resize(positions_.size() + use_count);
}

void MaxMin::enter_fat_pipe(Link& link, const LinkUse& use) {
  link.is_mixed =
      link.entries.size() > 1 && (link.is_mixed || use.weight != link.entries.front().weight);
  link.tight_count += use.quanta + 1 >= quanta_per_link ? 1 : 0;
}

bool MaxMin::add(FlowIndex flow, std::uint32_t first_use, std::size_t use_count, double bound_level,
                 Kind kind) {
  if (flows_.size() <= flow) flows_.resize(flow + 1);
  if (kind == Kind::flow) [[likely]] {
    const Seating seating = seat(flow, first_use, use_count, bound_level);
    if (seating != Seating::refused) return seating == Seating::contended;
  }
  return add_to_links(flow, first_use, use_count, bound_level);
}

bool MaxMin::add_to_links(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                          double bound_level) {
  // Pairs that it meets become flows like all others, before it.
  if (free_pairs_.size() < pairs_.size()) unseat_met(first_use, use_count);
  const std::uint32_t first_position = take_positions(use_count);
  const bool is_contended = enter_links(flow, first_use, use_count, first_position);
  flows_[flow] = {.level = is_contended ? 0 : bound_level,
                  .bound_level = bound_level,
                  .bottleneck = no_id,
                  .first_use = first_use,
                  .first_position = first_position,
                  .use_count = static_cast<std::uint16_t>(use_count),
                  .status = is_contended ? Status::fresh : Status::kept};
  if (is_contended) fresh_.push_back(flow);
  mark_uses(first_use, use_count);
  return is_contended;
}

bool MaxMin::is_shared(std::uint32_t first_use, std::size_t use_count) const {
  const LinkUse* const uses = uses_.data() + first_use;
  return std::any_of(uses, uses + use_count,
                     [this](const LinkUse& use) { return links_[use.link].is_coupled; });
}

// Puts the flow into the entries of its links; true when one of them is coupled then.
template <bool has_crowds>
inline bool MaxMin::enter_each(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                               std::uint32_t first_position) {
  // Nothing moves in the loop, but the compiler does not know that.
  const LinkUse* const uses = uses_.data() + first_use;
  std::uint32_t* position = positions_.data() + first_position;
  Link* const links = links_.data();
  Seat* const seats = seats_.data();
  std::uint32_t place = first_position;
  bool is_contended = false;
  for (const LinkUse* use = uses; use != uses + use_count; use++) {
    Link& link = links[use->link];
    seats[use->link].holder = tabled;
    if constexpr (has_crowds) {
      push_entry(link, {use->weight, flow, place++});
    } else {
      *position++ = static_cast<std::uint32_t>(link.entries.size());
      link.entries.push_back({use->weight, flow, place++});
    }
    link.quanta += use->quanta;
    if (link.policy == SharingPolicy::fatpipe) [[unlikely]]
      enter_fat_pipe(link, *use);
    // Who comes never uncouples a link.
    if (!link.is_coupled) {
      update_coupling(link);
      if (!link.is_coupled) continue;
      mark_dirty(use->link);
    }
    is_contended = true;
  }
  return is_contended;
}

bool MaxMin::enter_links(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                         std::uint32_t first_position) {
  if (member_count_ > 0) [[unlikely]]
    return enter_each<true>(flow, first_use, use_count, first_position);
  return enter_each<false>(flow, first_use, use_count, first_position);
}

// A flow has left a coupled link: do the others notice?
inline void MaxMin::leave(Link& link, LinkId id, double usage) {
  update_coupling(link);
  link.pending -= usage;
  if (!is_within(link) || link.policy == SharingPolicy::fatpipe ||
      (!link.is_coupled && link.stopped_count > 0)) {
    mark_dirty(id);
  }
}

void MaxMin::remove(FlowIndex flow) {
  if (flows_[flow].is_seated) return remove_seated(flow);
  if (member_count_ > 0) [[unlikely]]
    return remove_from_links<true>(flow);
  remove_from_links<false>(flow);
}

template <bool has_crowds>
void MaxMin::remove_from_links(FlowIndex flow) {
  if constexpr (has_crowds) {
    if (flows_[flow].status == Status::member) desert(flow);
  }
  Flow& gone = flows_[flow];
  if (gone.bottleneck != no_id) {
    Link& link = links_[gone.bottleneck];
    if (--link.stopped_count == 0) {
      link.level = std::numeric_limits<double>::infinity();
      link.pending_max = 0;
    }
  }
  // Nothing moves in the loop, but the compiler does not know that.
  const LinkUse* const uses = uses_.data() + gone.first_use;
  std::uint32_t* const positions = positions_.data();
  const std::uint32_t* own_position = positions + gone.first_position;
  Link* const links = links_.data();
  Seat* const seats = seats_.data();
  const std::uint32_t use_count = gone.use_count;
  const double level = gone.level;
  for (const LinkUse* use = uses; use != uses + use_count; use++) {
    Link& link = links[use->link];
    const std::uint32_t position = *own_position++;
    if constexpr (has_crowds) {
      take_entry(link, position);
    } else {
      const Entry last = link.entries.back();
      link.entries[position] = last;
      positions[last.place] = position;
      link.entries.pop_back();
    }
    link.quanta -= use->quanta;
    if (link.policy == SharingPolicy::fatpipe) [[unlikely]] {
      link.tight_count -= use->quanta + 1 >= quanta_per_link ? 1 : 0;
    } else if (link.entries.empty()) {
      seats[use->link].holder = nobody;
    }
    if (link.is_coupled) leave(link, use->link, use->weight * level);
  }
  mark_uses(gone.first_use, use_count);
  free_positions_[use_count].push_back(gone.first_position);
  gone.status = Status::absent;
}

void MaxMin::mark_dirty(LinkId link) {
  if (links_[link].is_dirty) return;
  links_[link].is_dirty = true;
  dirty_.push_back(link);
}

void MaxMin::set_bound(FlowIndex flow, double bound_level) {
  if (flows_[flow].is_seated) unseat(flows_[flow].first_position);
  if (flows_[flow].status == Status::member) desert(flow);
  flows_[flow].bound_level = bound_level;
  if (flows_[flow].status != Status::fresh) rebound_.push_back(flow);
}

// Calls visit(weight, flow) for the flows on a link, in their order.
template <class Visit>
void MaxMin::for_each_on(LinkId id, Visit&& visit) const {
  for (const Entry& entry : links_[id].entries) visit(entry.weight, entry.flow);
  const std::uint32_t holder = seats_[id].holder;
  if (holder >= tabled) return;
  const Pair& pair = pairs_[holder];
  for (std::uint32_t i = 0; i < pair.flow_count; i++) {
    const Flow& flow = flows_[pair.flows[i]];
    const LinkUse* uses = uses_.data() + flow.first_use;
    const LinkUse* use = std::find_if(uses, uses + flow.use_count,
                                      [id](const LinkUse& one) { return one.link == id; });
    visit(use->weight, pair.flows[i]);
  }
}

double MaxMin::usage(LinkId link) const {
  double sum = 0;
  double largest = 0;
  for_each_on(link, [&](double weight, FlowIndex flow) {
    const double used = weight * level(flow);
    sum += used;
    largest = std::max(largest, used);
  });
  return links_[link].policy == SharingPolicy::shared ? sum : largest;
}

void MaxMin::flows_on(LinkId link, std::vector<FlowIndex>& flows) const {
  for_each_on(link, [&](double, FlowIndex flow) { flows.push_back(flow); });
}

void MaxMin::set_usage_mark(UsageMark mark, void* owner) {
  unseat_changed();
  for (std::uint32_t number = 0; number < pairs_.size(); number++) {
    if (pairs_[number].flow_count > 0) unseat(number);
  }
  disband_all();
  usage_mark_ = mark;
  usage_owner_ = owner;
}

}  // namespace smpi::models
