// SPDX-License-Identifier: BSD-3-Clause
//
// Traces of regular programs for tests of size: stencils without wrap-around in one to three
// dimensions (Noeth et al., JPDC 2009), and the skeleton of NPB's LU.
#pragma once

#include <cmath>

#include "tests/unit/watch/trace/kept_trace.h"

namespace smpi::trace {

// Adds the actions of one rank.
using ActionTaker = std::function<void(Code code, std::vector<Word> words)>;

// Side of a square or cube of ranks.
inline Word side_of(Word rank_count, int dimensions) {
  return static_cast<Word>(
      std::lround(std::pow(static_cast<double>(rank_count), 1.0 / dimensions)));
}

// Ranks that exchange data: all within `reach` in each dimension, in the order of their distance.
inline std::vector<Word> stencil_neighbours(Word rank, Word rank_count, int dimensions,
                                            Word reach) {
  const Word side = side_of(rank_count, dimensions);
  std::vector<Word> result;
  const Word most = dimensions == 3 ? reach : 0;
  const Word middle = dimensions >= 2 ? reach : 0;
  for (Word dz = -most; dz <= most; dz++) {
    for (Word dy = -middle; dy <= middle; dy++) {
      for (Word dx = -reach; dx <= reach; dx++) {
        const Word x = rank % side + dx;
        const Word y = rank / side % side + dy;
        const Word z = rank / side / side + dz;
        const bool is_inside = x >= 0 && x < side && (dimensions < 2 || (y >= 0 && y < side)) &&
                               (dimensions < 3 || (z >= 0 && z < side));
        if (!is_inside || (dx == 0 && dy == 0 && dz == 0)) continue;
        result.push_back(rank + dx + side * dy + side * side * dz);
      }
    }
  }
  return result;
}

inline void stencil_step(Word rank, const std::vector<Word>& neighbours, const ActionTaker& take) {
  for (const Word peer : neighbours) take(Code::ti_irecv, {peer, 0, 1000, 0, 0});
  for (const Word peer : neighbours) take(Code::ti_isend, {peer, 0, 1000, 0});
  take(Code::ti_waitall, {static_cast<Word>(2 * neighbours.size())});
  take(Code::ti_compute, {to_word(1e6), 0});
  static_cast<void>(rank);
}

inline void stencil(Word rank, Word rank_count, int dimensions, int steps,
                    const ActionTaker& take) {
  // The stencil of one dimension has five points, as in the paper.
  const auto neighbours = stencil_neighbours(rank, rank_count, dimensions, dimensions == 1 ? 2 : 1);
  take(Code::ti_init, {0});
  for (int step = 0; step < steps; step++) stencil_step(rank, neighbours, take);
  take(Code::ti_finalize, {});
}

// The same time steps, each made by the one before.
inline void recursive_steps(Word rank, const std::vector<Word>& neighbours, int steps,
                            const ActionTaker& take) {
  if (steps == 0) return;
  stencil_step(rank, neighbours, take);
  recursive_steps(rank, neighbours, steps - 1, take);
}

// LU on a grid of width x height ranks, of n^3 points.
class LuSkeleton {
 public:
  LuSkeleton(Word n, int turns, Word width, Word height)
      : n_(n), turns_(turns), width_(width), height_(height) {}

  void rank(Word rank, const ActionTaker& take) {
    take_ = &take;
    rank_ = rank;
    const Word row = rank % width_;
    const Word column = rank / width_;
    nx_ = part(row, width_);
    ny_ = part(column, height_);
    north_ = row > 0 ? rank - 1 : nobody;
    south_ = row < width_ - 1 ? rank + 1 : nobody;
    west_ = column > 0 ? rank - width_ : nobody;
    east_ = column < height_ - 1 ? rank + width_ : nobody;
    take(Code::ti_init, {0});
    exchange_all();
    for (const int turns : {1, turns_}) {
      exchange_all();
      take(Code::ti_allreduce, {5, to_word(0.0), 0});
      take(Code::ti_barrier, {});
      for (int turn = 0; turn < turns; turn++) sweep();
      take(Code::ti_allreduce, {5, to_word(0.0), 0});
    }
    take(Code::ti_finalize, {});
  }

 private:
  Word part(Word place, Word parts) const { return n_ / parts + (place < n_ % parts ? 1 : 0); }
  void compute(Word flops) { (*take_)(Code::ti_compute, {to_word(static_cast<double>(flops)), 0}); }
  void send(Word peer, Word tag, Word count) {
    if (peer >= 0) (*take_)(Code::ti_send, {peer, tag, count, 0});
  }
  void receive(Word peer, Word tag, Word count) {
    if (peer >= 0) (*take_)(Code::ti_recv, {peer, tag, count, 0, 0});
  }
  void exchange(Word low, Word high, Word low_tag, Word high_tag, Word count) {
    if (low >= 0) (*take_)(Code::ti_irecv, {low, low_tag, count, 0, 0});
    send(high, low_tag, count);
    if (low >= 0) (*take_)(Code::ti_wait, {low, rank_, low_tag});
    if (high >= 0) (*take_)(Code::ti_irecv, {high, high_tag, count, 0, 0});
    send(low, high_tag, count);
    if (high >= 0) (*take_)(Code::ti_wait, {high, rank_, high_tag});
  }
  void exchange_all() {
    const Word flops = 50 * nx_ * ny_ * n_;
    compute(flops);
    exchange(north_, south_, 2, 1, 10 * ny_ * n_);
    compute(flops);
    exchange(west_, east_, 4, 3, 10 * nx_ * n_);
    compute(flops);
  }
  void sweep() {
    for (Word k = 0; k < n_ - 2; k++) {
      receive(north_, 2, 5 * ny_);
      receive(west_, 4, 5 * nx_);
      compute(1000 * nx_ * ny_);
      send(south_, 2, 5 * ny_);
      send(east_, 4, 5 * nx_);
    }
    for (Word k = 0; k < n_ - 2; k++) {
      receive(south_, 1, 5 * ny_);
      receive(east_, 3, 5 * nx_);
      compute(1000 * nx_ * ny_);
      send(north_, 1, 5 * ny_);
      send(west_, 3, 5 * nx_);
    }
    exchange_all();
  }

  Word n_;
  int turns_;
  Word width_;
  Word height_;
  const ActionTaker* take_ = nullptr;
  Word rank_ = 0;
  Word nx_ = 0;
  Word ny_ = 0;
  Word north_ = nobody;
  Word south_ = nobody;
  Word west_ = nobody;
  Word east_ = nobody;
};

// The file of a trace whose ranks are made one after the other.
inline std::string compress_made(Word rank_count,
                                 const std::function<void(Word, const ActionTaker&)>& make) {
  Compressor compressor(static_cast<std::uint32_t>(rank_count), kept_texts());
  for (Word rank = 0; rank < rank_count; rank++) {
    make(rank, [&](Code code, std::vector<Word> words) {
      compressor.add(static_cast<std::uint32_t>(rank), {code, 0, 0, words});
    });
  }
  return trace_bytes(compressor.finish());
}

}  // namespace smpi::trace
