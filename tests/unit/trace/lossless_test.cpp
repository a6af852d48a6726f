// SPDX-License-Identifier: BSD-3-Clause
//
// What comes out of a compressed trace is what went in, for random traces:
//   P1  expand(compress(T)) = T
//   P2  compress(expand(C)) = C, byte by byte
//   P3  the bytes do not depend on the order in which ranks ran
// SMPI_RANDOM_TRACES says how many (the full run has 10,000).
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/unit/trace/random_trace.h"

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
  }
}

}  // namespace
}  // namespace smpi::trace
