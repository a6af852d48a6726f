// SPDX-License-Identifier: BSD-3-Clause
//
// Times of patterns on machines that are known, in seconds for s bytes: one way alone t = 20 us + s
// / (1 GB/s).
#include "tools/calibrate/network/contention.h"

#include <gtest/gtest.h>

namespace smpi::calibrate::network {
namespace {

constexpr double start_skew_s = 5e-6;

double alone_s(double size) {
  return 20e-6 + size / 1e9;
}

std::vector<Observation> half_round_trips() {
  std::vector<Observation> half;
  for (double size = 65536; size <= 8e6; size *= 2) half.push_back({size, alone_s(size), 0});
  return half;
}

// Adds a pattern that takes `ratio` times as long.
void add(Measurement& measurement, const std::string& op, double ratio, double messages = 1) {
  for (const std::int64_t size : {262144, 1048576, 4194304}) {
    measurement.samples[{op, "total", "remote", "idle"}][size] = {
        messages * ratio * alone_s(static_cast<double>(size)) + start_skew_s};
  }
}

Sharing sharing_of(const Measurement& measurement) {
  return find_sharing({measurement}, "remote", "idle", half_round_trips());
}

TEST(Contention, WhatIsAboveOneAreAcknowledgements) {
  Measurement measurement;
  add(measurement, "bidir", 1.03);
  const Sharing sharing = sharing_of(measurement);
  EXPECT_TRUE(sharing.is_measured);
  EXPECT_EQ(sharing.duplex, Duplex::full);
  EXPECT_NEAR(sharing.acknowledgements, 0.03, 1e-6);
}

TEST(Contention, OfAPairOnlyIsTheSocket) {
  Measurement measurement;
  add(measurement, "bidir", 2);
  add(measurement, "swap:3", 1.02);
  const Sharing sharing = sharing_of(measurement);
  EXPECT_EQ(sharing.duplex, Duplex::half_per_pair);
  EXPECT_NEAR(sharing.acknowledgements, 0.02, 1e-6);
}

TEST(Contention, OfPairAndRingIsTheLink) {
  Measurement measurement;
  add(measurement, "bidir", 2);
  add(measurement, "swap:3", 1.9);
  const Sharing sharing = sharing_of(measurement);
  EXPECT_EQ(sharing.duplex, Duplex::half);
  EXPECT_EQ(sharing.acknowledgements, 0);
  EXPECT_EQ(sharing.notes.size(), 1U);
}

// Two pairs as fast as one each, four as two: one flow reaches half of the link.
TEST(Contention, SeveralPairsShowTheLimitOfAFlow) {
  Measurement measurement;
  add(measurement, "pairs:1", 1, 2);
  add(measurement, "pairs:2", 1, 2);
  add(measurement, "pairs:4", 2, 2);
  const Sharing sharing = sharing_of(measurement);
  EXPECT_NEAR(sharing.aggregate_most, 2, 0.05);
  EXPECT_TRUE(sharing.has_ceiling);
  EXPECT_FALSE(sharing.per_flow_sizes_bytes.empty());
}

// Two pairs take twice as long: the link is the limit.
TEST(Contention, SeveralPairsShowTheLimitOfTheLink) {
  Measurement measurement;
  add(measurement, "pairs:1", 1, 2);
  add(measurement, "pairs:2", 2, 2);
  const Sharing sharing = sharing_of(measurement);
  EXPECT_NEAR(sharing.aggregate_most, 1, 0.05);
  EXPECT_TRUE(sharing.per_flow_sizes_bytes.empty());
}

TEST(Contention, WithoutPatternsNothingIsSaid) {
  EXPECT_FALSE(sharing_of({}).is_measured);
}

}  // namespace
}  // namespace smpi::calibrate::network
