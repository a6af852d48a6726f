// SPDX-License-Identifier: BSD-3-Clause
//
// Factors of a whole machine.
#include "models/platform/scaling.h"

#include <gtest/gtest.h>

#include "kernel/error.h"
#include "models/host/cpu.h"
#include "models/network/network.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

Scaling scaling(const char* key, const char* value) {
  kernel::Options options;
  options.declare(Network::options());
  options.declare(Cpu::options());
  options.set(key, value);
  return scaling_of(options);
}

TEST(Scaling, FactorsHaveLimits) {
  EXPECT_DOUBLE_EQ(scaling("network/scale-bandwidth", "2.5").bandwidth_factor, 2.5);
  EXPECT_DOUBLE_EQ(scaling("network/scale-bandwidth", "inf").bandwidth_factor, 1e20);
  EXPECT_DOUBLE_EQ(scaling("network/scale-latency", "0").latency_factor, 0);
  EXPECT_DOUBLE_EQ(scaling("cpu/scale-speed", "1e-3").speed_factor, 1e-3);
  for (const char* text : {"0", "-1", "nan", "x", "1x", ""}) {
    EXPECT_THROW(scaling("network/scale-bandwidth", text), kernel::InputError) << text;
    EXPECT_THROW(scaling("cpu/scale-speed", text), kernel::InputError) << text;
  }
  for (const char* text : {"inf", "-1", "nan", "1 s"}) {
    EXPECT_THROW(scaling("network/scale-latency", text), kernel::InputError) << text;
  }
  EXPECT_THROW(scaling("cpu/scale-speed", "inf"), kernel::InputError);
}

TEST(Scaling, TablesAreMultiplied) {
  const Platform given = make_short_platform("star:3", {});
  const Platform made = scaled(make_short_platform("star:3", {}),
                               {.bandwidth_factor = 10, .latency_factor = 0.5, .speed_factor = 3});
  for (LinkId link = 0; link < given.links.count(); link++) {
    EXPECT_EQ(made.links.bandwidth_bytes_per_s[link], 10 * given.links.bandwidth_bytes_per_s[link]);
    EXPECT_EQ(made.links.latency_s[link], 0.5 * given.links.latency_s[link]);
  }
  for (HostId host = 0; host < 3; host++) {
    EXPECT_EQ(made.hosts.speed_flops(host), 3 * given.hosts.speed_flops(host));
  }
}

}  // namespace
}  // namespace smpi::models
