// SPDX-License-Identifier: BSD-3-Clause
//
// What comes out of a compressed trace is what went in, for random traces:
//   P1  expand(compress(T)) = T
//   P2  compress(expand(C)) = C, byte by byte
//   P3  the bytes do not depend on the order in which ranks ran, nor on how parts were merged
//   P4  the sums in the file are those of the actions
// and whether what repeats is counted makes no difference.
// SMPI_RANDOM_TRACES says how many (the full run has 10,000).
#include <gtest/gtest.h>

#include <cstdlib>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/merge.h"
#include "tests/unit/watch/trace/random_trace.h"

namespace smpi::trace {
namespace {

std::uint64_t case_count() {
  const char* text = std::getenv("SMPI_RANDOM_TRACES");
  return text == nullptr ? 300 : std::strtoull(text, nullptr, 10);
}

TEST(Lossless, RandomTracesComeBack) {
  for (std::uint64_t seed = 0; seed < case_count(); seed++) {
    const KeptTrace trace = RandomTrace(seed).make();
    const std::string bytes = compress_rank_by_rank(trace);
    const KeptTrace back = expand(bytes);
    ASSERT_EQ(trace.size(), back.size()) << "seed " << seed;
    for (std::size_t rank = 0; rank < trace.size(); rank++) {
      ASSERT_EQ(trace[rank].size(), back[rank].size()) << "seed " << seed << " rank " << rank;
      for (std::size_t i = 0; i < trace[rank].size(); i++) {
        ASSERT_TRUE(trace[rank][i] == back[rank][i])
            << "seed " << seed << " rank " << rank << " action " << i << " "
            << form_of(trace[rank][i].code).keyword;
      }
    }
    ASSERT_TRUE(compress_rank_by_rank(back) == bytes) << "seed " << seed;
    ASSERT_TRUE(compress_in_turns(trace) == bytes) << "seed " << seed;
    ASSERT_TRUE(compress_the_long_way(trace) == bytes) << "seed " << seed;
  }
}

// Periods that repeat for long, with requests in them, nested loops and numbers that change between
// the repetitions.
TEST(Lossless, WhatRepeatsIsAsIfItWasNotCounted) {
  for (std::uint64_t seed = 0; seed < case_count() / 3; seed++) {
    kernel::RandomStream random(seed, 11);
    const auto draw = [&](std::size_t count) {
      return static_cast<Word>(kernel::draw_below(random, count));
    };
    KeptTrace trace(5);  // only the first one does anything
    Word request = 0;
    for (Word part = draw(5); part >= 0; part--) {
      std::vector<KeptAction> body;
      Word made = 0;
      for (Word items = 1 + draw(9); items > 0; items--) {
        switch (draw(4)) {
          case 0:
            body.push_back(kept(Code::call_Isend, {8 + draw(3), 0, draw(5), draw(2), 0, ++made}));
            break;
          case 1:
            body.push_back(
                kept(Code::ti_compute, {to_word(1e6 + static_cast<double>(draw(3))), 0}));
            break;
          case 2:
            body.push_back(kept(Code::call_Waitall, {2, made, made > 1 ? made - 1 : 0}));
            break;
          default:
            for (Word turns = draw(6); turns >= 0; turns--) {
              body.push_back(kept(Code::ti_bcast, {100, draw(8) == 0 ? Word{1} : Word{0}, 0}));
            }
        }
      }
      for (Word turns = draw(200); turns >= 0; turns--) {
        for (KeptAction action : body) {
          const bool is_send = action.code == Code::call_Isend;
          if (is_send) action.words[5] += request;
          for (std::size_t i = 1; action.code == Code::call_Waitall && i < 3; i++) {
            if (action.words[i] > 0) action.words[i] += request;
          }
          trace[0].push_back(std::move(action));
        }
        request += made;
      }
      trace[0].resize(trace[0].size() - static_cast<std::size_t>(draw(body.size())));
      if (draw(2) == 0) trace[0].push_back(kept(Code::ti_barrier, {}));
    }
    const std::string bytes = compress_rank_by_rank(trace);
    ASSERT_TRUE(expand(bytes) == trace) << "seed " << seed;
    ASSERT_TRUE(compress_the_long_way(trace) == bytes) << "seed " << seed;
  }
}

// What one rank of a real MPI makes of its own actions.
TraceParts part_of(const KeptTrace& trace, std::size_t rank) {
  Compressor compressor(static_cast<std::uint32_t>(trace.size()), kept_texts());
  for (const KeptAction& action : trace[rank]) {
    compressor.add(static_cast<std::uint32_t>(rank), action.action());
  }
  return compressor.finish();
}

TEST(Lossless, MergedPartsAreTheWhole) {
  for (std::uint64_t seed = 0; seed < case_count() / 4; seed++) {
    const KeptTrace trace = RandomTrace(seed).make();
    const std::string whole = compress_rank_by_rank(trace);
    Merger flat;
    for (std::size_t rank = trace.size(); rank-- > 0;) flat.add(part_of(trace, rank), "part");
    ASSERT_TRUE(trace_bytes(flat.finish()) == whole) << "seed " << seed;
    // Halves by way of files, then both.
    Merger halves[2];
    for (std::size_t rank = 0; rank < trace.size(); rank++) {
      CompressedTrace part("part", trace_bytes(part_of(trace, rank)));
      halves[rank % 2].add(part);
    }
    Merger tree;
    tree.add(halves[0].finish(), "even");
    if (trace.size() > 1) tree.add(halves[1].finish(), "odd");
    ASSERT_TRUE(trace_bytes(tree.finish()) == whole) << "seed " << seed;
  }
}

TEST(Lossless, RanksThatAreThereTwiceAreRefused) {
  const KeptTrace trace = {{kept(Code::ti_barrier, {})}, {}};
  Merger merger;
  merger.add(part_of(trace, 0), "a");
  EXPECT_THROW(merger.add(part_of(trace, 0), "b"), kernel::InputError);
}

// Values that never repeat leave the queue and go to chunks, which are spilled to a file here.
TEST(Lossless, LongIrregularStreams) {
  KeptTrace trace(2);
  kernel::RandomStream random(7, 7);
  for (KeptRank& rank : trace) {
    for (int i = 0; i < 60'000; i++) {
      rank.push_back(kept(Code::ti_compute, {to_word(random.uniform() * 1e9), 0}));
      if (i % 3 == 0) rank.push_back(kept(Code::ti_bcast, {static_cast<Word>(i % 7), 0, 0}));
    }
  }
  Compressor compressor(2, kept_texts(),
                        {.losses = {}, .memory_most_bytes = 100'000, .counts_repeats = true});
  for (std::uint32_t rank = 0; rank < 2; rank++) {
    for (const KeptAction& action : trace[rank]) compressor.add(rank, action.action());
  }
  const std::string bytes = trace_bytes(compressor.finish());
  EXPECT_TRUE(expand(bytes) == trace);
  EXPECT_TRUE(compress_in_turns(trace) == bytes);
  EXPECT_LT(bytes.size(), 2 * 60'000 * 9);
}

TEST(Lossless, SumsAreThoseOfTheActions) {
  const KeptTrace trace = {
      {kept(Code::note_Type, {0, 24, 24}), kept(Code::ti_send, {1, 0, 10, 0}),
       kept(Code::call_Isend, {3, first_derived_type, 1, 5, 0, 1}),
       kept(Code::call_Send_init, {2, 6, 1, 5, 0, 2}), kept(Code::call_Startall, {1, 2}),
       kept(Code::call_Start, {2}), kept(Code::ti_send, {nobody, 0, 10, 0})},
      {kept(Code::ti_recv, {0, 0, 10, 0, 0})}};
  const CompressedTrace file("trace", compress_rank_by_rank(trace));
  EXPECT_EQ(file.action_count(), 8U);
  EXPECT_EQ(file.sums_of(0), (RankSums{7, 4, 80 + 72 + 2 + 2}));
  EXPECT_EQ(file.sums_of(1), (RankSums{1, 0, 0}));
}

std::string lossy_bytes(const KeptTrace& trace, const Losses& losses) {
  Compressor compressor(static_cast<std::uint32_t>(trace.size()), kept_texts(),
                        {.losses = losses, .memory_most_bytes = 1 << 20, .counts_repeats = true});
  for (std::uint32_t rank = 0; rank < trace.size(); rank++) {
    for (const KeptAction& action : trace[rank]) compressor.add(rank, action.action());
  }
  return trace_bytes(compressor.finish());
}

TEST(Losses, KeepSums) {
  KeptTrace trace(1);
  kernel::RandomStream random(1, 2);
  double sum = 0;
  for (int i = 0; i < 1000; i++) {
    const double flops = random.uniform() * 1e6;
    sum += flops;
    trace[0].push_back(kept(Code::ti_compute, {to_word(flops), 0}));
  }
  Losses rounded;
  rounded.volume_bits = 6;
  Losses mean;
  mean.mean_volumes = true;
  for (const Losses& losses : {rounded, mean}) {
    double kept_sum = 0;
    const KeptTrace kept_trace = expand(lossy_bytes(trace, losses));
    for (const KeptAction& action : kept_trace[0]) {
      kept_sum += to_real(action.words[0]);
    }
    EXPECT_NEAR(kept_sum, sum, 1e6 / 64);
  }
  EXPECT_LT(lossy_bytes(trace, mean).size(), 500U);
}

TEST(Losses, CountsAndTags) {
  const KeptTrace trace = {
      {kept(Code::ti_reducescatter, {2, 10, 21, 0, 0}), kept(Code::ti_send, {0, 77, 1, 0})}, {}};
  Losses losses;
  losses.mean_counts = losses.drops_tags = true;
  const KeptTrace back = expand(lossy_bytes(trace, losses));
  EXPECT_EQ(back[0][0].words, (std::vector<Word>{2, 16, 16, 0, 0}));
  EXPECT_EQ(back[0][1].words, (std::vector<Word>{0, 0, 1, 0}));
}

}  // namespace
}  // namespace smpi::trace
