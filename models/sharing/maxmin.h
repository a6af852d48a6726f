// SPDX-License-Identifier: BSD-3-Clause
//
// Weighted max-min sharing of links by flows (MODELS 2), recomputed only where it can change.
//
// Everything is said in levels: a flow of penalty P at level v has the rate v / P, and one unit of
// its level takes `weight` = use / P of a link's capacity. Filling raises all levels together; a
// link stops its flows where sum(weight x level) reaches its capacity, a bound stops one flow. So
// the flows stopped by one link share one level, which is what the clocks of the network rely on.
//
// Alternatives considered: solving everything (SimGrid's way, 250 s for an all-to-all of 256
// ranks), solving each connected component (one component is all there is as soon as
// acknowledgements couple both directions), and local relaxation (converges slowly along chains).
// Here a change opens the flows it can reach, and the filling runs over these alone, in order of
// level; a flow that ends at a new level opens its links in turn. Every flow is found at the lower
// of its old and new level, so nothing is ever done twice:
//
//   change -> dirty links -> affect: open the flows the link stopped -> queue of (level, link)
//                               ^                                              |
//                               +---- links of flows whose level moved <---- settle
//
// A link whose flows fit even at their bounds (integer quanta, so sums never drift) is not coupled:
// it plays no part at all. A link takes up a change only when the usage of the flows that other
// links stop has moved by more than a relative tolerance since its level was computed, so that
// changes die out along chains without ever adding up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernel/quick_vector.h"
#include "models/platform/platform.h"
#include "models/sharing/level_queue.h"

namespace smpi::models {

using FlowIndex = std::uint32_t;

// How a flow uses one link.
struct LinkUse {
  LinkId link;
  std::uint32_t quanta;  // use x bound, see quanta_of()
  double weight;         // use / penalty: what one unit of level takes of the capacity
};

// A link holds this many quanta of its flows' uses at their bounds before it can saturate.
inline constexpr std::uint32_t quanta_per_link = 1U << 30;
// The quanta of a flow that takes up to `share` of a link's capacity, rounded up.
std::uint32_t quanta_of(double share);

class MaxMin {
 public:
  // `uses` holds the uses of all flows; it may grow, and must outlive the solver.
  explicit MaxMin(const std::vector<LinkUse>& uses) : uses_(uses) {}

  // Adds a link, or changes its capacity. REQUIRES: no flow is on it.
  void set_link(LinkId link, double capacity, SharingPolicy policy);
  // Returns true when the flow shares a link that can saturate: its level is known after solve().
  // Else it runs at its bound from now on. REQUIRES: `flow` is not in the system; its uses stay in
  // place until it leaves.
  bool add(FlowIndex flow, std::uint32_t first_use, std::size_t use_count, double bound_level);
  void remove(FlowIndex flow);
  void set_bound(FlowIndex flow, double bound_level);
  // Ask for what add() and remove() will look at.
  void prefetch_flow(FlowIndex flow) const {
    if (flow < flows_.size()) __builtin_prefetch(&flows_[flow]);
  }
  void prefetch_links(std::uint32_t first_use, std::size_t use_count) const {
    for (std::size_t i = 0; i < use_count; i++)
      __builtin_prefetch(&links_[uses_[first_use + i].link]);
  }
  // Has anything changed since the last solve()?
  bool is_dirty() const { return !fresh_.empty() || !dirty_.empty() || !rebound_.empty(); }
  // Brings the levels up to date.
  void solve();

  // What the last solve() did: flows that were contended when added, or are stopped by something
  // else than before (or at a new bound), and links whose level may be new.
  const kernel::QuickVector<FlowIndex>& moved() const { return moved_; }
  const kernel::QuickVector<LinkId>& relevelled() const { return relevelled_; }
  // Flows it computed a level for.
  std::size_t solved_count() const { return solved_count_; }

  double level(FlowIndex flow) const { return flows_[flow].level; }
  // The link that stops a flow; no_id when its bound does.
  LinkId bottleneck(FlowIndex flow) const { return flows_[flow].bottleneck; }
  // The level of the flows a link stops.
  double link_level(LinkId link) const { return links_[link].level; }
  // Capacity in use: summed over the flows on the link.
  double usage(LinkId link) const;
  // Appends the flows on `link`, for those who change it.
  void flows_on(LinkId link, std::vector<FlowIndex>& flows) const;
  // Calls mark(owner, link) for each link whose usage may change (energy); null for nobody.
  using UsageMark = void (*)(void* owner, LinkId link);
  void set_usage_mark(UsageMark mark, void* owner);

 private:
  enum class Status : std::uint8_t { absent, fresh, kept, open, settled };
  struct Flow {
    double level = 0;
    double bound_level = 0;
    LinkId bottleneck = no_id;
    std::uint32_t first_use = 0;
    std::uint32_t first_position = 0;
    std::uint16_t use_count = 0;
    Status status = Status::absent;
  };
  static_assert(sizeof(Flow) == 32);
  struct Entry {
    double weight;
    FlowIndex flow;
    std::uint32_t place;  // in positions_: where the flow keeps the position of this
  };
  static_assert(sizeof(Entry) == 16);
  // Two cache lines: what coming and going touch, then what the filling needs besides.
  struct alignas(64) Link {
    kernel::QuickVector<Entry> entries;
    double capacity = 0;
    double level = std::numeric_limits<double>::infinity();  // of the flows it stops
    std::uint64_t quanta = 0;
    double pending = 0;               // usage moved since the last exact sum
    std::uint32_t stopped_count = 0;  // flows whose bottleneck it is
    SharingPolicy policy = SharingPolicy::shared;
    bool is_mixed = false;  // fat pipes: flows of different weights
    bool is_coupled = false;
    bool is_dirty = false;

    // How far `pending` may go before the link is affected: what it has left or, if it stops
    // flows, the tolerance, up and down.
    double pending_max = 0;
    // In the filling that runs:
    double free = 0;    // capacity less the usage of flows that are not open
    double weight = 0;  // of open flows
    double key = 0;     // its key in the queue; others are stale
    double old_level = 0;
    double bound_max = 0;  // of open flows: only below it can the link stop one
    std::uint32_t open_count = 0;
    std::uint32_t tight_count = 0;  // fat pipes: flows whose bound alone fills it
    bool is_affected = false;
    bool is_lowered = false;  // it may need a lower key
  };
  static_assert(sizeof(Link) == 128);
  // Sums over the flows on a link.
  struct Scan {
    double used = 0;        // by flows that are not open
    double weight = 0;      // of open flows; the largest for a fat pipe
    double own_weight = 0;  // of the flows the link stopped
    double kept_max = 0;    // largest level of a flow that could still be opened
    double bound_min = std::numeric_limits<double>::infinity();  // of open flows
    double cap = std::numeric_limits<double>::infinity();  // fat pipes: set by flows that fill it
    std::uint32_t open_count = 0;
    std::uint32_t own_count = 0;
  };

  std::uint32_t take_positions(std::size_t use_count);
  void mark_uses(std::uint32_t first_use, std::size_t use_count) const {
    if (usage_mark_ == nullptr) [[likely]]
      return;
    for (std::size_t i = 0; i < use_count; i++)
      usage_mark_(usage_owner_, uses_[first_use + i].link);
  }
  void leave(LinkId link, double usage);
  // Can the link saturate, and so make its flows depend on each other? A flow alone cannot: its
  // bound takes the capacities of its links into account. A fat pipe can when its flows have
  // different weights and one of them can fill it.
  static void update_coupling(Link& link) {
    const bool is_crowded = link.policy == SharingPolicy::shared
                                ? link.quanta > quanta_per_link
                                : link.is_mixed && link.tight_count > 0;
    link.is_coupled = is_crowded && link.entries.size() > 1;
  }
  void mark_dirty(LinkId link);

  void admit_fresh();
  void admit_rebound();
  void affect(LinkId link);
  void affect_pending();
  void affect_links_of(FlowIndex flow);
  // Changes of usage below this share of what a link can adjust are left to the next change.
  static constexpr double tolerance = 1e-11;
  static bool is_within(const Link& link) {
    if (link.stopped_count == 0) {
      return link.pending <= link.pending_max + tolerance * link.capacity;
    }
    return link.pending <= link.pending_max && link.pending >= -link.pending_max;
  }
  bool is_unchanged(Link& link, const Scan& scan) const;
  // Is the flow stopped by the link since an earlier run, and not yet opened or settled in this?
  bool is_own(FlowIndex flow, LinkId link) const {
    return flows_[flow].status == Status::kept && flows_[flow].bottleneck == link;
  }
  [[gnu::always_inline]] inline Scan scan(LinkId link) const;
  [[gnu::always_inline]] inline double fill_level(const Link& link, const Scan& scan) const;
  void refresh(LinkId link);
  [[gnu::always_inline]] inline void follow(LinkId link, const Scan& sums);
  void open(FlowIndex flow);
  void watch(LinkId link);
  void settle_rest();
  bool open_above(LinkId link);
  void open_bounded(LinkId link);
  double level_above(LinkId link) const;
  void settle(FlowIndex flow, double level, LinkId bottleneck);
  void lower(FlowIndex flow, double level);
  void shift(LinkId link, double usage);
  bool settle_bounded(LinkId link, double level);
  void fill(LinkId link);
  void outgrow(LinkId link);
  void close();
  void push_lowered();

  const std::vector<LinkUse>& uses_;
  std::vector<Flow> flows_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> positions_;  // of a flow's entries on its links; blocks by use count
  std::vector<kernel::QuickVector<std::uint32_t>> free_positions_;

  kernel::QuickVector<FlowIndex> fresh_;
  kernel::QuickVector<FlowIndex> rebound_;
  kernel::QuickVector<LinkId> dirty_;

  LevelQueue queue_;
  kernel::QuickVector<LinkId> spread_;  // to affect; taken in order
  std::size_t spread_first_ = 0;
  kernel::QuickVector<LinkId> affected_;
  kernel::QuickVector<LinkId> lowered_;
  kernel::QuickVector<FlowIndex> opened_;
  std::size_t open_count_ = 0;  // flows whose level is being found
  double floor_ = 0;            // the level the filling has reached
  double last_level_ = 0;       // the last level flows were settled at by a link

  kernel::QuickVector<FlowIndex> moved_;
  kernel::QuickVector<LinkId> relevelled_;
  std::size_t solved_count_ = 0;
  UsageMark usage_mark_ = nullptr;
  void* usage_owner_ = nullptr;
};

}  // namespace smpi::models
