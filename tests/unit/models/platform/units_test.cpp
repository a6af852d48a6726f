// SPDX-License-Identifier: BSD-3-Clause
//
// Quantities as users write them, and as reports print them.
#include "models/platform/units.h"

#include <gtest/gtest.h>

namespace smpi::models {
namespace {

double value(const char* text, Quantity quantity) {
  return parse_quantity(text, quantity).value;
}

TEST(Units, Speeds) {
  EXPECT_DOUBLE_EQ(value("1Gf", Quantity::speed_flops), 1e9);
  EXPECT_DOUBLE_EQ(value("3.5Tf", Quantity::speed_flops), 3.5e12);
  EXPECT_DOUBLE_EQ(value("98.095Mf", Quantity::speed_flops), 98.095e6);
  EXPECT_DOUBLE_EQ(value("2kf", Quantity::speed_flops), 2e3);
  EXPECT_DOUBLE_EQ(value("7f", Quantity::speed_flops), 7);
  EXPECT_DOUBLE_EQ(value("1Gflops", Quantity::speed_flops), 1e9);
}

// Bits are eighths of bytes; Ki, Mi, Gi are powers of 1024.
TEST(Units, Bandwidths) {
  EXPECT_DOUBLE_EQ(value("10Gbps", Quantity::bandwidth_bytes_per_s), 1.25e9);
  EXPECT_DOUBLE_EQ(value("1.25GBps", Quantity::bandwidth_bytes_per_s), 1.25e9);
  EXPECT_DOUBLE_EQ(value("5120MiBps", Quantity::bandwidth_bytes_per_s), 5120.0 * 1048576);
  EXPECT_DOUBLE_EQ(value("8Kibps", Quantity::bandwidth_bytes_per_s), 1024);
  EXPECT_DOUBLE_EQ(value("1kBps", Quantity::bandwidth_bytes_per_s), 1000);
  EXPECT_DOUBLE_EQ(value("1e3Bps", Quantity::bandwidth_bytes_per_s), 1000);
}

TEST(Units, Times) {
  EXPECT_DOUBLE_EQ(value("24us", Quantity::time_s), 24e-6);
  EXPECT_DOUBLE_EQ(value("1.5ns", Quantity::time_s), 1.5e-9);
  EXPECT_DOUBLE_EQ(value("3ps", Quantity::time_s), 3e-12);
  EXPECT_DOUBLE_EQ(value("2ms", Quantity::time_s), 2e-3);
  EXPECT_DOUBLE_EQ(value("2m", Quantity::time_s), 120);
  EXPECT_DOUBLE_EQ(value("1h", Quantity::time_s), 3600);
  EXPECT_DOUBLE_EQ(value("1d", Quantity::time_s), 86400);
  EXPECT_DOUBLE_EQ(value("1w", Quantity::time_s), 604800);
}

TEST(Units, Sizes) {
  EXPECT_DOUBLE_EQ(value("8KiB", Quantity::size_bytes), 8192);
  EXPECT_DOUBLE_EQ(value("64MB", Quantity::size_bytes), 64e6);
}

TEST(Units, BareNumbersAreOfTheBaseUnitAndSayso) {
  const Parsed parsed = parse_quantity("1e9", Quantity::speed_flops);
  EXPECT_DOUBLE_EQ(parsed.value, 1e9);
  EXPECT_TRUE(parsed.unit_missing);
  EXPECT_FALSE(parse_quantity("1Gf", Quantity::speed_flops).unit_missing);
}

TEST(Units, RefusesWhatIsNoQuantity) {
  for (const char* wrong : {"", "Gf", "1Gx", "1GBps", "inf", "nan", "1e999f", "1,5Gf", "1Gf2"}) {
    EXPECT_THROW(parse_quantity(wrong, Quantity::speed_flops), kernel::InputError) << wrong;
  }
  EXPECT_THROW(parse_quantity("1Gf", Quantity::time_s), kernel::InputError);
}

TEST(Units, ReportsAreShortAndScaled) {
  EXPECT_EQ(format_bandwidth(1.25e9), "1.25 GB/s");
  EXPECT_EQ(format_bandwidth(0), "0 B/s");
  EXPECT_EQ(format_speed(1.5e12), "1.5 Tflop/s");
  EXPECT_EQ(format_time(24e-6), "24 us");
  EXPECT_EQ(format_time(0), "0 s");
  EXPECT_EQ(format_size(3.2 * 1048576), "3.2 MiB");
}

}  // namespace
}  // namespace smpi::models
