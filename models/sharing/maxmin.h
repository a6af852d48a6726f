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

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernel/quick_vector.h"
#include "models/platform/platform.h"
#include "models/sharing/level_queue.h"
#include "models/sharing/tag_heap.h"

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
  // place until it leaves. A stream is flows of one route that count as one: its uses are those of
  // all, which may saturate a link, and its level is that of each.
  enum class Kind : std::uint8_t { flow, stream };
  bool add(FlowIndex flow, std::uint32_t first_use, std::size_t use_count, double bound_level,
           Kind kind = Kind::flow);
  // Is one of these links such that what is on it may have to share it?
  bool is_shared(std::uint32_t first_use, std::size_t use_count) const;
  void remove(FlowIndex flow);
  void set_bound(FlowIndex flow, double bound_level);

  // The links of two flows to come, without the flows: nobody else can be on them until they are
  // released. Refused where somebody is, or where their level would not be that of a pair
  // (maxmin_pairs.cpp). Whoever adds a flow on claimed links releases them first.
  struct Claimant {
    std::uint32_t first_use;
    double bound_level;
  };
  struct Claim {
    std::uint32_t number = no_id;  // no_id: refused
    double level = 0;              // of both while they share; 0: both run at their bounds
  };
  Claim claim(const Claimant& first, const Claimant& second, std::size_t use_count);
  // `first_use` and `use_count` are those of one of the two.
  void release_claim(std::uint32_t number, std::uint32_t first_use, std::size_t use_count);
  // The two flows are there, as solve() would have left them by now: at the level of both, or at
  // their bounds. Returns the link that stops them; no_id: none does.
  LinkId fulfil_claim(std::uint32_t number, const FlowIndex (&flows)[2],
                      const Claimant (&claimants)[2], std::size_t use_count);
  // no_id: nobody has claimed the link.
  std::uint32_t claim_on(LinkId link) const {
    const std::uint32_t holder = seats_[link].holder;
    return holder < tabled && pairs_[holder].state == PairState::claimed ? holder : no_id;
  }
  // Is anybody on the link, or has it been claimed? Always true of fat pipes.
  bool is_taken(LinkId link) const { return seats_[link].holder != nobody; }
  double capacity(LinkId link) const { return seats_[link].capacity; }
  // Somebody came to claimed links of this route, which does not claim any for a while when that
  // goes on.
  void note_meeting_of(std::uint32_t first_use);

  // Ask for what add() and remove() will look at.
  void prefetch_flow(FlowIndex flow) const {
    if (flow < flows_.size()) __builtin_prefetch(&flows_[flow]);
  }
  void prefetch_links(FlowIndex flow, std::uint32_t first_use, std::size_t use_count) const {
    if (flow < flows_.size() && flows_[flow].is_seated) return;
    const bool is_seat_enough = meetings_[meetings_index(first_use)].to_skip == 0;
    for (std::size_t i = 0; i < use_count; i++) {
      const LinkId link = uses_[first_use + i].link;
      if (is_seat_enough) {
        __builtin_prefetch(&seats_[link]);
      } else {
        __builtin_prefetch(&links_[link]);
      }
    }
  }
  // Has anything changed since the last solve()?
  bool is_dirty() const { return !fresh_.empty() || !dirty_.empty() || !rebound_.empty(); }
  // Brings the levels up to date.
  void solve();
  // Tests compare what is solved by a closed form (maxmin_pairs.cpp) with the filling alone.
  // REQUIRES: there are no flows.
  void use_closed_forms(bool has_closed_forms) { has_closed_forms_ = has_closed_forms; }

  // Tests: links form crowds (maxmin_crowds.cpp) of at least so many flows. REQUIRES: there are no
  // flows.
  void form_crowds_from(std::uint32_t flow_count) { crowd_min_ = flow_count; }
  // Flows that are in crowds now.
  std::size_t member_count() const { return member_count_; }

  // What the last solve() did: flows that were contended when added, or are stopped by something
  // else than before (or at a new bound), and links whose level may be new.
  const kernel::QuickVector<FlowIndex>& moved() const { return moved_; }
  const kernel::QuickVector<LinkId>& relevelled() const { return relevelled_; }
  // Flows it computed a level for.
  std::size_t solved_count() const { return solved_count_; }
  // Was a closed form enough for it?
  bool was_closed_form() const { return was_closed_form_; }

  double level(FlowIndex id) const {
    const Flow& flow = flows_[id];
    return flow.status == Status::member ? links_[flow.bottleneck].level : flow.level;
  }
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

  // A sum that is kept while what it sums comes and goes.
  struct Sum {
    double value = 0;
    double rest = 0;  // what rounding took from it
    double total() const { return value + rest; }
  };

 private:
  // A member is in the crowd of its bottleneck: its level is that of the link, and `level` that
  // which it has reserved elsewhere.
  enum class Status : std::uint8_t { absent, fresh, kept, open, settled, member };
  struct Flow {
    double level = 0;
    double bound_level = 0;
    LinkId bottleneck = no_id;
    std::uint32_t first_use = 0;
    std::uint32_t first_position = 0;
    std::uint16_t use_count = 0;
    Status status = Status::absent;
    bool is_seated = false;  // then first_position is the number of its pair
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
    bool is_lowered = false;       // it may need a lower key
    std::uint16_t crowds = 0;      // its place in link_crowds_; 0: it never had any
    std::uint32_t tail_count = 0;  // last entries, which crowds stand for
  };
  static_assert(sizeof(Link) == 128);
  // Who has a link to itself: see maxmin_pairs.cpp.
  struct Seat {
    double weight = 0;  // of the pair's flow `seated`
    double capacity = 0;
    std::uint32_t quanta = 0;  // the same
    std::uint32_t holder = nobody;
  };
  static constexpr std::uint32_t nobody = 0xffffffffU;
  static constexpr std::uint32_t tabled = 0xfffffffeU;  // the flows in the link's entries
  enum class PairState : std::uint8_t {
    at_bounds,  // one flow, or two that leave room for each other
    met,        // two; their level is known after the next solve()
    sharing,    // two at one level
    left,       // one at the level of both until the next solve()
    claimed     // none: its links are kept free
  };
  struct Pair {
    double level = 0;   // of both while they share
    double weight = 0;  // of both on the link that stops them
    LinkId bottleneck = no_id;
    FlowIndex flows[2] = {};  // in order of arrival
    FlowIndex seated = 0;     // whose weights the seats have
    std::uint16_t use_count = 0;
    std::uint8_t flow_count = 0;
    PairState state = PairState::at_bounds;
  };
  // See maxmin_crowds.cpp. On its ways, the first of which is its link, a crowd is as one flow.
  enum class CrowdState : std::uint8_t { kept, open, settled };  // as of a flow
  struct Way {
    LinkId link = no_id;
    std::uint32_t count = 0;  // members that use it
    Sum weight;               // of these
  };
  struct Crowd {
    LinkId link = no_id;
    CrowdState state = CrowdState::kept;
    std::uint32_t way_count = 0;
    double level = 0;  // of its members
    std::array<Way, 4> ways;
    TagHeap members;  // by limit
  };
  // The crowds on a link.
  struct LinkCrowds {
    std::array<std::uint32_t, 4> crowds{};
    std::uint32_t count = 0;
    std::uint32_t own = no_id;   // that of the flows which it stops
    std::uint32_t failures = 0;  // crowds that did not last or had few members, in a row
    std::uint32_t to_skip = 0;   // fillings to come that do not try
    std::uint32_t fillings = 0;  // since the last failure
  };
  // How often other flows met those of a route that had seats.
  struct Meetings {
    std::uint8_t in_a_row = 0;
    std::uint8_t to_skip = 0;  // flows to come that look for no seats
  };
  static constexpr std::size_t meetings_count = 4096;
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

  std::uint32_t take_positions(std::size_t use_count) {
    if (free_positions_.size() <= use_count || free_positions_[use_count].empty()) [[unlikely]]
      add_positions(use_count);
    const std::uint32_t first_position = free_positions_[use_count].back();
    free_positions_[use_count].pop_back();
    return first_position;
  }
  void add_positions(std::size_t use_count);
  void mark_uses(std::uint32_t first_use, std::size_t use_count) const {
    if (usage_mark_ == nullptr) [[likely]]
      return;
    for (std::size_t i = 0; i < use_count; i++)
      usage_mark_(usage_owner_, uses_[first_use + i].link);
  }
  static void enter_fat_pipe(Link& link, const LinkUse& use);
  void leave(Link& link, LinkId id, double usage);
  // Can the link saturate, and so make its flows depend on each other? A flow alone cannot: its
  // bound takes the capacities of its links into account, so that its quanta fit. A fat pipe can
  // when its flows have different weights and one of them can fill it.
  static void update_coupling(Link& link) {
    const bool is_crowded = link.policy == SharingPolicy::shared
                                ? link.quanta > quanta_per_link
                                : link.is_mixed && link.tight_count > 0 && link.entries.size() > 1;
    link.is_coupled = is_crowded;
  }
  void mark_dirty(LinkId link);

  // Pairs of flows that have their links to themselves: maxmin_pairs.cpp.
  enum class Seating : std::uint8_t { refused, at_bound, contended };
  Seating seat(FlowIndex flow, std::uint32_t first_use, std::size_t use_count, double bound_level);
  Seating seat_alone(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                     double bound_level);
  Seating join(std::uint32_t number, FlowIndex flow, std::uint32_t first_use, double bound_level);
  bool take_seats(std::uint32_t number, std::uint32_t first_use, std::size_t use_count);
  struct PairLevel {
    bool is_on_same_links = false;
    LinkId bottleneck = no_id;
    double level = 0;
    double weight = 0;  // of both on the link that stops them
  };
  PairLevel level_of_pair(std::uint32_t number, std::uint32_t first_use,
                          std::size_t use_count) const;
  void note_seated(std::uint32_t number, FlowIndex flow, std::uint32_t first_use,
                   std::size_t use_count);
  template <bool has_crowds>
  void remove_from_links(FlowIndex flow);
  void remove_seated(FlowIndex flow);
  void free_pair(std::uint32_t number);
  void unseat(std::uint32_t number);
  void unseat_met(std::uint32_t first_use, std::size_t use_count);
  void unseat_changed();
  void crowd_links(const Pair& pair);
  bool solve_pairs();
  void settle_left(Pair& pair);
  void settle_met(Pair& pair, double level);
  // A route is known by its uses.
  static std::size_t meetings_index(std::uint32_t first_use) {
    return (first_use * 0x9e3779b1U) >> (32 - std::bit_width(meetings_count - 1));
  }
  void note_meeting(std::uint32_t number);
  void note_change(std::uint32_t number) { dirty_.push_back(number | pair_mark); }
  // Entries of dirty_ with this bit are numbers of pairs.
  static constexpr std::uint32_t pair_mark = 0x80000000U;
  template <class Visit>
  void for_each_on(LinkId link, Visit&& visit) const;

  // The entries that are looked at one by one.
  struct Heads {
    const Entry* first;
    const Entry* last;
    const Entry* begin() const { return first; }
    const Entry* end() const { return last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first); }
  };
  static Heads heads(const Link& link) {
    return {link.entries.begin(), link.entries.end() - link.tail_count};
  }
  static Way* way_of(Crowd& crowd, LinkId link);
  Crowd* own_crowd(LinkId id);
  [[gnu::noinline]] Scan with_crowds(LinkId id, Scan sums) const;
  struct CrowdSums {
    double usage = 0;
    double rising_weight = 0;
  };
  CrowdSums crowds_above(LinkId id, double level) const;
  [[gnu::noinline]] bool affect_crowds(LinkId id);
  [[gnu::noinline]] void expect_limit(LinkId id);
  void move_to_tail(Link& link, std::uint32_t position);
  void move_to_head(Link& link, std::uint32_t position);
  void swap_entries(Link& link, std::uint32_t one, std::uint32_t other);
  void push_entry(Link& link, const Entry& entry);
  void take_entry(Link& link, std::uint32_t position);
  void recruit(LinkId id);
  bool found_crowd(LinkId id);
  void free_crowd(Crowd& crowd);
  bool add_way(Crowd& crowd, LinkId id);
  bool join_crowd(Crowd& crowd, FlowIndex id);
  void desert(FlowIndex id);
  static void release(Link& link, double usage);
  void disband(Crowd& crowd);
  void disband_all();
  void release_reserved(LinkId id);
  void outgrow_crowd(LinkId id);
  void open_crowd(Crowd& crowd);
  [[gnu::noinline]] void settle_own_crowd(LinkId id);
  bool fill_crowds_first(LinkId id, double level);
  bool stop_first(LinkId id, LinkId next, double level);
  bool has_open_guests(LinkId id, LinkId host) const;
  bool open_crowds_above(LinkId id, double level);
  void note_failure(LinkId id);

  bool add_to_links(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                    double bound_level);
  template <bool has_crowds>
  inline bool enter_each(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                         std::uint32_t first_position);
  bool enter_links(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                   std::uint32_t first_position);
  void admit_fresh();
  void admit_rebound();
  void affect(LinkId link);
  void affect_pending();
  void affect_links_of(FlowIndex flow);
  // Changes of usage below this share of what a link can adjust are left to the next change.
  static constexpr double tolerance = 1e-11;
  // Levels this close are one level: noise of sums in different orders must not make symmetric
  // flows end at different instants.
  static constexpr double tie = 1e-12;
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
  Scan scan_fat_pipe(LinkId link) const;
  [[gnu::always_inline]] inline double fill_level(const Link& link, const Scan& scan) const;
  void refresh(LinkId link);
  [[gnu::always_inline]] inline void follow(LinkId link, const Scan& sums);
  enum class Reach : std::uint8_t { itself, links };
  void open(FlowIndex flow, Reach reach);
  void open_in_fat_pipe(LinkId link, Reach reach);
  void watch(LinkId link);
  void settle_rest();
  bool open_above(LinkId link);
  void open_bounded(LinkId link);
  double level_above(LinkId link) const;
  void settle(FlowIndex flow, double level, LinkId bottleneck);
  [[gnu::always_inline]] inline void lower(FlowIndex flow, double level);
  void shift(LinkId link, double usage);
  bool settle_bounded(LinkId link, double level);
  void fill(LinkId link);
  [[gnu::always_inline]] inline void stop(LinkId link, double open_weight);
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
  kernel::QuickVector<LinkId> changed_;  // of unseat_changed(), kept for its memory

  std::vector<Seat> seats_;  // by link
  std::vector<Pair> pairs_;
  kernel::QuickVector<std::uint32_t> free_pairs_;
  kernel::QuickVector<std::uint32_t> met_;  // pairs to settle
  bool has_closed_forms_ = true;
  bool was_closed_form_ = false;
  std::array<Meetings, meetings_count> meetings_{};  // of routes, which may share them

  std::vector<Crowd> crowds_;
  kernel::QuickVector<std::uint32_t> free_crowds_;
  std::vector<LinkCrowds> link_crowds_{1};
  kernel::QuickVector<std::uint32_t> moved_crowds_;  // in this run
  TagPlaces limit_places_;                           // of members in their crowds
  std::size_t member_count_ = 0;
  std::uint32_t crowd_min_ = 32;

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
