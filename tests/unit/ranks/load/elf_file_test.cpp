// SPDX-License-Identifier: BSD-3-Clause
//
// What is refused as a program, with the reason; and what is read from a real one: this test
// itself, copied and damaged byte by byte where a message needs it.
#include "libsmpi/ranks/load/elf/elf_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "kernel/error.h"
#include "libsmpi/ranks/load/elf/library_search.h"

namespace smpi::load {
namespace {

namespace fs = std::filesystem;

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content) {
    std::string pattern = fs::temp_directory_path() / "elf_file_test.XXXXXX";
    close(mkstemp(pattern.data()));
    path_ = pattern;
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { fs::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string own_bytes() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// This program with a changed header.
std::string damaged(const std::function<void(Elf64_Ehdr&)>& change) {
  std::string bytes = own_bytes();
  change(*reinterpret_cast<Elf64_Ehdr*>(bytes.data()));
  return bytes;
}

void expect_refused(const std::string& path, const std::string& text) {
  try {
    const ElfFile file(path);
    FAIL() << "accepted; expected: " << text;
  } catch (const kernel::InputError& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    EXPECT_EQ(error.where().text, path);
  }
}

void expect_content_refused(const std::string& content, const std::string& text) {
  const TemporaryFile file(content);
  expect_refused(file.path(), text);
}

TEST(ElfFile, SaysWhyAFileIsNoProgram) {
  expect_refused("/nonexistent/program", "not found");
  expect_refused("/tmp", "directory");
  expect_refused("/dev/null", "not a regular file");
  expect_content_refused("#!/bin/sh\n", "script");
  expect_content_refused("just text, long enough to have a header of an executable file in it",
                         "not an ELF file");
  expect_content_refused(own_bytes().substr(0, 4000), "");
  expect_content_refused(damaged([](Elf64_Ehdr& header) { header.e_ident[EI_CLASS] = ELFCLASS32; }),
                         "32-bit");
  expect_content_refused(damaged([](Elf64_Ehdr& header) { header.e_machine = EM_AARCH64; }),
                         "another processor");
  expect_content_refused(damaged([](Elf64_Ehdr& header) { header.e_type = ET_EXEC; }),
                         "not position-independent");
  expect_content_refused(damaged([](Elf64_Ehdr& header) { header.e_type = ET_CORE; }),
                         "not a linked program");
  expect_content_refused(damaged([](Elf64_Ehdr& header) { header.e_phnum = 2; }),
                         "statically linked");
}

TEST(ElfFile, RefusesATruncatedFile) {
  // Cut behind the first segment, whatever follows the last one (debug information may be most of
  // the file).
  const ElfFile whole("/proc/self/exe");
  expect_content_refused(own_bytes().substr(0, whole.segment(PT_LOAD)->p_filesz), "");
}

TEST(ElfFile, ReadsThisProgram) {
  const ElfFile file("/proc/self/exe");
  EXPECT_TRUE(file.is_pie());
  EXPECT_TRUE(file.has_interpreter());
  EXPECT_NE(file.entry(), 0U);
  EXPECT_TRUE(std::ranges::any_of(
      file.needed(), [](const std::string& name) { return name.starts_with("libc.so"); }));
  const auto starts = [](std::string_view name) { return name == "abort"; };
  EXPECT_EQ(file.undefined_symbols(starts).size(), 1U);
  ASSERT_NE(file.segment(PT_LOAD), nullptr);
  EXPECT_EQ(file.span_bytes() % 4096, 0U);
  EXPECT_EQ(file.at(0).size(), file.segment(PT_LOAD)->p_filesz);
  EXPECT_TRUE(file.at(file.span_bytes() + 4096).empty());
}

TEST(LibrarySearch, FindsWhatTheDynamicLinkerFinds) {
  const ElfFile program("/proc/self/exe");
  const std::string libc = find_library("libc.so.6", program);
  ASSERT_FALSE(libc.empty());
  EXPECT_EQ(ElfFile(libc).soname(), "libc.so.6");
  EXPECT_EQ(find_library("libnever-installed.so.9", program), "");
}

TEST(LibrarySearch, ExpandsOrigin) {
  EXPECT_EQ(expand_origin("$ORIGIN/../lib:${ORIGIN}:/x", "/usr/bin/env"),
            "/usr/bin/../lib:/usr/bin:/x");
}

}  // namespace
}  // namespace smpi::load
