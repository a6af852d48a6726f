// SPDX-License-Identifier: BSD-3-Clause
//
// Noise: factors of mean one with the deviation that was asked for, and streams that do not depend
// on each other.
#include "libsmpi/cost/modeled/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace smpi::modeled {
namespace {

struct Moments {
  double mean, deviation, least;
};

Moments moments_of(int count, const std::function<double()>& draw) {
  double sum = 0, squares = 0, least = HUGE_VAL;
  for (int i = 0; i < count; i++) {
    const double value = draw();
    sum += value;
    squares += value * value;
    least = std::min(least, value);
  }
  const double mean = sum / count;
  return {mean, std::sqrt(squares / count - mean * mean), least};
}

constexpr int draws = 100000;

// Mean 0, deviation 1; 5 / sqrt(100000) is 0.016.
TEST(Noise, DrawsANormalDistribution) {
  RandomStream stream(1, 1);
  const Moments found = moments_of(draws, [&] { return kernel::draw_normal(stream); });
  EXPECT_NEAR(found.mean, 0, 0.016);
  EXPECT_NEAR(found.deviation, 1, 0.016);
}

// 1 + s (|z| - 0.7979) / 0.6028: mean 1, deviation s, never below 1 - 1.3236 s, mostly early.
TEST(Noise, OfCallsIsHalfNormal) {
  for (const double deviation : {0.02, 0.3, call_noise_max}) {
    Noise noise({}, {});
    int early = 0;
    const Moments found = moments_of(draws, [&] {
      const double factor = noise.call_factor(3, deviation);
      early += factor < 1;
      return factor;
    });
    EXPECT_NEAR(found.mean, 1, 0.016 * deviation);
    EXPECT_NEAR(found.deviation, deviation, 0.02 * deviation);
    EXPECT_GE(found.least, 1 - 1.32363 * deviation);
    EXPECT_NEAR(found.least, 1 - 1.32363 * deviation, 1e-3);
    EXPECT_GT(found.least, 0);
    // P(|z| < 0.7979) is 0.575.
    EXPECT_NEAR(early / static_cast<double>(draws), 0.575, 0.01);
  }
}

// A cost with a mean of 2 M and a standard deviation of 0.1 M, at M = 10: mean 20, deviation 1,
// never below 20 - 1.3236.
TEST(Noise, OfACostIsHalfNormalAroundItsMean) {
  const std::vector<std::string> names{"M"};
  const CostFormulas cost{.flops = Formula::compile("2*M", names),
                          .deviation_flops = Formula::compile("0.1*M", names),
                          .has_deviation = true};
  const double m = 10;
  Noise noise({}, {});
  int early = 0;
  const Moments found = moments_of(draws, [&] {
    const double flops = noise.drawn_flops(cost, &m, 20, 3, CallKind::blas);
    early += flops < 20;
    return flops;
  });
  EXPECT_NEAR(found.mean, 20, 0.016);
  EXPECT_NEAR(found.deviation, 1, 0.02);
  EXPECT_GE(found.least, 20 - 1.32363);
  EXPECT_NEAR(found.least, 20 - 1.32363, 1e-3);
  EXPECT_NEAR(early / static_cast<double>(draws), 0.575, 0.01);
}

// Its shortest calls would take less than no time: with a mean of 1 and a deviation of 2 those with
// |z| below 0.7979 - 0.6028 / 2 = 0.4965, P = 0.3805.
TEST(Noise, OfACostIsNeverBelowZero) {
  const CostFormulas cost{.flops = Formula::compile("1", {}),
                          .deviation_flops = Formula::compile("2", {}),
                          .has_deviation = true};
  Noise noise({}, {});
  int zero = 0;
  const Moments found = moments_of(draws, [&] {
    const double flops = noise.drawn_flops(cost, nullptr, 1, 0, CallKind::blas);
    zero += flops == 0;
    return flops;
  });
  EXPECT_EQ(found.least, 0);
  EXPECT_NEAR(zero / static_cast<double>(draws), 0.3805, 0.01);
}

// What an overlay draws does not move what the BLAS draws; without a deviation nothing is drawn.
TEST(Noise, OfOverlaysAndOfTheBlasAreApart) {
  const CostFormulas exact{.flops = Formula::compile("1", {}), .deviation_flops = {}};
  Noise one({}, {});
  Noise other({}, {});
  other.half_normal(2, CallKind::overlay);
  EXPECT_EQ(other.drawn_flops(exact, nullptr, 7, 2, CallKind::blas), 7);
  EXPECT_EQ(one.half_normal(2, CallKind::blas), other.half_normal(2, CallKind::blas));
  EXPECT_NE(one.half_normal(2, CallKind::overlay), other.half_normal(2, CallKind::overlay));
  EXPECT_NE(one.half_normal(3, CallKind::blas), one.half_normal(4, CallKind::blas));
}

TEST(Noise, OfHostsHasMeanOneAndIsDrawnOnce) {
  Noise noise({.host = 0.1, .day = 0}, {});
  std::uint32_t host = 0;
  const Moments found = moments_of(20000, [&] { return noise.host_factor(host++); });
  EXPECT_NEAR(found.mean, 1, 0.004);
  EXPECT_NEAR(found.deviation, 0.1, 0.004);
  EXPECT_GT(found.least, 0);
  EXPECT_EQ(noise.host_factor(17), Noise({.host = 0.1, .day = 0}, {}).host_factor(17));
}

// The factor of a host is the product of one that stays and one of the day.
TEST(Noise, OfADayMultipliesThatOfTheHost) {
  Noise host({.host = 0.1, .day = 0}, {.day = 2});
  Noise day({.host = 0, .day = 0.1}, {.day = 2});
  Noise both({.host = 0.1, .day = 0.1}, {.day = 2});
  Noise other_day({.host = 0.1, .day = 0.1}, {.day = 3});
  for (std::uint32_t i = 0; i < 10; i++) {
    EXPECT_DOUBLE_EQ(both.host_factor(i), host.host_factor(i) * day.host_factor(i));
    EXPECT_NE(both.host_factor(i), other_day.host_factor(i));
    EXPECT_NE(host.host_factor(i), day.host_factor(i));
    EXPECT_EQ(host.host_factor(i), Noise({.host = 0.1, .day = 0}, {.day = 9}).host_factor(i));
  }
}

TEST(Noise, OfAMixtureGivesSharesOfTheHostsAnotherSpeed) {
  const HostNoise levels{
      .mixture = {{.share = 0.06, .speed_factor = 0.9}, {.share = 0.2, .speed_factor = 2}}};
  Noise noise(levels, {}), other_day(levels, {.day = 2});
  constexpr std::uint32_t host_count = 20000;
  int slow = 0, fast = 0;
  for (std::uint32_t host = 0; host < host_count; host++) {
    const double factor = noise.host_factor(host);
    EXPECT_TRUE(factor == 1 || factor == 1 / 0.9 || factor == 0.5) << factor;
    if (factor > 1) slow++;
    if (factor < 1) fast++;
    EXPECT_EQ(factor, other_day.host_factor(host));
  }
  // Within four standard deviations.
  EXPECT_NEAR(slow / static_cast<double>(host_count), 0.06, 0.007);
  EXPECT_NEAR(fast / static_cast<double>(host_count), 0.2, 0.012);
}

// It multiplies what the other laws give, which draw the same with and without it.
TEST(Noise, OfAMixtureLeavesTheOtherFactors) {
  Noise plain({.host = 0.1, .day = 0.1}, {});
  Noise slow({.host = 0.1, .day = 0.1, .mixture = {{.share = 1, .speed_factor = 0.5}}}, {});
  for (std::uint32_t i = 0; i < 10; i++) {
    EXPECT_DOUBLE_EQ(slow.host_factor(i), 2 * plain.host_factor(i));
  }
}

TEST(Noise, StreamsAreNamedNotShared) {
  const HostNoise levels{.host = 0.1, .day = 0.1};
  Noise forward(levels, {}), backward(levels, {}), seeded(levels, {.calls = 2});
  const double first[] = {forward.call_factor(0, 0.1), forward.call_factor(1, 0.1)};
  EXPECT_NE(first[0], first[1]);
  // Process 1 before process 0, and hosts in between: the same numbers.
  EXPECT_EQ(backward.call_factor(1, 0.1), first[1]);
  EXPECT_EQ(backward.host_factor(5), forward.host_factor(5));
  EXPECT_EQ(backward.call_factor(0, 0.1), first[0]);
  // The seed of calls is not that of the machine.
  EXPECT_NE(seeded.call_factor(0, 0.1), first[0]);
  EXPECT_EQ(seeded.host_factor(5), forward.host_factor(5));
}

TEST(Noise, OfZeroIsExactlyOne) {
  Noise noise({}, {});
  EXPECT_EQ(noise.host_factor(3), 1);
  EXPECT_EQ(noise.call_factor(3, 0), 1);
}

}  // namespace
}  // namespace smpi::modeled
