// SPDX-License-Identifier: BSD-3-Clause
//
// Checked access to TOML files: right values come through, wrong ones name line, text and a hint.
#include "models/readers/toml_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <functional>

#include "kernel/error.h"

namespace smpi::models {
namespace {

class TomlFileTest : public ::testing::Test {
 protected:
  ~TomlFileTest() override { ::unlink(path_); }
  TomlFile read(const std::string& content) {
    const int descriptor = ::mkstemp(path_);
    EXPECT_EQ(::write(descriptor, content.data(), content.size()),
              static_cast<ssize_t>(content.size()));
    ::close(descriptor);
    return TomlFile(path_);
  }
  static std::string message_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "nothing was refused";
  }

 private:
  char path_[24] = "/tmp/toml_file_XXXXXX";
};

TEST_F(TomlFileTest, ReadsQuantitiesWithAndWithoutUnits) {
  const TomlFile file = read("a = '10s'\nb = 2.5\nc = '64KiB'\nd = 3\ne = true\n");
  EXPECT_EQ(file.quantity(*file.root().get("a"), "a", Quantity::time_s), 10);
  EXPECT_EQ(file.quantity(*file.root().get("b"), "b", Quantity::time_s), 2.5);
  EXPECT_EQ(file.quantity(*file.root().get("c"), "c", Quantity::size_bytes), 65536);
  EXPECT_EQ(file.whole(*file.root().get("d"), "d", 1, 3), 3U);
  EXPECT_TRUE(file.boolean(*file.root().get("e"), "e"));
}

TEST_F(TomlFileTest, RefusesWithLineAndText) {
  const TomlFile file = read("a = 1\nb = -2\nc = '10parsec'\nd = [1]\n");
  const toml::table& root = file.root();
  const auto refused = [&](const std::function<void()>& action, const std::string& line,
                           const std::string& text) {
    const std::string message = message_of(action);
    EXPECT_NE(message.find(line), std::string::npos) << message;
    EXPECT_NE(message.find(text), std::string::npos) << message;
  };
  refused([&] { file.quantity(*root.get("b"), "b", Quantity::time_s); }, ":2", "-2");
  refused([&] { file.quantity(*root.get("c"), "c", Quantity::time_s); }, ":3", "10parsec");
  refused([&] { file.whole(*root.get("b"), "b", 0, 9); }, ":2", "0 to 9");
  refused([&] { file.whole(*root.get("a"), "a", 2, 9); }, ":1", "2 to 9");
  refused([&] { file.boolean(*root.get("a"), "a"); }, ":1", "true or false");
  refused([&] { file.array(*root.get("a"), "a"); }, ":1", "list");
  refused([&] { file.required(root, "name", "a [[job]]", "name = 'x'"); }, "name = 'x'",
          "a [[job]] needs 'name'");
  constexpr std::array<std::string_view, 3> known = {"alpha", "b", "c"};
  refused([&] { file.check_keys(root, known); }, ":1", "unknown key");
}

}  // namespace
}  // namespace smpi::models
