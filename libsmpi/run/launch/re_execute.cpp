// SPDX-License-Identifier: BSD-3-Clause
//
// The new process gets the same words and environment variables that say what was done.
#include "libsmpi/run/launch/re_execute.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kernel/error.h"

namespace smpi::launch {
namespace {

constexpr const char* done_variable = "SMPI_REEXECUTED";
constexpr const char* preloaded_variable = "SMPI_TOOL_PRELOADED";

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

[[noreturn]] void execute(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  throw kernel::InputError("cannot start the command", {.text = words[0]});
}

[[noreturn]] void execute_once(const std::string& wrapper_command) {
  setenv(done_variable, "1", 1);
  std::vector<std::string> words;
  std::istringstream wrapper(wrapper_command);
  for (std::string word; wrapper >> word;) words.push_back(word);
  for (const std::string& word : own_command_line()) words.push_back(word);
  execute(std::move(words));
}

}  // namespace

void re_execute_if_needed(const Arguments& arguments) {
  const bool done = std::getenv(done_variable) != nullptr;
  if (done) unsetenv(done_variable);
  if (!done && !arguments.wrapper.empty()) execute_once(arguments.wrapper);
}

void re_execute_under(std::vector<std::string> commands, std::size_t replaced_count,
                      const std::vector<std::string>& program) {
  std::vector<std::string> own = own_command_line();
  own.resize(own.size() - replaced_count);
  commands.insert(commands.end(), own.begin(), own.end());
  commands.insert(commands.end(), program.begin(), program.end());
  execute(std::move(commands));
}

bool is_tool_preloaded() {
  static const bool preloaded = [] {
    const bool found = std::getenv(preloaded_variable) != nullptr;
    unsetenv(preloaded_variable);
    return found;
  }();
  return preloaded;
}

void re_execute_with_tool(const Arguments& arguments) {
  const char* others = std::getenv("LD_PRELOAD");
  const std::string list = others == nullptr ? arguments.tool : arguments.tool + ":" + others;
  setenv("LD_PRELOAD", list.c_str(), 1);
  setenv(preloaded_variable, "1", 1);
  execute_once("");
}

}  // namespace smpi::launch
