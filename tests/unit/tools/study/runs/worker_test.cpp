// SPDX-License-Identifier: BSD-3-Clause
//
// Runs and workers that get SIGTERM, as a batch system sends it to all processes of a job.
#include "tools/study/runs/worker.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tools/study/runs/job.h"
#include "tools/study/store/parts.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

class TerminatedWorker : public testing::Test {
 protected:
  TerminatedWorker() {
    std::string name = fs::temp_directory_path() / "worker-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~TerminatedWorker() override { fs::remove_all(folder_); }

  // A worker, whose number the shell commands know as $PPID, executes two runs: the first is
  // `script`, the second says that it was there. Returns the worker's exit status, as a shell
  // counts.
  int execute(const std::string& script) {
    std::ofstream jobs(folder_ / "jobs");
    for (const std::string& text : {script, std::string("touch ../second")}) {
      Job job;
      job.run = ++run_;
      job.folder = folder_ / std::to_string(run_);
      job.command = {"/bin/sh", "-c", text};
      jobs << job_line(job) << '\n';
    }
    jobs.close();
    const pid_t worker = fork();
    if (worker == 0) _exit(work_through(folder_ / "jobs", part()));
    int status = 0;
    waitpid(worker, &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

  std::vector<Outcome> outcomes() const { return read_part(part()); }
  const fs::path& folder() const { return folder_; }
  bool second_was_there() const { return fs::exists(folder_ / "second"); }

 private:
  std::string part() const { return folder_ / "part.jsonl"; }

  fs::path folder_;
  std::int64_t run_ = 0;
};

constexpr int terminated = 128 + SIGTERM;

TEST_F(TerminatedWorker, ARunThatItEndedFirstIsNotToldToHaveFailed) {
  // The helper is of no group that ends with the run.
  EXPECT_EQ(execute("setsid sh -c \"touch ../apart; sleep 0.3; kill -TERM $PPID\" & "
                    "until [ -e ../apart ]; do sleep 0.01; done; kill -TERM $$"),
            terminated);
  EXPECT_TRUE(outcomes().empty());
  EXPECT_FALSE(second_was_there());
}

TEST_F(TerminatedWorker, ARunThatOutlivesItsWorkersTimeIsGivenUp) {
  EXPECT_EQ(execute("kill -TERM $PPID; sleep 60"), terminated);
  EXPECT_TRUE(outcomes().empty());
  EXPECT_FALSE(second_was_there());
}

TEST_F(TerminatedWorker, ARunThatFailsBecauseOfItIsNotToldToHaveFailed) {
  EXPECT_EQ(execute("kill -TERM $PPID; exit 1"), terminated);
  EXPECT_TRUE(outcomes().empty());
}

TEST_F(TerminatedWorker, ARunThatEndsItselfHasFailed) {
  EXPECT_EQ(execute("kill -TERM $$"), 0);
  ASSERT_EQ(outcomes().size(), 2U);
  EXPECT_EQ(outcomes()[0].exit, terminated);
  EXPECT_TRUE(second_was_there());
}

TEST_F(TerminatedWorker, ARunThatWasDoneBeforeItIsTold) {
  EXPECT_EQ(execute("kill -TERM $PPID; exit 0"), terminated);
  ASSERT_EQ(outcomes().size(), 1U);
  EXPECT_TRUE(outcomes()[0].reason.empty());
  EXPECT_FALSE(second_was_there());
}

// A worker that was killed while it told of them; a line for each time they run.
TEST_F(TerminatedWorker, RunsThatShareTheirPastAreDoneAgainUnlessAllWereTold) {
  Job job;
  job.run = 1;
  job.folder = folder() / "shared";
  job.command = {"/bin/sh", "-c", "echo >> ../times"};
  job.shared = {{.run = 1, .future = "a"}, {.run = 2, .future = "b"}};
  std::ofstream(folder() / "jobs") << job_line(job) << '\n';
  PartWriter(folder() / "part.jsonl").append({.run = 1});
  for (int i = 0; i < 2; i++) {
    EXPECT_EQ(work_through(folder() / "jobs", folder() / "part.jsonl"), 0);
    EXPECT_EQ(fs::file_size(folder() / "times"), 1U);
    EXPECT_EQ(outcomes().size(), 3U);
  }
}

}  // namespace
}  // namespace smpi::study
