// SPDX-License-Identifier: BSD-3-Clause
//
// Whole fits of synthetic measurements: flow(s) = 10 us + (s + 16) / (1 GB/s), os = 1 us, or = 2 us
// up to D.
#include "tools/calibrate/network/fit.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernel/error.h"
#include "tools/calibrate/network/network_file.h"

namespace smpi::calibrate::network {
namespace {

constexpr std::int64_t detached_bytes = 65536;

Measurement machine(std::uint64_t run, double slower = 1, const std::string& placement = "remote") {
  Measurement measurement;
  measurement.origin.run = run;
  const auto add = [&](const char* op, const char* part, std::int64_t size, double duration_s) {
    measurement.samples[{op, part, placement, "idle"}][size] = {duration_s * slower,
                                                                duration_s * slower};
  };
  for (std::int64_t size = 1; size < 10000000; size = size * 5 / 4 + 1) {
    const bool is_detached = size <= detached_bytes;
    const double flow_s = 10e-6 + (static_cast<double>(size) + 16) / 1e9;
    const double half_s = is_detached ? flow_s + 3e-6 : flow_s;
    add("pingpong", "total", size, 2 * half_s);
    add("pingpong", "send", size, is_detached ? 1e-6 : flow_s);
    add("isend", "send", size, 0.5e-6);
    add("recv", "recv", size, 2e-6);
    add("send_late", "send", size, is_detached ? 1e-6 : 8 * half_s);
  }
  measurement.thresholds[placement] = {.asynchronous_bytes = 0, .detached_bytes = detached_bytes};
  return measurement;
}

TEST(NetworkFit, GivesReferenceFactorsAndOverheads) {
  const NetworkFit fit = fit_network({machine(1)}, {});
  ASSERT_TRUE(fit.remote.has_value());
  EXPECT_NEAR(fit.remote->bandwidth_bytes_per_s, 1e9, 1e6);
  EXPECT_NEAR(fit.remote->latency_s, 10e-6, 0.1e-6);
  for (const FactorRow& row : fit.remote->factors) {
    EXPECT_NEAR(row.latency_factor, 1, 0.01);
    EXPECT_NEAR(row.bandwidth_factor, 1, 0.01);
    EXPECT_FALSE(row.is_per_flow);
  }
  EXPECT_EQ(fit.detached_bytes, detached_bytes);
  // The data never left at once: both modes are one.
  EXPECT_EQ(fit.asynchronous_bytes, detached_bytes);
  EXPECT_NEAR(line_at(fit.send_overhead.segments, 100).at(100), 1e-6, 1e-8);
  EXPECT_EQ(line_at(fit.send_overhead.segments, 100000).at(100000), 0);
  EXPECT_TRUE(fit.notes.empty());
}

TEST(NetworkFit, OfAKnownCableRefersToIt) {
  FitSettings settings;
  settings.bandwidth_bytes_per_s = 2e9;
  settings.latency_s = 2.5e-6;
  const NetworkFit fit = fit_network({machine(1)}, settings);
  EXPECT_NEAR(fit.remote->factors.back().bandwidth_factor, 0.5, 0.005);
  EXPECT_NEAR(fit.remote->factors.back().latency_factor, 2, 0.02);
}

// The second run is 4 % slower.
TEST(NetworkFit, OfTwoRunsShowsTheDrift) {
  const NetworkFit fit = fit_network({machine(1), machine(2, 1.04)}, {});
  for (const SegmentQuality& quality : fit.remote->round_trip.quality) {
    EXPECT_NEAR(quality.drift, 0.04, 0.005);
  }
}

TEST(NetworkFit, WithoutASearchLateSendsTellTheThreshold) {
  Measurement measurement = machine(1);
  measurement.thresholds.clear();
  const NetworkFit fit = fit_network({measurement}, {});
  EXPECT_NEAR(static_cast<double>(fit.detached_bytes), detached_bytes, 0.25 * detached_bytes);
  EXPECT_EQ(fit.notes.size(), 1U);
}

TEST(NetworkFit, SaysWhenLateSendsContradictTheSearch) {
  Measurement measurement = machine(1);
  measurement.thresholds["remote"].detached_bytes = 1000;
  EXPECT_EQ(fit_network({measurement}, {}).notes.size(), 1U);
}

TEST(NetworkFit, TakesTheBreaksThatItIsTold) {
  FitSettings settings;
  settings.breaks = {{1000, 300000}};
  const NetworkFit fit = fit_network({machine(1)}, settings);
  std::vector<double> breaks;
  for (const FactorRow& row : fit.remote->factors) breaks.push_back(row.from_bytes);
  EXPECT_EQ(breaks, (std::vector<double>{0, 1000, detached_bytes, 300000}));
}

TEST(NetworkFit, WithinANodeIsTheLoopback) {
  const NetworkFit fit = fit_network({machine(1, 1, "same_node")}, {});
  EXPECT_FALSE(fit.remote.has_value());
  ASSERT_TRUE(fit.loopback.has_value());
  EXPECT_NE(network_text(fit).find("[loopback]"), std::string::npos);
  EXPECT_EQ(network_text(fit).find("[reference]"), std::string::npos);
}

// Sends of messages above 64 KiB return after these, or later when less than `buffer` is left.
Measurement buffering_machine(double buffer_bytes, std::int64_t most_bytes) {
  Measurement measurement = machine(1);
  for (auto& [subject, sizes] : measurement.samples) {
    std::erase_if(sizes, [&](const auto& one) { return one.first > most_bytes; });
  }
  for (auto& [size, values] : measurement.samples[{"pingpong", "send", "remote", "idle"}]) {
    if (size <= detached_bytes) continue;
    const double gone_bytes =
        std::max<double>(detached_bytes, static_cast<double>(size) - buffer_bytes);
    for (double& value : values) value = 10e-6 + gone_bytes / 1e9;
  }
  return measurement;
}

TEST(NetworkFit, SendsThatReturnEarlyTellTheBufferOfASocket) {
  EXPECT_EQ(fit_network({machine(1)}, {}).socket_buffer_bytes, 0);
  const NetworkFit fit = fit_network({buffering_machine(1.5e6, 10000000)}, {});
  EXPECT_NEAR(static_cast<double>(fit.socket_buffer_bytes), 1.5e6, 0.02e6);
  EXPECT_NE(network_text(fit).find("\nsocket_buffer = 1"), std::string::npos);
}

TEST(NetworkFit, ABufferThatTakesAllIsAtLeastAsLargeAsWhatItTook) {
  const NetworkFit fit = fit_network({buffering_machine(1.5e6, 1200000)}, {});
  EXPECT_GT(fit.socket_buffer_bytes, 800000);
  EXPECT_LE(fit.socket_buffer_bytes, 1200000);
  EXPECT_EQ(fit_network({machine(1, 1, "same_node")}, {}).socket_buffer_bytes, 0);
}

TEST(NetworkFit, OfAFewSizesIsRefused) {
  EXPECT_THROW(fit_network({Measurement{}}, {}), kernel::InputError);
  FitSettings settings;
  settings.load = "poll";
  EXPECT_THROW(fit_network({machine(1)}, settings), kernel::InputError);
}

}  // namespace
}  // namespace smpi::calibrate::network
