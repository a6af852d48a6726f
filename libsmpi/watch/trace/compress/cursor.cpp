// SPDX-License-Identifier: BSD-3-Clause
//
// A loop costs a look at its trip count per entry; all else is the numbers of the slots.
#include "libsmpi/watch/trace/compress/cursor.h"

#include <fmt/format.h>

#include "kernel/error.h"

namespace smpi::trace {

CompressedCursor::CompressedCursor(CompressedTrace& trace, std::uint32_t rank)
    : trace_(trace), rank_(rank) {
  const std::optional<CompressedTrace::Place> place = trace.place_of(rank);
  if (!place) return;
  group_ = &trace.groups()[place->group];
  place_ = place->place;
  try {
    for (const StreamSet& set : group_->slots) slots_.push_back(source_of(set));
    for (const StreamSet& set : group_->counts) counts_.push_back(source_of(set));
    rebuilder_.emplace(rank, trace.rank_count(), ListReader(source_of(group_->lists)));
  } catch (const Damage& damage) {
    throw kernel::InputError(fmt::format("rank {}: {}", rank, damage.what()),
                             {.file = trace.path()});
  }
  if (!group_->items.empty()) frames_.push_back({.items = &group_->items});
}

ValueSource CompressedCursor::source_of(const StreamSet& set) {
  std::string own;
  const StreamSet::View view = set.stream(rank_, place_, own);
  if (own.empty()) return {trace_.chunks(), view.pieces, view.ops};
  return {trace_.chunks(), view.pieces, own_ops_.emplace_back(std::move(own))};
}

void CompressedCursor::enter(std::uint32_t body) {
  Word count = 0;
  if (!counts_[group_->count_of[body]].next(count) || count <= 0) {
    throw Damage("a loop does not say how often it turns");
  }
  const auto turns = static_cast<std::uint64_t>(count);
  frames_.push_back({.items = &trace_.bodies()[body], .turns_left = turns});
}

bool CompressedCursor::next_item(Action& action) {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.at == frame.items->size()) {
      frame.at = 0;
      if (--frame.turns_left == 0) frames_.pop_back();
      continue;
    }
    const ItemCode item = (*frame.items)[frame.at++];
    if (is_loop(item)) {
      enter(item / 2);
      continue;
    }
    const Shape& shape = trace_.shapes()[item / 2];
    ValueSource* const sources = slots_.data() + group_->first_slot[item / 2];
    std::array<std::int64_t, slots_most> values;
    for (std::uint8_t slot = 0; slot < shape.slot_count; slot++) {
      if (!sources[slot].next(values[slot])) throw Damage("a number is missing");
    }
    rebuilder_->rebuild(shape, std::span(values).first(shape.slot_count), action);
    actions_++;
    return true;
  }
  return false;
}

bool CompressedCursor::next(Action& action) {
  try {
    return next_item(action);
  } catch (const Damage& damage) {
    throw kernel::InputError(fmt::format("the compressed trace is damaged: {}", damage.what()),
                             {.text = trace_.place(rank_, actions_)});
  }
}

}  // namespace smpi::trace
