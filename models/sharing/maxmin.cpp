// SPDX-License-Identifier: BSD-3-Clause
//
// Who is on which link: flows come and go, links become coupled and dirty. The filling itself is in
// maxmin_fill.cpp.
#include "models/sharing/maxmin.h"

#include <cmath>

#include "kernel/error.h"

namespace smpi::models {

std::uint32_t quanta_of(double share) {
  // Rounded up, but for the noise of the operations that made `share`.
  return static_cast<std::uint32_t>(std::ceil(share * quanta_per_link * (1 - 1e-14)));
}

void MaxMin::set_link(LinkId link, double capacity, SharingPolicy policy) {
  if (links_.size() <= link) links_.resize(link + 1);
  SIM_ASSERT(links_[link].entries.empty(), "a link changes under its flows");
  links_[link].capacity = capacity;
  links_[link].policy = policy;
}

std::uint32_t MaxMin::take_positions(std::size_t use_count) {
  if (free_positions_.size() <= use_count) free_positions_.resize(use_count + 1);
  kernel::QuickVector<std::uint32_t>& free = free_positions_[use_count];
  if (free.empty()) {
    positions_.resize(positions_.size() + use_count);
    return static_cast<std::uint32_t>(positions_.size() - use_count);
  }
  const std::uint32_t first_position = free.back();
  free.pop_back();
  return first_position;
}

bool MaxMin::add(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                 double bound_level) {
  if (flows_.size() <= flow) flows_.resize(flow + 1);
  const std::uint32_t first_position = take_positions(use_count);
  bool is_contended = false;
  for (std::uint32_t i = 0; i < use_count; i++) {
    const LinkUse& use = uses_[first_use + i];
    Link& link = links_[use.link];
    positions_[first_position + i] = static_cast<std::uint32_t>(link.entries.size());
    link.entries.push_back({use.weight, flow, first_position + i});
    link.quanta += use.quanta;
    if (link.policy == SharingPolicy::fatpipe) {
      link.is_mixed =
          link.entries.size() > 1 && (link.is_mixed || use.weight != link.entries.front().weight);
      link.tight_count += use.quanta + 1 >= quanta_per_link ? 1 : 0;
    }
    const bool was_coupled = link.is_coupled;
    update_coupling(link);
    if (!link.is_coupled) continue;
    is_contended = true;
    if (!was_coupled) mark_dirty(use.link);
  }
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

void MaxMin::remove(FlowIndex flow) {
  Flow& gone = flows_[flow];
  if (gone.bottleneck != no_id) {
    Link& link = links_[gone.bottleneck];
    if (--link.stopped_count == 0) {
      link.level = std::numeric_limits<double>::infinity();
      link.pending_max = 0;
    }
  }
  // Nothing moves in the loop, but the compiler does not know that.
  const LinkUse* uses = uses_.data() + gone.first_use;
  std::uint32_t* positions = positions_.data();
  Link* links = links_.data();
  const std::uint32_t use_count = gone.use_count;
  for (std::uint32_t i = 0; i < use_count; i++) {
    const LinkUse& use = uses[i];
    Link& link = links[use.link];
    const std::uint32_t position = positions[gone.first_position + i];
    const Entry last = link.entries.back();
    link.entries[position] = last;
    positions[last.place] = position;
    link.entries.pop_back();
    link.quanta -= use.quanta;
    if (link.policy == SharingPolicy::fatpipe) {
      link.tight_count -= use.quanta + 1 >= quanta_per_link ? 1 : 0;
    }
    if (link.is_coupled) leave(use.link, use.weight * gone.level);
  }
  mark_uses(gone.first_use, use_count);
  free_positions_[use_count].push_back(gone.first_position);
  gone.status = Status::absent;
}

// A flow has left a coupled link: do the others notice?
void MaxMin::leave(LinkId id, double usage) {
  Link& link = links_[id];
  update_coupling(link);
  link.pending -= usage;
  if (!is_within(link) || link.policy == SharingPolicy::fatpipe ||
      (!link.is_coupled && link.stopped_count > 0)) {
    mark_dirty(id);
  }
}

void MaxMin::mark_dirty(LinkId link) {
  if (links_[link].is_dirty) return;
  links_[link].is_dirty = true;
  dirty_.push_back(link);
}

void MaxMin::set_bound(FlowIndex flow, double bound_level) {
  flows_[flow].bound_level = bound_level;
  if (flows_[flow].status != Status::fresh) rebound_.push_back(flow);
}

double MaxMin::usage(LinkId link) const {
  double sum = 0;
  double largest = 0;
  for (const Entry& entry : links_[link].entries) {
    const double used = entry.weight * flows_[entry.flow].level;
    sum += used;
    largest = std::max(largest, used);
  }
  return links_[link].policy == SharingPolicy::shared ? sum : largest;
}

void MaxMin::flows_on(LinkId link, std::vector<FlowIndex>& flows) const {
  for (const Entry& entry : links_[link].entries) flows.push_back(entry.flow);
}

void MaxMin::set_usage_mark(UsageMark mark, void* owner) {
  usage_mark_ = mark;
  usage_owner_ = owner;
}

}  // namespace smpi::models
