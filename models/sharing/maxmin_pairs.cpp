// SPDX-License-Identifier: BSD-3-Clause
//
// Pairs: two flows that have their links to themselves.
//
// Two ranks that exchange messages are two opposite flows. Each takes the links one way as a whole
// and, by its acknowledgements, a little of those the other way, so both are on the same links, and
// in the pivot search of HPL, in allreduces and exchanges nobody else is. Their level is the lowest
// of C / (w + w') over these links. Entering them into the tables of eight links, filling, and
// taking them out again took 3,300 instructions a message, a fifth of the whole; here it is 200.
//
// A pair sits at its links: each link's seat has the pair's number, and its entries are empty. The
// second flow finds the number at its first link, checks the others, and computes the level on the
// way. When another flow comes to one of the links, the pair gives up its seats: its flows enter
// the links' tables in the state in which the filling would have left them. So all that is seen
// from outside equals the filling to the last bit, and in order (a test compares both on random
// histories). An instant in which anything but pairs changes is for the filling.
//
// Routes whose pairs are met by others time after time (the root of a broadcast sends to many at
// once) do not try for a while, twice as long after each meeting. Each route learns for itself, as
// the branches of a program do: in an allreduce one half of the messages has its links to itself,
// and the other half never. Pairs that give up their seats because of what others do in the same
// instant say nothing about their routes.
#include <algorithm>

#include "kernel/error.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// So many meetings in a row are chance. After one more a route skips 2^3 flows, then 2^4, at most
// 2^7.
constexpr unsigned meetings_by_chance = 2;
constexpr unsigned meetings_max = 7;

}  // namespace

MaxMin::Seating MaxMin::seat(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                             double bound_level) {
  if (!has_closed_forms_ || usage_mark_ != nullptr || use_count == 0) return Seating::refused;
  const std::uint32_t holder = seats_[uses_[first_use].link].holder;
  if (holder == nobody) return seat_alone(flow, first_use, use_count, bound_level);
  if (holder == tabled) return Seating::refused;
  const Pair& pair = pairs_[holder];
  if (pair.state != PairState::at_bounds || pair.flow_count != 1 || pair.use_count != use_count) {
    return Seating::refused;
  }
  return join(holder, flow, first_use, bound_level);
}

// The first flow of a pair, if all of its links are free.
MaxMin::Seating MaxMin::seat_alone(FlowIndex flow, std::uint32_t first_use, std::size_t use_count,
                                   double bound_level) {
  Meetings& meetings = meetings_[meetings_index(first_use)];
  if (meetings.to_skip > 0) [[unlikely]] {
    meetings.to_skip--;
    return Seating::refused;
  }
  std::uint32_t number = static_cast<std::uint32_t>(pairs_.size());
  if (!free_pairs_.empty()) number = free_pairs_.back();
  if (!take_seats(number, first_use, use_count)) return Seating::refused;
  if (free_pairs_.empty()) {
    pairs_.emplace_back();
  } else {
    free_pairs_.pop_back();
  }
  Pair& pair = pairs_[number];
  pair.flows[0] = flow;
  pair.seated = flow;
  pair.use_count = static_cast<std::uint16_t>(use_count);
  pair.flow_count = 1;
  pair.state = PairState::at_bounds;
  flows_[flow] = {.level = bound_level,
                  .bound_level = bound_level,
                  .bottleneck = no_id,
                  .first_use = first_use,
                  .first_position = number,
                  .use_count = static_cast<std::uint16_t>(use_count),
                  .status = Status::kept,
                  .is_seated = true};
  return Seating::at_bound;
}

// Gives a pair the seats of these links; false when one of them is taken: then it gets none.
inline bool MaxMin::take_seats(std::uint32_t number, std::uint32_t first_use,
                               std::size_t use_count) {
  const LinkUse* const uses = uses_.data() + first_use;
  Seat* const seats = seats_.data();
  for (std::size_t i = 0; i < use_count; i++) {
    Seat& seat = seats[uses[i].link];
    if (seat.holder != nobody) [[unlikely]] {
      while (i-- > 0) seats[uses[i].link].holder = nobody;
      return false;
    }
    seat = {.weight = uses[i].weight,
            .capacity = seat.capacity,
            .quanta = uses[i].quanta,
            .holder = number};
  }
  return true;
}

// The seats show what this flow of the pair takes.
void MaxMin::note_seated(std::uint32_t number, FlowIndex flow, std::uint32_t first_use,
                         std::size_t use_count) {
  pairs_[number].seated = flow;
  const LinkUse* uses = uses_.data() + first_use;
  Seat* seats = seats_.data();
  for (std::size_t i = 0; i < use_count; i++) {
    Seat& seat = seats[uses[i].link];
    seat.weight = uses[i].weight;
    seat.quanta = uses[i].quanta;
    seat.holder = number;
  }
}

// The level of the flow whose uses these are and the one that the seats show.
inline MaxMin::PairLevel MaxMin::level_of_pair(std::uint32_t number, std::uint32_t first_use,
                                               std::size_t use_count) const {
  const LinkUse* uses = uses_.data() + first_use;
  const Seat* seats = seats_.data();
  PairLevel found{.is_on_same_links = true, .bottleneck = no_id, .level = infinity, .weight = 0};
  for (std::size_t i = 0; i < use_count; i++) {
    const LinkUse& use = uses[i];
    const Seat& seat = seats[use.link];
    if (seat.holder != number) return {.is_on_same_links = false};
    if (std::uint64_t{seat.quanta} + use.quanta <= quanta_per_link) continue;
    const double both = seat.weight + use.weight;
    const double full = seat.capacity / both;
    if (!(full < found.level)) continue;
    found.level = full;
    found.weight = both;
    found.bottleneck = use.link;
  }
  return found;
}

// The second flow of a pair, if it is on just its links, and no bound is below their level.
MaxMin::Seating MaxMin::join(std::uint32_t number, FlowIndex flow, std::uint32_t first_use,
                             double bound_level) {
  Pair& pair = pairs_[number];
  const std::uint16_t use_count = pair.use_count;
  const Flow& old = flows_[pair.flows[0]];
  if (pair.seated != pair.flows[0]) note_seated(number, pair.flows[0], old.first_use, use_count);
  const auto [is_on_same_links, bottleneck, level, weight] =
      level_of_pair(number, first_use, use_count);
  if (!is_on_same_links) return Seating::refused;
  const bool is_contended = bottleneck != no_id;
  if (is_contended &&
      (!(level > 0) || std::min(old.bound_level, bound_level) < level * (1 - tie))) {
    return Seating::refused;
  }
  pair.flows[1] = flow;
  pair.flow_count = 2;
  flows_[flow] = {.level = is_contended ? 0 : bound_level,
                  .bound_level = bound_level,
                  .bottleneck = no_id,
                  .first_use = first_use,
                  .first_position = number,
                  .use_count = use_count,
                  .status = is_contended ? Status::fresh : Status::kept,
                  .is_seated = true};
  if (!is_contended) return Seating::at_bound;
  pair.level = level;
  pair.weight = weight;
  pair.bottleneck = bottleneck;
  pair.state = PairState::met;
  fresh_.push_back(flow);
  note_change(number);
  return Seating::contended;
}

void MaxMin::remove_seated(FlowIndex flow) {
  const std::uint32_t number = flows_[flow].first_position;
  Pair& pair = pairs_[number];
  if (pair.state == PairState::met) {  // in the instant in which they met
    unseat_changed();
    return remove(flow);
  }
  flows_[flow].status = Status::absent;
  flows_[flow].is_seated = false;
  meetings_[meetings_index(flows_[flow].first_use)].in_a_row = 0;
  if (pair.state == PairState::sharing) {
    links_[pair.bottleneck].level = infinity;
    pair.state = PairState::left;
    note_change(number);
  }
  if (pair.flow_count == 1) return free_pair(number);
  pair.flow_count = 1;
  if (pair.flows[0] == flow) pair.flows[0] = pair.flows[1];
}

void MaxMin::free_pair(std::uint32_t number) {
  Pair& pair = pairs_[number];
  // Any flow's uses name the links; those of the one that the seats show are still there when it
  // was the last, and else its partner's are.
  const LinkUse* uses = uses_.data() + flows_[pair.flows[0]].first_use;
  for (std::size_t i = 0; i < pair.use_count; i++) seats_[uses[i].link].holder = nobody;
  pair.flow_count = 0;
  free_pairs_.push_back(number);
}

// Makes the flows of a pair flows like all others.
void MaxMin::unseat(std::uint32_t number) {
  const PairState state = pairs_[number].state;
  SIM_ASSERT(state != PairState::claimed, "a flow came to links that another pair has claimed");
  if (state == PairState::met || state == PairState::left) return unseat_changed();
  crowd_links(pairs_[number]);
  pairs_[number].flow_count = 0;
  free_pairs_.push_back(number);
}

// The same for the pairs that sit at these links.
void MaxMin::unseat_met(std::uint32_t first_use, std::size_t use_count) {
  for (std::size_t i = 0; i < use_count; i++) {
    const std::uint32_t holder = seats_[uses_[first_use + i].link].holder;
    if (holder >= tabled) continue;
    note_meeting(holder);
    unseat(holder);
  }
}

void MaxMin::note_meeting(std::uint32_t number) {
  const Pair& pair = pairs_[number];
  for (std::uint32_t i = 0; i < pair.flow_count; i++) {
    note_meeting_of(flows_[pair.flows[i]].first_use);
  }
}

void MaxMin::note_meeting_of(std::uint32_t first_use) {
  Meetings& meetings = meetings_[meetings_index(first_use)];
  const unsigned in_a_row = std::min(meetings.in_a_row + 1U, meetings_max);
  meetings.in_a_row = static_cast<std::uint8_t>(in_a_row);
  if (in_a_row > meetings_by_chance) meetings.to_skip = static_cast<std::uint8_t>(1U << in_a_row);
}

// The same for all that have changed since the last solve(): what they changed takes their place
// among the dirty links.
void MaxMin::unseat_changed() {
  if (std::none_of(dirty_.begin(), dirty_.end(),
                   [](std::uint32_t entry) { return (entry & pair_mark) != 0; })) {
    return;
  }
  changed_.clear();
  changed_.swap(dirty_);
  for (const std::uint32_t entry : changed_) {
    if ((entry & pair_mark) == 0) {
      dirty_.push_back(entry);
      continue;
    }
    const std::uint32_t number = entry & ~pair_mark;
    Pair& pair = pairs_[number];
    const bool is_changed = pair.state == PairState::met || pair.state == PairState::left;
    if (pair.flow_count == 0 || !is_changed) continue;  // gone since
    crowd_links(pair);
    pair.flow_count = 0;
    free_pairs_.push_back(number);
  }
}

// Enters the flows of a pair into the tables of its links, in the state in which the filling leaves
// such.
void MaxMin::crowd_links(const Pair& pair) {
  const bool is_sharing = pair.state == PairState::sharing;
  const std::size_t dirty_count = dirty_.size();
  for (std::uint32_t i = 0; i < pair.flow_count; i++) {
    Flow& flow = flows_[pair.flows[i]];
    flow.is_seated = false;
    flow.first_position = take_positions(flow.use_count);
    enter_links(pair.flows[i], flow.first_use, flow.use_count, flow.first_position);
  }
  if (is_sharing) {  // nothing is dirty
    for (std::size_t i = dirty_count; i < dirty_.size(); i++) links_[dirty_[i]].is_dirty = false;
    for (std::size_t i = dirty_count; i < dirty_.size(); i++) {
      Link& link = links_[dirty_[i]];
      const double first = link.entries[0].weight * pair.level;
      const double second = link.entries[1].weight * pair.level;
      link.pending = 0;
      link.pending_max = std::max(link.capacity - first - second, 0.0);
    }
    dirty_.truncate(dirty_count);
  }
  if (!is_sharing && pair.state != PairState::left) return;
  Link& bottleneck = links_[pair.bottleneck];
  bottleneck.level = pair.level;
  bottleneck.stopped_count = pair.flow_count;
  bottleneck.pending = 0;
  bottleneck.pending_max = tolerance * pair.level * pair.weight;
  if (pair.state == PairState::left) mark_dirty(pair.bottleneck);
}

MaxMin::Claim MaxMin::claim(const Claimant& first, const Claimant& second, std::size_t use_count) {
  if (!has_closed_forms_ || usage_mark_ != nullptr || use_count == 0) return {};
  if (meetings_[meetings_index(first.first_use)].to_skip > 0) return {};
  const std::uint32_t number =
      free_pairs_.empty() ? static_cast<std::uint32_t>(pairs_.size()) : free_pairs_.back();
  if (!take_seats(number, first.first_use, use_count)) return {};
  const PairLevel found = level_of_pair(number, second.first_use, use_count);
  const bool is_contended = found.bottleneck != no_id;
  const double bound_level = std::min(first.bound_level, second.bound_level);
  if (!found.is_on_same_links ||
      (is_contended && (!(found.level > 0) || bound_level < found.level * (1 - tie)))) {
    for (std::size_t i = 0; i < use_count; i++)
      seats_[uses_[first.first_use + i].link].holder = nobody;
    return {};
  }
  if (free_pairs_.empty()) {
    pairs_.emplace_back();
  } else {
    free_pairs_.pop_back();
  }
  pairs_[number] = {.level = is_contended ? found.level : 0,
                    .weight = found.weight,
                    .bottleneck = found.bottleneck,
                    .use_count = static_cast<std::uint16_t>(use_count),
                    .state = PairState::claimed};
  return {number, pairs_[number].level};
}

LinkId MaxMin::fulfil_claim(std::uint32_t number, const FlowIndex (&flows)[2],
                            const Claimant (&claimants)[2], std::size_t use_count) {
  Pair& pair = pairs_[number];
  const bool is_sharing = pair.bottleneck != no_id;
  for (int i = 0; i < 2; i++) {
    if (flows_.size() <= flows[i]) flows_.resize(flows[i] + std::size_t{1});
    const double bound_level = claimants[i].bound_level;
    flows_[flows[i]] = {.level = is_sharing ? pair.level : bound_level,
                        .bound_level = bound_level,
                        .bottleneck = pair.bottleneck,
                        .first_use = claimants[i].first_use,
                        .first_position = number,
                        .use_count = static_cast<std::uint16_t>(use_count),
                        .status = Status::kept,
                        .is_seated = true};
    pair.flows[i] = flows[i];
  }
  pair.flow_count = 2;
  pair.seated = flows[0];
  pair.state = is_sharing ? PairState::sharing : PairState::at_bounds;
  if (is_sharing) links_[pair.bottleneck].level = pair.level;
  return pair.bottleneck;
}

void MaxMin::release_claim(std::uint32_t number, std::uint32_t first_use, std::size_t use_count) {
  for (std::size_t i = 0; i < use_count; i++) seats_[uses_[first_use + i].link].holder = nobody;
  pairs_[number].state = PairState::at_bounds;
  free_pairs_.push_back(number);
  meetings_[meetings_index(first_use)].in_a_row = 0;
}

// If nothing but pairs has changed.
bool MaxMin::solve_pairs() {
  if (!has_closed_forms_ || !rebound_.empty()) return false;
  for (const std::uint32_t entry : dirty_) {
    if ((entry & pair_mark) == 0) return false;
  }
  met_.clear();
  for (const FlowIndex flow : fresh_) {
    if (flows_[flow].status == Status::fresh && !flows_[flow].is_seated) return false;
  }
  for (const FlowIndex flow : fresh_) {
    if (flows_[flow].status != Status::fresh) continue;
    flows_[flow].status = Status::kept;
    met_.push_back(flows_[flow].first_position);
  }
  solved_count_ = 2 * met_.size();
  for (const std::uint32_t entry : dirty_) settle_left(pairs_[entry & ~pair_mark]);
  const auto by_level = [this](std::uint32_t a, std::uint32_t b) {
    return pairs_[a].level < pairs_[b].level;
  };
  if (!std::is_sorted(met_.begin(), met_.end(), by_level)) {
    std::stable_sort(met_.begin(), met_.end(), by_level);
  }
  double level = 0;
  for (const std::uint32_t number : met_) {
    Pair& pair = pairs_[number];
    if (pair.level > level * (1 + tie)) level = pair.level;
    settle_met(pair, level);
  }
  fresh_.clear();
  dirty_.clear();
  return true;
}

// One whose partner has left goes to its bound.
void MaxMin::settle_left(Pair& pair) {
  if (pair.state != PairState::left || pair.flow_count == 0) return;
  Flow& flow = flows_[pair.flows[0]];
  flow.level = flow.bound_level;
  flow.bottleneck = no_id;
  pair.state = PairState::at_bounds;
  moved_.push_back(pair.flows[0]);
  solved_count_++;
}

void MaxMin::settle_met(Pair& pair, double level) {
  pair.level = level;
  pair.state = PairState::sharing;
  for (const FlowIndex id : pair.flows) {
    flows_[id].level = level;
    flows_[id].bottleneck = pair.bottleneck;
    moved_.push_back(id);
  }
  links_[pair.bottleneck].level = level;
  relevelled_.push_back(pair.bottleneck);
}

}  // namespace smpi::models
