// SPDX-License-Identifier: BSD-3-Clause
//
// Traces in memory, for tests: what was put in, action by action, to compare with what comes out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/compress/compressor.h"
#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/compress/writer.h"

namespace smpi::trace {

struct KeptAction {
  Code code{};
  std::uint16_t strand = 0;
  std::uint32_t site = 0;
  std::vector<Word> words;
  bool operator==(const KeptAction&) const = default;

  Action action() const { return {code, strand, site, words}; }
};
using KeptRank = std::vector<KeptAction>;
using KeptTrace = std::vector<KeptRank>;

inline KeptAction kept(Code code, std::vector<Word> words) {
  return {code, 0, 0, std::move(words)};
}
inline KeptAction kept(const Action& action) {
  return {action.code, action.strand, action.site, {action.words.begin(), action.words.end()}};
}

// What fields with texts name: number 0.
inline const Texts& kept_texts() {
  static const Texts texts = [] {
    Texts some;
    some.number_of("solver.c");
    return some;
  }();
  return texts;
}

// All actions of a rank, then those of the next one.
inline std::string compress_rank_by_rank(const KeptTrace& trace, bool counts_repeats = true) {
  Compressor::Options options;
  options.counts_repeats = counts_repeats;
  Compressor compressor(static_cast<std::uint32_t>(trace.size()), kept_texts(), options);
  for (std::uint32_t rank = 0; rank < trace.size(); rank++) {
    for (const KeptAction& action : trace[rank]) compressor.add(rank, action.action());
  }
  return trace_bytes(compressor.finish());
}

inline std::string compress_the_long_way(const KeptTrace& trace) {
  return compress_rank_by_rank(trace, false);
}

// One action of each rank in turn, the last rank first.
inline std::string compress_in_turns(const KeptTrace& trace) {
  Compressor compressor(static_cast<std::uint32_t>(trace.size()), kept_texts());
  bool is_more = true;
  for (std::size_t at = 0; is_more; at++) {
    is_more = false;
    for (std::size_t rank = trace.size(); rank-- > 0;) {
      if (at >= trace[rank].size()) continue;
      compressor.add(static_cast<std::uint32_t>(rank), trace[rank][at].action());
      is_more = true;
    }
  }
  return trace_bytes(compressor.finish());
}

inline KeptTrace expand(Trace& trace) {
  KeptTrace result;
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    const std::unique_ptr<Cursor> cursor = trace.cursor(rank);
    KeptRank& actions = result.emplace_back();
    for (Action action; cursor->next(action);) actions.push_back(kept(action));
  }
  return result;
}
inline KeptTrace expand(const std::string& bytes) {
  CompressedTrace trace("trace", bytes);
  return expand(trace);
}

}  // namespace smpi::trace
