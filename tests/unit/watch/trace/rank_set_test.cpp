// SPDX-License-Identifier: BSD-3-Clause
//
// Lists of ranks as text, and which ranks of merged parts were recorded.
#include "libsmpi/watch/trace/rank_set.h"

#include <gtest/gtest.h>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/compressor.h"
#include "libsmpi/watch/trace/compress/merge.h"
#include "libsmpi/watch/trace/compress/writer.h"

namespace smpi::trace {
namespace {

TEST(RankSet, NumbersAndRangesInAnyOrder) {
  EXPECT_EQ(text_of(*rank_set_of("7,0-2,5,1", 8)), "0-2,5,7");
  EXPECT_EQ(text_of(*rank_set_of("0-7", 8)), "0-7");
  EXPECT_EQ(text_of(*rank_set_of("3", 8)), "3");
}

TEST(RankSet, WhatIsNoListOfTheRunIsRefused) {
  for (const char* text : {"", "8", "0-8", "2-1", "1,", ",1", "1-", "-1", "a", "1 2", "1;2"}) {
    EXPECT_FALSE(rank_set_of(text, 8)) << text;
  }
}

// A part of a run of four ranks that has these, and a header that names them.
TraceParts part_of(std::initializer_list<std::uint32_t> ranks, const char* recorded) {
  static const Texts no_texts;
  Compressor compressor(4, no_texts);
  for (const std::uint32_t rank : ranks) {
    compressor.add(rank, {.code = Code::ti_finalize, .strand = 0, .site = 0, .words = {}});
  }
  if (recorded != nullptr) compressor.note(recorded_note, recorded);
  return compressor.finish();
}

std::vector<std::uint32_t> unrecorded_after_merging(std::vector<TraceParts> parts) {
  Merger merger;
  for (TraceParts& part : parts) merger.add(std::move(part), "part");
  return CompressedTrace("merged", trace_bytes(merger.finish())).unrecorded_ranks();
}

TEST(RecordedRanks, PartsOfOneRecordingLackWhatItLeftOut) {
  std::vector<TraceParts> parts;
  parts.push_back(part_of({1}, "1-2"));
  parts.push_back(part_of({2}, "1-2"));
  EXPECT_EQ(unrecorded_after_merging(std::move(parts)), (std::vector<std::uint32_t>{0, 3}));
}

TEST(RecordedRanks, RecordingsOfDifferentRanksAddUp) {
  std::vector<TraceParts> parts;
  parts.push_back(part_of({1, 2}, "1-2"));
  parts.push_back(part_of({0}, "0"));
  EXPECT_EQ(unrecorded_after_merging(std::move(parts)), (std::vector<std::uint32_t>{3}));
}

TEST(RecordedRanks, AllTogetherAreWhole) {
  std::vector<TraceParts> parts;
  parts.push_back(part_of({1, 2}, "1-2"));
  parts.push_back(part_of({0, 3}, nullptr));
  Merger merger;
  for (TraceParts& part : parts) merger.add(std::move(part), "part");
  const CompressedTrace trace("merged", trace_bytes(merger.finish()));
  EXPECT_TRUE(trace.unrecorded_ranks().empty());
  EXPECT_FALSE(trace.header().notes.contains(recorded_note));
}

TEST(RecordedRanks, AListThatMeansNothingIsDamage) {
  const std::string bytes = trace_bytes(part_of({0}, "0-4"));
  EXPECT_THROW(CompressedTrace("bad", bytes), kernel::InputError);
}

}  // namespace
}  // namespace smpi::trace
