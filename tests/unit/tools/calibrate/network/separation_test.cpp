// SPDX-License-Identifier: BSD-3-Clause
//
// half(s) = os(s) + flow(s) + or(s) up to D, flow(s) above: whatever was measured, the parts add up
// to the round trip, none is negative, and what two published recipes call the flow does not.
#include "tools/calibrate/network/separation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace smpi::calibrate::network {
namespace {

constexpr std::int64_t detached_bytes = 65536;

// os = 1 us + 0.1 ns/byte, or = 2 us + 0.2 ns/byte, flow = 5 us + 1 ns/byte.
RoundTrips machine() {
  RoundTrips trips{.half = {}, .send = {}, .receive = {}, .detached_bytes = detached_bytes};
  for (double size = 1; size < 1e7; size *= 2) {
    const bool is_detached = size <= static_cast<double>(detached_bytes);
    const double send_s = 1e-6 + 1e-10 * size;
    const double receive_s = 2e-6 + 2e-10 * size;
    const double flow_s = 5e-6 + 1e-9 * size;
    trips.half.push_back({size, is_detached ? send_s + flow_s + receive_s : flow_s, 0});
    if (!is_detached) continue;
    trips.send.push_back({size, send_s, 0});
    trips.receive.push_back({size, receive_s, 0});
  }
  return trips;
}

double sum_s(const Parts& parts, std::size_t i) {
  double sum = parts.flow[i].duration_s;
  if (i < parts.send_overhead.size()) {
    sum += parts.send_overhead[i].duration_s + parts.receive_overhead[i].duration_s;
  }
  return sum;
}

TEST(Separation, GivesTheMachineBack) {
  const RoundTrips trips = machine();
  const Parts parts = separate(trips);
  ASSERT_EQ(parts.flow.size(), trips.half.size());
  for (std::size_t i = 0; i < parts.flow.size(); i++) {
    const double size = parts.flow[i].size_bytes;
    EXPECT_NEAR(parts.flow[i].duration_s, 5e-6 + 1e-9 * size, 2e-8 + 1e-3 * 1e-9 * size) << size;
    EXPECT_NEAR(sum_s(parts, i), trips.half[i].duration_s, 1e-15);
  }
}

// os + or = 1.5 R/2: the calls overlap the wire. Nothing is negative, and the round trip stays.
TEST(Separation, CutsOverheadsThatOverlapTheWire) {
  RoundTrips trips = machine();
  for (Observation& send : trips.send)
    send.duration_s = 0.8 * value_at(trips.half, send.size_bytes);
  for (Observation& receive : trips.receive) {
    receive.duration_s = 0.7 * value_at(trips.half, receive.size_bytes);
  }
  const Parts parts = separate(trips);
  for (std::size_t i = 0; i < parts.flow.size(); i++) {
    EXPECT_NEAR(sum_s(parts, i), trips.half[i].duration_s, 1e-15);
    EXPECT_GE(parts.flow[i].duration_s, 0.05 * trips.half[i].duration_s * (1 - 1e-12));
    if (i >= parts.send_overhead.size()) continue;
    EXPECT_GE(parts.send_overhead[i].duration_s, 0);
    EXPECT_GE(parts.receive_overhead[i].duration_s, 0);
    // The duration of MPI_Send comes before that of MPI_Recv.
    EXPECT_NEAR(parts.send_overhead[i].duration_s, trips.send[i].duration_s, 1e-15);
  }
}

TEST(Separation, OfPublishedRecipesCountsOverheadsTwice) {
  const RoundTrips trips = machine();
  const Parts parts = separate(trips);
  using Recipe = std::function<double(double, double)>;
  const Recipe recipes[] = {
      [](double trip_s, double receive_s) { return trip_s / 2 - receive_s; },
      [](double trip_s, double receive_s) { return (trip_s - receive_s) / 2; },
  };
  for (const Recipe& recipe : recipes) {
    double worst = 0;
    for (std::size_t i = 0; i < parts.send_overhead.size(); i++) {
      const double half_s = trips.half[i].duration_s;
      const double charged_s = parts.send_overhead[i].duration_s +
                               recipe(2 * half_s, trips.receive[i].duration_s) +
                               parts.receive_overhead[i].duration_s;
      worst = std::max(worst, std::abs(charged_s / half_s - 1));
    }
    EXPECT_GT(worst, 0.05);
  }
}

TEST(Separation, OfNothingIsNothing) {
  EXPECT_TRUE(separate({.half = {}, .send = {}, .receive = {}, .detached_bytes = 0}).flow.empty());
  EXPECT_EQ(value_at({}, 8), 0);
}

// Halfway in the logarithm of the size, and constant outside.
TEST(Separation, ValuesBetweenSizesAreInterpolated) {
  const std::vector<Observation> two = {{10, 1e-6, 0}, {1000, 3e-6, 0}};
  EXPECT_NEAR(value_at(two, 100), 2e-6, 1e-15);
  EXPECT_NEAR(value_at(two, 1), 1e-6, 1e-15);
  EXPECT_NEAR(value_at(two, 1e6), 3e-6, 1e-15);
}

}  // namespace
}  // namespace smpi::calibrate::network
