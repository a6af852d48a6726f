// SPDX-License-Identifier: BSD-3-Clause
//
// Running a loop program: an action sees its runs of bytes in pack order.
//
// Packing, unpacking, copying and listing differ in the innermost step only, so they are actions of
// one walk. An action has
//
//   void run(int64_t offset, int64_t size)
//   void strided(int64_t offset, int64_t count, int64_t stride, int64_t size)   count runs
//   void blocks(int64_t offset, span<const int64_t> offsets, int64_t size)      runs of equal size
//   void runs(int64_t offset, span<const Run>)
//
// where the last three may simply call the first. walk_range() visits the part [from, to) of the
// packed data, clipping the runs at its ends: what pipelined collectives, truncated receives and
// file views need. It finds its start in O(depth x log(list)), not by walking there.
#pragma once

#include <algorithm>
#include <span>

#include "libsmpi/mpi/datatype/loop.h"

namespace smpi::datatype {

// The whole of `loop`, at `base`.
template <class Action>
void walk(const Loop& loop, std::int64_t base, Action& action);

// `count` copies of `child`.
template <class Action>
void walk_strided(const Loop& child, std::int64_t base, std::int64_t count, std::int64_t stride,
                  Action& action) {
  if (child.is_run()) {
    action.strided(base + child.offset, count, stride, child.size_bytes);
    return;
  }
  for (std::int64_t i = 0; i < count; i++) walk(child, base + i * stride, action);
}

template <class Action>
void walk_blocks(const Loop& child, std::int64_t base, std::span<const std::int64_t> offsets,
                 Action& action) {
  if (child.is_run()) {
    action.blocks(base + child.offset, offsets, child.size_bytes);
    return;
  }
  for (const std::int64_t offset : offsets) walk(child, base + offset, action);
}

template <class Action>
void walk(const Loop& loop, std::int64_t base, Action& action) {
  base += loop.offset;
  switch (loop.kind) {
    case LoopKind::run:
      if (loop.size_bytes != 0) action.run(base, loop.size_bytes);
      return;
    case LoopKind::strided:
      return walk_strided(loop.child(), base, loop.count, loop.stride, action);
    case LoopKind::blocks:
      return walk_blocks(loop.child(), base, loop.body->offsets, action);
    case LoopKind::runs:
      return action.runs(base, loop.body->runs);
    case LoopKind::list:
      for (const Loop& member : loop.body->members) walk(member, base, action);
      return;
  }
}

// A part of the packed data: 0 <= from < to <= size.
struct Range {
  std::int64_t from;
  std::int64_t to;
};

// Splits `range` at elements of `size` bytes: whole ones [first, last), and the cut ones around.
struct Split {
  Split(Range range, std::int64_t size)
      : first((range.from + size - 1) / size),
        last(range.to / size),
        head_from(range.from % size),
        tail_to(range.to % size) {}

  bool inside_one() const { return first > last; }

  std::int64_t first;
  std::int64_t last;
  std::int64_t head_from;  // 0: no cut element before `first`
  std::int64_t tail_to;    // 0: no cut element after `last`
};

template <class Action>
void walk_range(const Loop& loop, std::int64_t base, Range range, Action& action);

// A range of `count` copies of `child`, `stride` apart.
template <class Action>
void walk_strided_range(const Loop& child, std::int64_t base, std::int64_t stride, Range range,
                        Action& action) {
  const std::int64_t size = child.size_bytes;
  const Split split(range, size);
  if (split.inside_one()) {
    walk_range(child, base + split.last * stride, {split.head_from, split.tail_to}, action);
    return;
  }
  if (split.head_from != 0) {
    walk_range(child, base + (split.first - 1) * stride, {split.head_from, size}, action);
  }
  if (split.last > split.first) {
    walk_strided(child, base + split.first * stride, split.last - split.first, stride, action);
  }
  if (split.tail_to != 0) {
    walk_range(child, base + split.last * stride, {0, split.tail_to}, action);
  }
}

template <class Action>
void walk_blocks_range(const Loop& child, std::int64_t base, std::span<const std::int64_t> offsets,
                       Range range, Action& action) {
  const std::int64_t size = child.size_bytes;
  const Split split(range, size);
  const auto at = [&](std::int64_t i) { return base + offsets[static_cast<std::size_t>(i)]; };
  if (split.inside_one()) {
    walk_range(child, at(split.last), {split.head_from, split.tail_to}, action);
    return;
  }
  if (split.head_from != 0) {
    walk_range(child, at(split.first - 1), {split.head_from, size}, action);
  }
  if (split.last > split.first) {
    const auto first = static_cast<std::size_t>(split.first);
    walk_blocks(child, base, offsets.subspan(first, static_cast<std::size_t>(split.last) - first),
                action);
  }
  if (split.tail_to != 0) walk_range(child, at(split.last), {0, split.tail_to}, action);
}

// The members of a list or runs that `range` touches: visit(index, clipped range in the member).
template <class Visit>
void for_members_in(const std::vector<std::int64_t>& starts, std::int64_t size, Range range,
                    Visit&& visit) {
  const auto after = std::upper_bound(starts.begin(), starts.end(), range.from);
  for (auto i = static_cast<std::size_t>(after - starts.begin()) - 1; i < starts.size(); i++) {
    if (starts[i] >= range.to) return;
    const std::int64_t end = i + 1 < starts.size() ? starts[i + 1] : size;
    visit(i,
          Range{std::max(range.from, starts[i]) - starts[i], std::min(range.to, end) - starts[i]});
  }
}

template <class Action>
void walk_range(const Loop& loop, std::int64_t base, Range range, Action& action) {
  if (range.from >= range.to) return;
  if (range.from == 0 && range.to == loop.size_bytes) {
    walk(loop, base, action);
    return;
  }
  base += loop.offset;
  switch (loop.kind) {
    case LoopKind::run:
      action.run(base + range.from, range.to - range.from);
      return;
    case LoopKind::strided:
      return walk_strided_range(loop.child(), base, loop.stride, range, action);
    case LoopKind::blocks:
      return walk_blocks_range(loop.child(), base, loop.body->offsets, range, action);
    case LoopKind::runs:
      for_members_in(loop.body->starts, loop.size_bytes, range, [&](std::size_t i, Range part) {
        action.run(base + loop.body->runs[i].offset + part.from, part.to - part.from);
      });
      return;
    case LoopKind::list:
      for_members_in(loop.body->starts, loop.size_bytes, range, [&](std::size_t i, Range part) {
        walk_range(loop.body->members[i], base, part, action);
      });
      return;
  }
}

}  // namespace smpi::datatype
