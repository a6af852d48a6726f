// SPDX-License-Identifier: BSD-3-Clause
//
// The new process gets the same words and an environment variable that says it was done.
#include "libsmpi/launch/re_execute.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kernel/error.h"

namespace smpi::launch {
namespace {

constexpr const char* done_variable = "SMPI_REEXECUTED";

std::vector<std::string> own_command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  words[0] = "/proc/self/exe";
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length > 0) words[0].assign(path, static_cast<std::size_t>(length));
  return words;
}

void preload(const std::string& tool) {
  if (access(tool.c_str(), R_OK) != 0) {
    throw kernel::InputError("cannot read the tool library",
                             {.file = "", .line = 0, .text = tool, .hint = ""});
  }
  const char* others = std::getenv("LD_PRELOAD");
  const std::string list = others == nullptr ? tool : tool + ":" + others;
  setenv("LD_PRELOAD", list.c_str(), 1);
}

}  // namespace

void re_execute_if_needed(const Arguments& arguments) {
  if (arguments.wrapper.empty() && arguments.tool.empty()) return;
  if (std::getenv(done_variable) != nullptr) {
    unsetenv(done_variable);
    return;
  }
  setenv(done_variable, "1", 1);
  if (!arguments.tool.empty()) preload(arguments.tool);
  std::vector<std::string> words;
  std::istringstream wrapper(arguments.wrapper);
  for (std::string word; wrapper >> word;) words.push_back(word);
  for (const std::string& word : own_command_line()) words.push_back(word);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  throw kernel::InputError("cannot start the command",
                           {.file = "", .line = 0, .text = words[0], .hint = ""});
}

}  // namespace smpi::launch
