// SPDX-License-Identifier: BSD-3-Clause
//
// Compresses a trace while it is made: a Sink that keeps the structure of each rank's program and
// the numbers in it, not its actions. It needs no simulation.
//
//   action -> Describer -> shape ------> Sequence   loops
//                      \-> slots ------> ValueStream, one per slot and rank
//
// What repeats is counted first (repeats.h). Within a loop the sequence foretells the shape: then
// an action costs a comparison per field and an addition per slot. Else it is described, hashed and
// looked up, and the folder looks for loops. finish() hands out what writer.h groups and writes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/parts.h"
#include "libsmpi/watch/trace/compress/repeats.h"

namespace smpi::trace {

class Compressor final : public Sink {
 public:
  struct Options {
    Losses losses;
    // Of values that do not repeat; more go to a temporary file (tracing/memory).
    std::uint64_t memory_most_bytes = std::uint64_t{64} << 20;
    // Counts what repeats (repeats.h); without it the trace is the same, and takes longer.
    bool counts_repeats = true;
  };

  // Of some ranks of a run of `rank_count`, or of all. `texts` must outlive the compressor.
  Compressor(std::uint32_t rank_count, const Texts& texts) : Compressor(rank_count, texts, {}) {}
  Compressor(std::uint32_t rank_count, const Texts& texts, Options options);
  ~Compressor() override;

  // Throws kernel::InputError for numbers that are not finite.
  void add(std::uint32_t rank, const Action& action) override;
  // Where a site is: "program.c:17", or what else is known of it.
  void name_site(std::uint32_t site, std::string name);
  // A line of the header.
  void note(std::string key, std::string value);
  // What is kept, about; it takes as long as there are ranks to find out.
  std::uint64_t memory_bytes() const;
  // Nothing is added after it. Ranks without actions are left out.
  TraceParts finish();

 private:
  struct Rank;
  struct MeanVolumes;
  Rank& rank_of(std::uint32_t rank);
  void describe(std::uint32_t number, Rank& rank, const Action& action);
  void add_repeats(std::uint32_t number);
  RankRecord record_of(std::uint32_t number, Rank& rank);

  const Texts& texts_;
  Options options_;
  bool counts_repeats_;
  TraceHeader header_;
  std::map<std::uint32_t, std::string> sites_;
  ShapeTable shapes_;
  CountedBodies counted_bodies_;
  BodyOpener opener_{counted_bodies_};
  ChunkStore chunks_;
  Description description_;
  std::vector<Repeats> repeats_;  // by rank
  std::vector<std::unique_ptr<Rank>> ranks_;
};

}  // namespace smpi::trace
