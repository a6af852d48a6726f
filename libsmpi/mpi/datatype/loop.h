// SPDX-License-Identifier: BSD-3-Clause
//
// Where the bytes of a datatype lie, as a small program of nested loops.
//
// A type map (MPI 5.0, 5.1) lists every basic element; a matrix column of a million rows would need
// a million entries. We keep what the constructors say instead: loops over runs of bytes, in pack
// order, simplified while they are built (a vector without gaps is one run, blocks at a constant
// distance are a vector). Ross, Miller and Gropp call such programs dataloops ("Implementing fast
// and reusable datatype processing", EuroPVM/MPI 2003).
//
//   run      size bytes at offset
//   strided  count x child, stride bytes apart
//   blocks   the same child at each of a list of offsets
//   runs     a list of runs of different sizes
//   list     a list of children of any kind
//
// A Loop is a value of a few words; lists and children live in a shared immutable body, so types
// made from other types share them. Building costs O(arguments of the constructor).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/ranks/runtime/reference.h"

namespace smpi::datatype {

struct LoopBody;

struct Run {
  std::int64_t offset;
  std::int64_t size;
};

enum class LoopKind : std::uint8_t { run, strided, blocks, runs, list };

struct Loop {
  LoopKind kind = LoopKind::run;
  std::int64_t offset = 0;      // added to every offset below
  std::int64_t size_bytes = 0;  // of the data, without gaps
  std::int64_t count = 0;       // strided
  std::int64_t stride = 0;      // strided, in bytes
  Ref<LoopBody> body;

  bool is_run() const { return kind == LoopKind::run; }
  const Loop& child() const;
};

struct LoopBody : Counted {
  Loop child;                         // strided and blocks; its offset is 0
  std::vector<std::int64_t> offsets;  // blocks
  std::vector<Run> runs;              // runs
  std::vector<Loop> members;          // list
  std::vector<std::int64_t> starts;   // runs and list: position of each in the packed data
};

inline const Loop& Loop::child() const {
  return body->child;
}

Loop run(std::int64_t offset, std::int64_t size);
Loop shifted(Loop loop, std::int64_t offset);
// `count` copies of `child`, each `stride` bytes after the one before.
Loop repeat(const Loop& child, std::int64_t count, std::int64_t stride);

// Puts loops one after the other in pack order.
class LoopBuilder {
 public:
  void add(const Loop& loop);
  Loop finish();

 private:
  void add_run(Run run);
  void runs_to_members();
  Loop finish_runs();
  Loop finish_members();

  std::vector<Run> runs_;      // while all members are runs
  std::vector<Loop> members_;  // afterwards
};

}  // namespace smpi::datatype
