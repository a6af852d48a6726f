// SPDX-License-Identifier: BSD-3-Clause
//
// Noise tables (MODELS 12.4): mean 1, the deviation that was asked for, and streams that do not
// depend on each other.
#include "models/network/noise_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "kernel/error.h"

namespace smpi::models {
namespace {

struct Moments {
  double mean;
  double deviation;
  double least;
};

constexpr int draws = 200000;

Moments moments(const NoiseTable& table, double size_bytes) {
  kernel::RandomStream stream(7, 3);
  double sum = 0;
  double squares = 0;
  double least = 1e300;
  for (int i = 0; i < draws; i++) {
    const double factor = table.draw(size_bytes, stream);
    sum += factor;
    squares += factor * factor;
    least = std::min(least, factor);
  }
  const double mean = sum / draws;
  return {mean, std::sqrt(squares / draws - mean * mean), least};
}

// Log-normal with mean 1: the mean of n draws deviates by deviation / sqrt(n).
TEST(NoiseTable, HasMeanOneAndTheGivenDeviation) {
  const NoiseTable table("option", "0:0.05;1000:0.3");
  for (const auto& [size_bytes, deviation] : {std::pair{500.0, 0.05}, std::pair{2000.0, 0.3}}) {
    const Moments found = moments(table, size_bytes);
    EXPECT_NEAR(found.mean, 1, 5 * deviation / std::sqrt(draws));
    EXPECT_NEAR(found.deviation, deviation, 0.02 * deviation);
    EXPECT_GT(found.least, 0);
  }
}

// Two modes, 1 with weight 9 and 3 with weight 1: their mean is 1.2, by which they are divided; the
// variance is 0.9 (0.1^2 + 1) + 0.1 (0.5^2 + 9) - 1.2^2 = 0.394, over 1.2^2.
TEST(NoiseTable, MixesModes) {
  const NoiseTable table("option", "0:1,0.1,9:3,0.5,1");
  const Moments found = moments(table, 1);
  const double deviation = std::sqrt(0.394) / 1.2;
  EXPECT_NEAR(found.mean, 1, 5 * deviation / std::sqrt(draws));
  EXPECT_NEAR(found.deviation, deviation, 0.02 * deviation);
}

// A row holds above its size, one from 0 for empty messages too; below all rows nothing is drawn.
TEST(NoiseTable, TakesTheRowOfTheSize) {
  const NoiseTable table("option", "100:0.2");
  kernel::RandomStream stream(1, 1);
  kernel::RandomStream untouched(1, 1);
  EXPECT_EQ(table.draw(100, stream), 1);
  EXPECT_EQ(stream.next(), untouched.next());
  EXPECT_NE(table.draw(101, stream), 1);
  EXPECT_NE(NoiseTable("option", "0:0.2").draw(0, stream), 1);
  EXPECT_TRUE(NoiseTable().is_empty());
}

TEST(NoiseTable, NoDeviationIsNoNoise) {
  kernel::RandomStream stream(1, 1);
  EXPECT_EQ(NoiseTable("option", "0:0").draw(10, stream), 1);
  EXPECT_EQ(NoiseTable("option", "0:2,0,1").draw(10, stream), 1);
}

// A stream is the same whatever the others do, and another one for each index, purpose and seed.
TEST(NoiseStreams, AreApart) {
  using enum NoiseStreams::Purpose;
  NoiseStreams one(5, flow);
  NoiseStreams other(5, flow);
  for (int i = 0; i < 10; i++) other.of(3).next();
  const std::uint64_t first = one.of(0).next();
  EXPECT_EQ(first, other.of(0).next());
  EXPECT_NE(first, one.of(1).next());
  EXPECT_NE(first, NoiseStreams(5, receive).of(0).next());
  EXPECT_NE(first, NoiseStreams(6, flow).of(0).next());
}

TEST(NoiseTable, RefusesWhatIsNotATable) {
  for (const char* text : {"0", "a:0.1", "0:-0.1", "0:0.1;0:0.2", "0:1,0.1", "0:0,0.1,1",
                           "0:1,0.1,0", "0:1,0.1,1,1", "0:nan"}) {
    EXPECT_THROW(NoiseTable("option", text), kernel::InputError) << text;
  }
}

}  // namespace
}  // namespace smpi::models
