// SPDX-License-Identifier: BSD-3-Clause
//
// What squeue prints, read into states of tasks; tests/study/slurm asks a real one.
#include "tools/study/runs/slurm_queue.h"

#include <gtest/gtest.h>

namespace smpi::study {
namespace {

TEST(SlurmQueue, StatesOfTasks) {
  const auto tasks = read_tasks(
      "123_0 COMPLETED None\n123_1 OUT_OF_MEMORY OutOfMemory\n123_2 PENDING (Resources)\n"
      "123_10 NODE_FAIL None\n123_11 TIMEOUT TimeLimit\n123_12 RUNNING None\n",
      "123");
  const std::map<unsigned, TaskState> wanted = {
      {0, TaskState::completed}, {1, TaskState::out_of_memory}, {2, TaskState::active},
      {10, TaskState::lost},     {11, TaskState::out_of_time},  {12, TaskState::active}};
  EXPECT_EQ(tasks.by_number, wanted);
  EXPECT_EQ(tasks.of(10), TaskState::lost);
  EXPECT_EQ(tasks.of(3), TaskState::lost);  // Slurm does not know it any more
  EXPECT_TRUE(tasks.any_is_active());
}

// What squeue -r prints of an array of 20 tasks that was cancelled while two of them ran.
TEST(SlurmQueue, CancelledTasksThatNeverBeganShareARecord) {
  const auto tasks =
      read_tasks("51 CANCELLED Resources\n51_1 CANCELLED None\n51_0 COMPLETED None\n", "51");
  EXPECT_EQ(tasks.of(0), TaskState::completed);
  EXPECT_EQ(tasks.of(1), TaskState::cancelled);
  EXPECT_EQ(tasks.of(2), TaskState::cancelled);
  EXPECT_EQ(tasks.of(19), TaskState::cancelled);
  EXPECT_FALSE(tasks.any_is_active());
}

TEST(SlurmQueue, OtherJobsAndBrokenLinesAreLeftOut) {
  const auto tasks =
      read_tasks("1234_0 RUNNING None\n12_3 RUNNING None\n\n1234 RUNNING\n123_ RUNNING\n", "123");
  EXPECT_TRUE(tasks.by_number.empty());
  EXPECT_FALSE(tasks.any_is_active());
}

TEST(SlurmQueue, AnUnknownStateIsActive) {  // nothing is given up for a word that a later Slurm has
  EXPECT_EQ(task_state("HIBERNATING"), TaskState::active);
  EXPECT_EQ(task_state("CANCELLED"), TaskState::cancelled);
}

}  // namespace
}  // namespace smpi::study
