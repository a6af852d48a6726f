// SPDX-License-Identifier: BSD-3-Clause
//
// What a process may use, by sched_setaffinity(2).
#include "tools/study/runs/processes.h"

#include <gtest/gtest.h>
#include <sched.h>

namespace smpi::study {
namespace {

TEST(Processes, CoresAreThoseThatThisProcessMayUse) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(usable_cores(), static_cast<unsigned>(CPU_COUNT(&before)));
  cpu_set_t one;
  CPU_ZERO(&one);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usable_cores(), 1U);
  sched_setaffinity(0, sizeof before, &before);
}

}  // namespace
}  // namespace smpi::study
