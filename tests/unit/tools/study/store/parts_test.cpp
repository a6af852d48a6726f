// SPDX-License-Identifier: BSD-3-Clause
//
// Lines of workers: what is whole comes back as it was, what is damaged does not come back.
#include "tools/study/store/parts.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace smpi::study {
namespace {

Outcome some_outcome(std::int64_t run) {
  Outcome outcome{.run = run, .attempt = 2, .key = "abc", .reason = "a \"quoted\"\nreason"};
  outcome.exit = 137;
  outcome.is_short_of_memory = true;
  outcome.peak_bytes = 1.5e9;
  outcome.wall_s = 0.1;
  outcome.output = "two\nlines\n";
  outcome.values = {{"gflops", 1.0 / 3}, {"time", 4}};
  return outcome;
}

class Parts : public testing::Test {
 protected:
  Parts() : folder_(testing::TempDir() + "parts-" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~Parts() override { std::filesystem::remove_all(folder_); }
  std::string folder_;
};

TEST(OutcomeLine, ComesBack) {
  const Outcome outcome = some_outcome(7);
  std::string line = outcome_line(outcome);
  EXPECT_EQ(line.back(), '\n');
  line.pop_back();
  const std::optional<Outcome> read = read_outcome(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(outcome_line(*read), outcome_line(outcome));
  EXPECT_EQ(read->values, outcome.values);
  EXPECT_EQ(read->reason, outcome.reason);
}

TEST(OutcomeLine, NoDamagedOneComesBack) {
  std::string line = outcome_line(some_outcome(7));
  line.pop_back();
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string damaged = line;
    damaged[i] ^= 1;
    EXPECT_FALSE(read_outcome(damaged)) << i;
    EXPECT_FALSE(read_outcome(line.substr(0, i))) << i;
  }
}

TEST(OutcomeLine, BytesThatAreNotTextAreReplaced) {
  Outcome outcome = some_outcome(1);
  outcome.output = "\xff\xfe";
  std::string line = outcome_line(outcome);
  line.pop_back();
  EXPECT_TRUE(read_outcome(line));
}

TEST_F(Parts, WholeLinesAreTakenOnce) {
  const std::string path = folder_ + "/w.jsonl";
  PartReader reader(folder_);
  {
    PartWriter writer(path);
    writer.append(some_outcome(1));
    writer.append(some_outcome(2));
  }
  EXPECT_EQ(reader.take().size(), 2U);
  EXPECT_EQ(reader.take().size(), 0U);
  // Half a line, as a kill leaves it; then the rest.
  const std::string line = outcome_line(some_outcome(3));
  std::ofstream(path, std::ios::app) << line.substr(0, 20);
  EXPECT_EQ(reader.take().size(), 0U);
  std::ofstream(path, std::ios::app) << line.substr(20);
  const std::vector<Outcome> last = reader.take();
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(last[0].run, 3);
}

// A task of Slurm that was killed and started again goes on with its file.
TEST_F(Parts, AnotherWriterGoesOnAfterHalfALine) {
  const std::string path = folder_ + "/w.jsonl";
  PartWriter(path).append(some_outcome(1));
  std::ofstream(path, std::ios::app) << outcome_line(some_outcome(2)).substr(0, 20);
  PartWriter(path).append(some_outcome(3));
  const std::vector<Outcome> outcomes = read_part(path);
  ASSERT_EQ(outcomes.size(), 2U);
  EXPECT_EQ(outcomes[0].run, 1);
  EXPECT_EQ(outcomes[1].run, 3);
  EXPECT_TRUE(read_part(folder_ + "/nothing.jsonl").empty());
}

TEST_F(Parts, AnotherReaderTakesAll) {
  PartWriter a(folder_ + "/a.jsonl");
  PartWriter b(folder_ + "/b.jsonl");
  b.append(some_outcome(2));
  a.append(some_outcome(1));
  EXPECT_EQ(PartReader(folder_).take().size(), 2U);
}

}  // namespace
}  // namespace smpi::study
