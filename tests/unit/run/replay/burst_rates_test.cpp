// SPDX-License-Identifier: BSD-3-Clause
//
// Bursts weighed by class: the actions stay, and so do their places.
#include "libsmpi/run/replay/burst_rates.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "kernel/error.h"

namespace smpi::replay {
namespace {

class BurstRates : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = folder_ / name;
    std::ofstream(path) << text;
    return path;
  }
  std::unique_ptr<trace::Trace> weighed(const std::string& actions, const std::string& rates) {
    return with_rates(trace::open_trace(write("trace.txt", actions), {}),
                      write("rates.toml", rates));
  }

  std::filesystem::path folder_ = testing::TempDir() + "burst_rates_test";
};

constexpr const char* rates_text = R"(version = 1
rate = 2e9
[[burst]]
after = "init"
before = "barrier"
rate = 1e9
[[burst]]
after = "barrier"
before = ""
rate = 4e9
)";

TEST_F(BurstRates, OfClassesAreRelativeToTheMean) {
  const auto trace = weighed(
      "0 init\n0 compute 100\n0 compute 10\n0 barrier\n0 compute 8\n0 barrier\n0 compute 40\n",
      rates_text);
  const auto cursor = trace->cursor(0);
  trace::Action action;
  std::vector<double> volumes;
  std::vector<std::string> places;
  while (cursor->next(action)) {
    places.push_back(trace->place(0, cursor->position()));
    if (action.code == trace::Code::ti_compute) volumes.push_back(trace::to_real(action.words[0]));
  }
  // Twice what they were, as they were (the file says nothing of these), and half.
  EXPECT_EQ(volumes, (std::vector<double>{200, 20, 8, 20}));
  ASSERT_EQ(places.size(), 7U);
  for (std::size_t line = 0; line < places.size(); line++) {
    EXPECT_TRUE(places[line].ends_with("trace.txt:" + std::to_string(line + 1))) << places[line];
  }
}

TEST_F(BurstRates, WrongFilesAreRefused) {
  const std::string actions = "0 init\n0 finalize\n";
  for (const char* wrong :
       {"rate = 1\n", "version = 2\nrate = 1\n", "version = 1\n", "version = 1\nrate = 0\n",
        "version = 1\nrate = 1\nrates = 2\n",
        "version = 1\nrate = 1\n[[burst]]\nafter = \"sent\"\nbefore = \"\"\nrate = 1\n",
        "version = 1\nrate = 1\n[[burst]]\nafter = \"send\"\nrate = 1\n",
        "version = 1\nrate = 1\n[[burst]]\nafter = \"\"\nbefore = \"\"\nrate = -1\n",
        "version = 1\nrate = 1\n[[burst]]\nafter = \"\"\nbefore = \"\"\nrate = 1\n"
        "[[burst]]\nafter = \"\"\nbefore = \"\"\nrate = 1\n"}) {
    EXPECT_THROW(weighed(actions, wrong), kernel::InputError) << wrong;
  }
}

}  // namespace
}  // namespace smpi::replay
