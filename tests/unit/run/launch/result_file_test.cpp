// SPDX-License-Identifier: BSD-3-Clause
//
// Files that are written at the end: what is refused before, and what stays when writing fails.
#include "libsmpi/run/launch/result_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernel/error.h"

namespace smpi::launch {
namespace {

class ResultFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "result_file.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ResultFile file(const std::string& name) const {
    return {.path = (folder_ / name).string(), .what = "summary"};
  }
  std::string content(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  std::ptrdiff_t file_count() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }

  std::filesystem::path folder_;
};

TEST_F(ResultFiles, IsMadeWhenWritten) {
  file("new").require_writable();
  EXPECT_EQ(file_count(), 0);
  file("new").write("one\n");
  EXPECT_EQ(content("new"), "one\n");
  file("new").write("two\n");
  EXPECT_EQ(content("new"), "two\n");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(ResultFiles, NeedsAFolderAndIsNone) {
  EXPECT_THROW(file("no/such").require_writable(), kernel::InputError);
  EXPECT_THROW(file("").require_writable(), kernel::InputError);
  EXPECT_THROW(file("no/such").write("text"), kernel::InputError);
}

TEST_F(ResultFiles, KeepsModeAndLinks) {
  file("old").write("old");
  chmod((folder_ / "old").c_str(), 0640);
  std::filesystem::create_symlink("old", folder_ / "link");
  file("link").require_writable();
  file("link").write("new");
  file("old").write(content("old") + "er");
  EXPECT_EQ(content("old"), "newer");
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
  EXPECT_EQ(std::filesystem::status(folder_ / "old").permissions(), std::filesystem::perms{0640});
  std::filesystem::create_symlink("later", folder_ / "dangling");
  file("dangling").require_writable();
}

// A limit of ten bytes for a file stands for a disk that is full.
TEST_F(ResultFiles, StaysWhenTheNewOneDoesNotFit) {
  file("kept").write("kept");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{.rlim_cur = 10, .rlim_max = limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(file("kept").write("more than ten bytes"), kernel::InputError);
  EXPECT_THROW(file("new").write("more than ten bytes"), kernel::InputError);
  setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_EQ(content("kept"), "kept");
  EXPECT_EQ(file_count(), 1);
}

}  // namespace
}  // namespace smpi::launch
