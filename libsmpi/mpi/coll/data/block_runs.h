// SPDX-License-Identifier: BSD-3-Clause
//
// Several consecutive blocks as one message. Equal blocks that lie side by side are sent from where
// they are; others are packed.
#pragma once

#include "libsmpi/mpi/coll/operation.h"

namespace smpi::coll {

// The blocks first, first + 1, ... of `count` ranks, counted modulo `size`.
struct BlockRun {
  const Blocks& blocks;
  int first;
  int length;
  int size;
};

MPI_Count size_bytes(const BlockRun& run);
void send_run(const Operation& operation, const BlockRun& run, int to);
void receive_run(const Operation& operation, const BlockRun& run, int from);
void exchange_runs(const Operation& operation, const BlockRun& out, int to, const BlockRun& in,
                   int from);

// The packed data of a run.
class PackedRun {
 public:
  enum class Content : std::uint8_t { given, to_come };
  PackedRun(const Operation& operation, const BlockRun& run, Content content);
  Block block() const { return block_; }
  // Writes received data back to the blocks, if it is in a copy.
  void unpack() const;

 private:
  BlockRun run_;
  std::optional<Scratch> copy_;
  Block block_;
};

}  // namespace smpi::coll
