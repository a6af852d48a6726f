// SPDX-License-Identifier: BSD-3-Clause
//
// Breaks are found: of lines that are known, and of published measurements. y = a + b x in each
// segment; with 20 samples a size and noise of up to 20 % every break lies within a factor of 1.3
// of the true one.
#include "tools/calibrate/network/segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "kernel/random_stream.h"
#include "tools/calibrate/network/csv_file.h"
#include "tools/calibrate/network/statistics.h"

namespace smpi::calibrate::network {
namespace {

const std::string data = SMPI_TEST_DATA;

struct Truth {
  double from_bytes;
  Line line;
};
const std::vector<Truth> truth = {
    {0, {1e-6, 1e-9}}, {1e3, {3e-6, 5e-10}}, {6.5e4, {6e-5, 2e-10}}, {1e7, {4e-3, 1e-10}}};

struct NoiseLevel {
  const char* name;
  double absolute_s, relative;
};

double true_duration_s(double size_bytes) {
  double value = 0;
  for (const Truth& segment : truth) {
    if (segment.from_bytes < size_bytes) value = segment.line.at(size_bytes);
  }
  return value;
}

std::vector<Observation> synthetic(const NoiseLevel& noise, std::uint64_t seed) {
  kernel::RandomStream stream(seed, 0);
  SamplesBySize samples;
  while (samples.size() < 200) {
    const auto size = static_cast<std::int64_t>(std::pow(10, 9 * stream.uniform()));
    if (samples.contains(size)) continue;
    for (int i = 0; i < 20; i++) {
      const double exact_s = true_duration_s(static_cast<double>(size));
      samples[size].push_back(exact_s * (1 + noise.relative * kernel::draw_normal(stream)) +
                              noise.absolute_s * kernel::draw_normal(stream));
    }
  }
  return observations_of(statistics_of(samples));
}

bool is_near(double at, double expected) {
  return at > expected / 1.3 && at < expected * 1.3;
}

class Synthetic : public testing::TestWithParam<NoiseLevel> {};

TEST_P(Synthetic, BreaksAndSlopesAreFound) {
  const double slope_bar = GetParam().relative > 0.1 ? 0.1 : 0.05;
  for (std::uint64_t seed = 1; seed <= 10; seed++) {
    const std::vector<Observation> observations = synthetic(GetParam(), seed);
    const std::vector<Segment> segments = fit_segments(observations, {});
    EXPECT_LE(segments.size(), truth.size() + 1) << "seed " << seed;
    for (const Truth& expected : truth) {
      if (expected.from_bytes == 0) continue;
      EXPECT_TRUE(std::any_of(
          segments.begin(), segments.end(),
          [&](const Segment& segment) { return is_near(segment.from_bytes, expected.from_bytes); }))
          << "seed " << seed << ": no break near " << expected.from_bytes;
    }
    // Where bandwidth shows: the last segment.
    EXPECT_NEAR(segments.back().line.slope_s_per_byte / truth.back().line.slope_s_per_byte, 1,
                slope_bar);
  }
}

INSTANTIATE_TEST_SUITE_P(Noises, Synthetic,
                         testing::Values(NoiseLevel{"none", 0, 0}, NoiseLevel{"absolute", 1e-7, 0},
                                         NoiseLevel{"five", 0, 0.05}, NoiseLevel{"twenty", 0, 0.2}),
                         [](const auto& level) { return level.param.name; });

TEST(Segments, OfAnExactLineIsOne) {
  std::vector<Observation> observations;
  for (double size = 1; size < 1e6; size *= 1.5) {
    observations.push_back({size, 2e-6 + 3e-10 * size, 0});
  }
  const std::vector<Segment> segments = fit_segments(observations, {});
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_NEAR(segments[0].line.intercept_s, 2e-6, 1e-12);
  EXPECT_NEAR(segments[0].line.slope_s_per_byte, 3e-10, 1e-16);
}

TEST(Segments, OfNothingAreNone) {
  EXPECT_TRUE(fit_segments({}, {}).empty());
  const std::vector<Observation> one = {{8, 1e-6, 0}};
  ASSERT_EQ(fit_segments(one, {}).size(), 1U);
  EXPECT_NEAR(fit_segments(one, {})[0].line.at(8), 1e-6, 1e-12);
}

// y falls: the free optimum has a slope below 0, the allowed one is level.
TEST(Segments, LinesNeitherFallNorBeginBelowZero) {
  const std::vector<Observation> falling = {{1, 3e-6, 0}, {10, 2e-6, 0}, {100, 1e-6, 0}};
  EXPECT_EQ(fit_line(falling, {}).slope_s_per_byte, 0);
  const std::vector<Observation> steep = {{100, 1e-6, 0}, {200, 4e-6, 0}, {300, 9e-6, 0}};
  const Line line = fit_line(steep, {});
  EXPECT_EQ(line.intercept_s, 0);
  EXPECT_GT(line.slope_s_per_byte, 0);
}

TEST(Segments, AForcedBreakIsKeptAndHasNoNeighbour) {
  const std::vector<Observation> observations = synthetic({"five", 0, 0.05}, 3);
  SegmentSettings settings;
  settings.forced_breaks = {65000};
  std::vector<double> breaks;
  for (const Segment& segment : fit_segments(observations, settings)) {
    breaks.push_back(segment.from_bytes);
  }
  EXPECT_NE(std::find(breaks.begin(), breaks.end(), 65000), breaks.end());
  for (const double at : breaks) {
    EXPECT_TRUE(at == 65000 || at < 65000 / 1.1 || at > 65000 * 1.1) << at;
  }
}

// Two series, of which one has a break at 1000 and the other at 1e6: both are kept, and nothing
// else.
TEST(Segments, CommonBreaksAreThoseOfAllSeries) {
  std::vector<Observation> early, late;
  for (double size = 1; size < 1e8; size *= 1.3) {
    early.push_back({size, size > 1000 ? 5e-6 + 1e-9 * size : 1e-6 + 1e-9 * size, 0});
    late.push_back({size, size > 1e6 ? 5e-3 + 1e-9 * size : 1e-6 + 1e-9 * size, 0});
  }
  const std::vector<double> breaks =
      common_breaks(std::vector<std::vector<Observation>>{early, late}, {});
  ASSERT_EQ(breaks.size(), 2U);
  EXPECT_TRUE(is_near(breaks[0], 1000)) << breaks[0];
  EXPECT_TRUE(is_near(breaks[1], 1e6)) << breaks[1];
}

std::vector<double> absolute_residuals(const std::vector<Observation>& observations,
                                       const std::vector<Segment>& segments) {
  std::vector<double> residuals = relative_residuals(observations, segments);
  for (double& residual : residuals) residual = std::abs(residual);
  return residuals;
}

TEST(Segments, OfMemoryCopiesHaveTheBreakOfTheCache) {
  const CsvFile file(data + "/memory_copies.csv", "size_bytes,seconds");
  std::vector<Observation> observations;
  for (std::size_t row = 0; row < file.row_count(); row++) {
    observations.push_back({file.number(row, 0, 0), file.number(row, 1, 0), 0});
  }
  const std::vector<Segment> segments = fit_segments(observations, {});
  EXPECT_LE(segments.size(), 9U);
  EXPECT_TRUE(std::any_of(segments.begin(), segments.end(), [](const Segment& segment) {
    return segment.from_bytes > 5e3 && segment.from_bytes < 2e4;
  }));
  for (const Segment& segment : segments) {
    EXPECT_GE(segment.line.intercept_s, 0);
    EXPECT_GE(segment.line.slope_s_per_byte, 0);
  }
  EXPECT_LE(median_of(absolute_residuals(observations, segments)), 0.03);
}

std::vector<Observation> published(const CsvFile& file, const std::string& set,
                                   const std::string& operation) {
  std::vector<Observation> observations;
  for (std::size_t row = 0; row < file.row_count(); row++) {
    if (file.field(row, 0) != set || file.field(row, 1) != operation) continue;
    observations.push_back({file.number(row, 2, 0), file.number(row, 3, 0), 0});
  }
  return observations;
}

// Of each set: the residuals of an independent implementation, at most 1.1 times, with two segments
// more at most.
TEST(Segments, OfPublishedMeasurementsAreAsGoodAsAPrototype) {
  const CsvFile file(data + "/point_to_point.csv", "set,operation,size_bytes,seconds");
  const CsvFile bars(data + "/bars.csv", "set,operation,segments,median_residual");
  ASSERT_EQ(bars.row_count(), 44U);
  for (std::size_t row = 0; row < bars.row_count(); row++) {
    const std::vector<Observation> observations =
        published(file, bars.text(row, 0), bars.text(row, 1));
    ASSERT_EQ(observations.size(), 160U);
    const std::vector<Segment> segments = fit_segments(observations, {});
    const std::string name = bars.text(row, 0) + " " + bars.text(row, 1);
    EXPECT_LE(median_of(absolute_residuals(observations, segments)), 1.1 * bars.number(row, 3, 0))
        << name;
    EXPECT_LE(static_cast<double>(segments.size()), bars.number(row, 2, 0) + 2) << name;
  }
}

struct Jump {
  const char *set, *operation;
  double at_bytes;
};

// Where libraries switch protocols: packets of Ethernet, eager limits.
TEST(Segments, OfPublishedMeasurementsBeginAtTheKnownJumps) {
  const CsvFile file(data + "/point_to_point.csv", "set,operation,size_bytes,seconds");
  for (const Jump& jump : {Jump{"graphene_1gbe", "pingpong_send", 1400},
                           {"graphene_1gbe", "pingpong_roundtrip", 63000},
                           {"taurus_10gbe", "isend", 1400},
                           {"taurus_10gbe", "pingpong_send", 63000},
                           {"stampede_a", "pingpong_send", 4800},
                           {"stampede_a", "pingpong_send", 17100},
                           {"stampede_a", "pingpong_roundtrip", 17100},
                           {"miriel_ib", "pingpong_roundtrip", 124000}}) {
    const std::vector<Segment> segments =
        fit_segments(published(file, jump.set, jump.operation), {});
    EXPECT_TRUE(std::any_of(
        segments.begin(), segments.end(),
        [&](const Segment& segment) { return is_near(segment.from_bytes, jump.at_bytes); }))
        << jump.set << ' ' << jump.operation << ": no break near " << jump.at_bytes;
  }
}

}  // namespace
}  // namespace smpi::calibrate::network
