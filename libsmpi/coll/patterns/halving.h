// SPDX-License-Identifier: BSD-3-Clause
//
// Reduce-scatter by recursive halving, the first half of Rabenseifner's algorithms, and the ways to
// collect the parts again. Rabenseifner, "Optimization of collective reduction operations",
// ICCS 2004; Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
//
// The vector is cut into as many chunks as ranks take part (coll/folding.h). In the round at
// distance d a participant and its partner at that distance each keep one half of what they share,
// and combine it. With neighbours first the order of operands is kept, and a participant ends with
// the chunk whose number has its bits reversed; with the farthest first it ends with its own.
#pragma once

#include <optional>

#include "libsmpi/coll/arguments.h"
#include "libsmpi/coll/folding.h"

namespace smpi::coll {

class HalvedVector {
 public:
  enum class First : std::uint8_t { nearest, farthest };

  // `vector` holds this rank's operand and is overwritten. `starts` are the first elements of the
  // chunks and the end of the last; without it chunks are equal and the last one has the rest.
  HalvedVector(const Operation& operation, const Folding& folding, const Block& vector, Op& op,
               const MPI_Count* starts = nullptr);

  // Combines the operands of the idle partner, then halves until one chunk is left.
  void reduce_scatter(First order);
  Block own_chunk() const { return chunks(window_); }
  // Every participant gets all chunks. REQUIRES: nearest first.
  void allgather();
  // The participant that stands for `root` gets all chunks, up a binomial tree. REQUIRES: as above.
  void gather(int root);

 private:
  struct Window {
    int first;
    int length;
  };
  void fold();
  void add(const Window& window, const Block& received, bool from_lower);
  MPI_Count start_of(int chunk) const;
  Block chunks(const Window& window) const;
  Window half(const Window& whole, bool upper) const;
  void halve(int distance);
  Window window_at(int distance) const;

  const Operation& operation_;
  const Folding& folding_;
  Block vector_;
  Op& op_;
  const MPI_Count* starts_;
  Window window_;  // what is still this participant's
};

}  // namespace smpi::coll
