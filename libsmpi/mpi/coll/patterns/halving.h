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

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/folding.h"

namespace smpi::coll {

// Where the chunks of a vector begin. MPIs differ in what they do with elements that do not make up
// a chunk, and so in the bytes of each message.
class Chunks {
 public:
  // The last chunk has the rest; the first chunks have one element more; or each half of a window
  // is cut in halves again, the first of them rounded down.
  enum class Cut : std::uint8_t { rest_last, rest_spread, in_halves };
  Chunks(Cut cut, MPI_Count element_count, int chunk_count)
      : cut_(cut), element_count_(element_count), chunk_count_(chunk_count) {}
  // The first elements of all chunks, and the end of the last; some may be empty.
  Chunks(const MPI_Count* starts, Empty empty) : starts_(starts), empty_(empty) {}

  MPI_Count start(int chunk) const;
  bool skip_empty() const { return empty_ == Empty::skipped; }

 private:
  MPI_Count start_in_halves(int chunk) const;

  const MPI_Count* starts_ = nullptr;
  Empty empty_ = Empty::sent;
  Cut cut_ = Cut::rest_last;
  MPI_Count element_count_ = 0;
  int chunk_count_ = 0;
};

class HalvedVector {
 public:
  enum class First : std::uint8_t { nearest, farthest };

  // `vector` holds this rank's operand and is overwritten.
  HalvedVector(const Operation& operation, const Folding& folding, const Block& vector, Op& op,
               const Chunks& chunks);

  // Halves until one chunk is left, when pairs have been folded.
  void reduce_scatter(First order);
  // A participant combines the whole operand of its idle partner, which sends it.
  void fold_whole();
  // Both ranks of a pair combine one half; the idle one hands its half over. For idle ranks, too.
  // REQUIRES: even ranks take part.
  void fold_halves();
  Block own_chunk() const { return chunks(window_); }
  // Every participant gets all chunks. REQUIRES: nearest first.
  void allgather();
  // `root` gets all chunks, up a binomial tree. An idle root takes the place of participant 0,
  // whose chunk it gets first. For the root in any case. REQUIRES: nearest first.
  void gather(int root);

 private:
  struct Window {
    int first;
    int length;
  };
  void add(const Block& own, const Block& received, bool from_lower);
  Block chunks(const Window& window) const;
  Window half(const Window& whole, bool upper) const;
  void halve(int distance);
  Window window_at(int distance) const;

  const Operation& operation_;
  const Folding& folding_;
  Block vector_;
  Op& op_;
  Chunks chunks_;
  int number_;     // among the participants
  Window window_;  // what is still this participant's
};

}  // namespace smpi::coll
