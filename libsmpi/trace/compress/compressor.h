// SPDX-License-Identifier: BSD-3-Clause
//
// Compresses a trace while it is made: a Sink that keeps the structure of each rank's program and
// the numbers in it, not its actions. It needs no simulation.
//
//   action -> Describer -> shape ------> Sequence   loops
//                      \-> slots ------> ValueStream, one per slot and rank
//
// Per action that is a hash of a few words, the look-up of the shape, an addition per slot and what
// the folder compares. finish() hands out what writer.h groups and writes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libsmpi/trace/compress/parts.h"

namespace smpi::trace {

class Compressor final : public Sink {
 public:
  struct Options {
    Losses losses;
    // Of values that do not repeat; more go to a temporary file (tracing/memory).
    std::uint64_t memory_most_bytes = std::uint64_t{64} << 20;
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
  // Nothing is added after it. Ranks without actions are left out.
  TraceParts finish();

 private:
  struct Rank;
  struct MeanVolumes;
  Rank& rank_of(std::uint32_t rank);
  RankRecord record_of(std::uint32_t number, Rank& rank);

  const Texts& texts_;
  Options options_;
  TraceHeader header_;
  std::map<std::uint32_t, std::string> sites_;
  ShapeTable shapes_;
  CountedBodies counted_bodies_;
  BodyOpener opener_{counted_bodies_};
  ChunkStore chunks_;
  Description description_;
  std::vector<std::unique_ptr<Rank>> ranks_;
};

}  // namespace smpi::trace
