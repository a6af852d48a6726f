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
  EXPECT_EQ(tasks, wanted);
}

TEST(SlurmQueue, OtherJobsAndBrokenLinesAreLeftOut) {
  EXPECT_TRUE(
      read_tasks("1234_0 RUNNING None\n12_3 RUNNING None\n\n123 RUNNING\n123_ RUNNING\n", "123")
          .empty());
}

TEST(SlurmQueue, AnUnknownStateIsActive) {  // nothing is given up for a word that a later Slurm has
  EXPECT_EQ(task_state("HIBERNATING"), TaskState::active);
  EXPECT_EQ(task_state("CANCELLED"), TaskState::cancelled);
}

}  // namespace
}  // namespace smpi::study
