// SPDX-License-Identifier: BSD-3-Clause
//
// Building and simplifying loops; see loop.h.
#include "libsmpi/mpi/datatype/loop.h"

#include <algorithm>

namespace smpi::datatype {

namespace {

// Short lists of runs inside a list are copied into it: one flat list is faster than a tree.
constexpr std::size_t flatten_max_runs = 16;

LoopBody* new_body(Loop child) {
  auto* body = new LoopBody;
  child.offset = 0;
  body->child = std::move(child);
  return body;
}

Loop strided(const Loop& child, std::int64_t offset, std::int64_t count, std::int64_t stride) {
  Loop result{.kind = LoopKind::strided,
              .offset = offset,
              .size_bytes = child.size_bytes * count,
              .count = count,
              .stride = stride,
              .body = {}};
  result.body = Ref<LoopBody>(new_body(child));
  return result;
}

// `offsets` of equal children: a stride if they are regular.
Loop from_offsets(const Loop& child, std::vector<std::int64_t> offsets) {
  const auto count = static_cast<std::int64_t>(offsets.size());
  if (count == 1) return shifted(child, offsets[0] - child.offset);
  const std::int64_t stride = offsets[1] - offsets[0];
  bool regular = true;
  for (std::size_t i = 2; i < offsets.size() && regular; i++) {
    regular = offsets[i] - offsets[i - 1] == stride;
  }
  if (regular) return repeat(shifted(child, offsets[0] - child.offset), count, stride);
  auto* body = new_body(child);
  body->offsets = std::move(offsets);
  return {.kind = LoopKind::blocks,
          .offset = 0,
          .size_bytes = child.size_bytes * count,
          .count = count,
          .stride = 0,
          .body = Ref<LoopBody>(body)};
}

bool equal_but_for_offset(const Loop& a, const Loop& b) {
  return a.kind == b.kind && a.size_bytes == b.size_bytes && a.count == b.count &&
         a.stride == b.stride &&
         (a.body.get() == b.body.get() ||
          (a.kind == LoopKind::strided && a.child().is_run() && b.child().is_run() &&
           a.child().size_bytes == b.child().size_bytes));
}

}  // namespace

Loop run(std::int64_t offset, std::int64_t size) {
  return {.kind = LoopKind::run,
          .offset = size == 0 ? 0 : offset,
          .size_bytes = size,
          .count = 0,
          .stride = 0,
          .body = {}};
}

Loop shifted(Loop loop, std::int64_t offset) {
  if (loop.size_bytes != 0) loop.offset += offset;
  return loop;
}

Loop repeat(const Loop& child, std::int64_t count, std::int64_t stride) {
  if (count == 0 || child.size_bytes == 0) return run(0, 0);
  if (count == 1) return child;
  if (child.is_run() && stride == child.size_bytes) {
    return run(child.offset, count * child.size_bytes);
  }
  if (child.kind == LoopKind::strided && child.count * child.stride == stride) {
    Loop longer = child;
    longer.count *= count;
    longer.size_bytes *= count;
    return longer;
  }
  return strided(child, child.offset, count, stride);
}

void LoopBuilder::add(const Loop& loop) {
  if (loop.size_bytes == 0) return;
  if (members_.empty()) {
    if (loop.is_run()) return add_run({loop.offset, loop.size_bytes});
    if (loop.kind == LoopKind::runs && loop.body->runs.size() <= flatten_max_runs) {
      for (const Run& part : loop.body->runs) add_run({part.offset + loop.offset, part.size});
      return;
    }
    runs_to_members();
  }
  members_.push_back(loop);
}

void LoopBuilder::add_run(Run run) {
  if (!runs_.empty() && runs_.back().offset + runs_.back().size == run.offset) {
    runs_.back().size += run.size;
  } else {
    runs_.push_back(run);
  }
}

void LoopBuilder::runs_to_members() {
  if (runs_.empty()) return;
  members_.push_back(finish_runs());
  runs_.clear();
}

Loop LoopBuilder::finish_runs() {
  if (runs_.empty()) return run(0, 0);
  const bool equal_sizes = std::all_of(runs_.begin(), runs_.end(),
                                       [&](const Run& r) { return r.size == runs_[0].size; });
  if (equal_sizes) {
    std::vector<std::int64_t> offsets;
    offsets.reserve(runs_.size());
    for (const Run& r : runs_) offsets.push_back(r.offset);
    return from_offsets(run(0, runs_[0].size), std::move(offsets));
  }
  auto* body = new LoopBody;
  std::int64_t position = 0;
  body->starts.reserve(runs_.size());
  for (const Run& r : runs_) {
    body->starts.push_back(position);
    position += r.size;
  }
  body->runs = std::move(runs_);
  return {.kind = LoopKind::runs,
          .offset = 0,
          .size_bytes = position,
          .count = 0,
          .stride = 0,
          .body = Ref<LoopBody>(body)};
}

Loop LoopBuilder::finish_members() {
  if (members_.size() == 1) return members_[0];
  const bool all_alike = std::all_of(members_.begin(), members_.end(), [&](const Loop& member) {
    return equal_but_for_offset(member, members_[0]);
  });
  if (all_alike) {
    std::vector<std::int64_t> offsets;
    offsets.reserve(members_.size());
    for (const Loop& member : members_) offsets.push_back(member.offset);
    return from_offsets(members_[0], std::move(offsets));
  }
  auto* body = new LoopBody;
  std::int64_t position = 0;
  body->starts.reserve(members_.size());
  for (const Loop& member : members_) {
    body->starts.push_back(position);
    position += member.size_bytes;
  }
  body->members = std::move(members_);
  return {.kind = LoopKind::list,
          .offset = 0,
          .size_bytes = position,
          .count = 0,
          .stride = 0,
          .body = Ref<LoopBody>(body)};
}

Loop LoopBuilder::finish() {
  return members_.empty() ? finish_runs() : finish_members();
}

}  // namespace smpi::datatype
