// SPDX-License-Identifier: BSD-3-Clause
//
// A compressed trace in memory: what the compressor makes, what is merged, and what is written. The
// streams of a rank stay as bytes; nothing is expanded.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/chunk_store.h"
#include "libsmpi/watch/trace/compress/sequence.h"
#include "libsmpi/watch/trace/compress/shape.h"

namespace smpi::trace {

// The note that names the recorded ranks, where some were left out on purpose.
inline constexpr const char* recorded_note = "recorded";

// The note of a trace whose recording was cut.
inline constexpr const char* cut_note = "cut";

// What the header of a file says, besides what follows from the rest.
struct TraceHeader {
  std::uint32_t rank_count = 0;
  // Of a file of several segments: which one this is, and whether another one follows.
  std::uint32_t segment = 0;
  bool continues = false;
  // More lines of the header: volume unit, host names, options; keys sorted.
  std::map<std::string, std::string> notes;
};

struct Stream {
  std::vector<OpStore::Piece> pieces;
  std::string ops;
  bool operator==(const Stream&) const = default;
};

// Sums over the actions of a rank.
struct RankSums {
  std::uint64_t actions = 0;
  std::uint64_t sends = 0;       // messages that the program sends
  std::uint64_t sent_bytes = 0;  // in them
  bool operator==(const RankSums&) const = default;
};

struct RankRecord {
  std::uint32_t rank = 0;
  std::vector<ItemCode> items;                         // the whole structure
  std::map<std::uint32_t, std::vector<Stream>> slots;  // by shape
  std::map<std::uint32_t, Stream> counts;              // of loops, by body
  Stream lists;                                        // each with its length before it
  RankSums sums;
};

// Numbers of shapes, bodies, texts, sites and chunks are those of the tables here.
struct TraceParts {
  TraceHeader header;
  std::vector<std::string> texts;
  std::map<std::uint32_t, std::string> sites;  // what is known of a site, by number
  ShapeTable shapes;
  Bodies bodies;
  ChunkStore chunks;
  std::vector<RankRecord> ranks;
};

}  // namespace smpi::trace
