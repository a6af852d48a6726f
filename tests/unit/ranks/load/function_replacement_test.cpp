// SPDX-License-Identifier: BSD-3-Clause
//
// Breakpoints at functions of a program: this test itself.
#include "libsmpi/ranks/load/elf/function_replacement.h"

#include <gtest/gtest.h>

#include <cstring>

extern "C" {
__attribute__((noipa)) int smpi_test_counted(int value) {
  return 3 * value + 1;
}
int smpi_test_other_name(int value) __attribute__((alias("smpi_test_counted"), nothrow));
int smpi_test_variable = 1;
}

namespace smpi::load {
namespace {

std::vector<std::unique_ptr<ElfFile>> own_file() {
  std::vector<std::unique_ptr<ElfFile>> files;
  files.push_back(std::make_unique<ElfFile>("/proc/self/exe"));
  return files;
}

Replacement breakpoint(const std::string& name) {
  return {.name = name,
          .code = nullptr,
          .where = {.file = "plan.toml", .line = 7, .text = name},
          .optional = false};
}

// Both names of one body: the bytes that are kept are those of the code, and not the breakpoint.
TEST(FunctionReplacement, ABreakpointKeepsTheFirstBytes) {
  const auto files = own_file();
  const std::vector<Replacement> wanted = {breakpoint("smpi_test_counted"),
                                           breakpoint("smpi_test_other_name")};
  const FunctionReplacement replacement(files, wanted);
  const auto breakpoints = replacement.breakpoints();
  ASSERT_EQ(breakpoints.size(), 2U);
  for (const Breakpoint& one : breakpoints) {
    EXPECT_EQ(one.object, 0U);
    EXPECT_EQ(files[0]->at(one.address)[0], std::byte{0xcc});
    EXPECT_EQ(std::memcmp(one.original.data(), reinterpret_cast<const void*>(&smpi_test_counted),
                          one.original.size()),
              0);
  }
  EXPECT_EQ(breakpoints[0].address, breakpoints[1].address);
  EXPECT_EQ(breakpoints[0].name, "smpi_test_counted");
}

void expect_refused(const std::string& name, const std::string& text, const std::string& hint) {
  const auto files = own_file();
  const std::vector<Replacement> wanted = {breakpoint(name)};
  try {
    const FunctionReplacement replacement(files, wanted);
    FAIL() << name << " was accepted";
  } catch (const kernel::InputError& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    EXPECT_EQ(error.where().file, "plan.toml");
    EXPECT_EQ(error.where().line, 7);
    EXPECT_NE(error.where().hint.find(hint), std::string::npos) << error.where().hint;
  }
}

TEST(FunctionReplacement, WhatHasNoCodeOfItsOwnIsRefused) {
  expect_refused("smpi_test_countde", "no function of this name", "smpi_test_counted");
  expect_refused("smpi_test_variable", "this is a variable", "");
  expect_refused("elf_memory", "a library that all ranks share", "privatize-libs");
}

}  // namespace
}  // namespace smpi::load
