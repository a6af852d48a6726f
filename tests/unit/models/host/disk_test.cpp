// SPDX-License-Identifier: BSD-3-Clause
//
// Disks in closed form: R = 100 MB/s and W = 40 MB/s, together 100 MB/s.
#include "models/host/disk.h"
#include "models/readers/short_platform.h"

#include <gtest/gtest.h>

#include <vector>

namespace smpi::models {
namespace {

constexpr double MB = 1e6;

struct DiskTest : testing::Test {
  DiskTest() : platform(make_short_platform("star:1", {})) {
    platform.disks.push_back({"d", 0, 100 * MB, 40 * MB, {}});
    disks = std::make_unique<Disks>(engine, platform);
    engine.spawn([this] { engine.sleep(1e3); }, nullptr);
  }
  // Starts an access at `time_s`; its end goes to ends[index of the call].
  void at(double time_s, DiskUse use, double size_bytes) {
    plans.push_back({use, size_bytes});
    ends.push_back(-1);
    engine.events().schedule(
        time_s, kernel::Priority::timer,
        [](void* self, std::uint32_t index) {
          auto* test = static_cast<DiskTest*>(self);
          test->disks->start({.disk = 0,
                              .use = test->plans[index].use,
                              .size_bytes = test->plans[index].size_bytes,
                              .done =
                                  [](void* owner, std::uint32_t ended) {
                                    auto* ending = static_cast<DiskTest*>(owner);
                                    ending->ends[ended] = ending->engine.now_s();
                                  },
                              .owner = self,
                              .argument = index});
        },
        this, static_cast<std::uint32_t>(plans.size() - 1));
  }

  struct Plan {
    DiskUse use;
    double size_bytes;
  };
  kernel::Engine engine;
  Platform platform;
  std::unique_ptr<Disks> disks;
  std::vector<Plan> plans;
  std::vector<double> ends;
};

TEST_F(DiskTest, OneAccessHasItsBandwidth) {
  at(0, DiskUse::read, 100 * MB);   // 1 s
  at(5, DiskUse::write, 100 * MB);  // 2.5 s
  at(9, DiskUse::read, 0);
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 1);
  EXPECT_DOUBLE_EQ(ends[1], 7.5);
  EXPECT_DOUBLE_EQ(ends[2], 9);
}

TEST_F(DiskTest, ReadsShareTheReadBandwidth) {
  // 50 MB/s each until the first has its 100 MB at 2 s, then 100 MB/s for the last 100 MB.
  at(0, DiskUse::read, 100 * MB);
  at(0, DiskUse::read, 200 * MB);
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 2);
  EXPECT_DOUBLE_EQ(ends[1], 3);
}

// MODELS 5.3.
TEST_F(DiskTest, AWriteTakesItsLimitAndLeavesTheRestToReads) {
  // One of each: the equal share is 50, but a write has 40 at most, so the read has 60 MB/s.
  at(0, DiskUse::read, 60 * MB);
  at(0, DiskUse::write, 80 * MB);
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 1);
  EXPECT_DOUBLE_EQ(ends[1], 2);
}

TEST_F(DiskTest, ManyReadsAndAWriteShareEqually) {
  // Three reads and a write: 25 MB/s each.
  for (int i = 0; i < 3; i++) at(0, DiskUse::read, 25 * MB);
  at(0, DiskUse::write, 25 * MB);
  engine.run();
  for (const double end_s : ends) EXPECT_DOUBLE_EQ(end_s, 1);
}

TEST_F(DiskTest, AnEndOnOneSideIsNoneOnTheOther) {
  // Writes have 20 MB/s each, reads (100 - 40) / 2 = 30, a time that no double is.
  for (int i = 0; i < 2; i++) at(0.1, DiskUse::read, MB);
  for (int i = 0; i < 2; i++) at(0.1, DiskUse::write, MB);
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 0.1 + 1.0 / 30);
  EXPECT_DOUBLE_EQ(ends[1], 0.1 + 1.0 / 30);
  EXPECT_DOUBLE_EQ(ends[2], 0.15);
  EXPECT_DOUBLE_EQ(ends[3], 0.15);
}

TEST_F(DiskTest, ALateAccessSlowsTheOthersDown) {
  // 40 MB/s for 1 s, then two writes at 20 MB/s: 40 MB left of the first take 2 s; the second has
  // 40 of its 60 MB then, and 20 MB left at 40 MB/s.
  at(0, DiskUse::write, 80 * MB);
  at(1, DiskUse::write, 60 * MB);
  engine.run();
  EXPECT_DOUBLE_EQ(ends[0], 3);
  EXPECT_DOUBLE_EQ(ends[1], 3.5);
}

}  // namespace
}  // namespace smpi::models
