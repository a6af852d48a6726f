// SPDX-License-Identifier: BSD-3-Clause
//
// Names of interpreters, the first line of scripts, and where the launcher is.
#include "libsmpi/run/launch/interpreter.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "kernel/error.h"
#include "libsmpi/ranks/load/elf/object_set.h"

namespace smpi::launch {
namespace {

constexpr const char* system_python = "/usr/bin/python3";

// Beside this library, in an installation as in the build tree.
std::string launcher_path() {
  Dl_info ours{};
  dladdr(reinterpret_cast<const void*>(&resolve_command), &ours);
  std::error_code error;
  const std::filesystem::path library = std::filesystem::canonical(ours.dli_fname, error);
  return library.parent_path() / "libsmpi" / "smpi-python";
}

// The words of a script's first line behind "#!"; none for other files.
std::vector<std::string> interpreter_of(const std::string& file) {
  std::ifstream script(file, std::ios::binary);
  char mark[2] = {};
  if (!script.read(mark, sizeof mark) || mark[0] != '#' || mark[1] != '!') return {};
  std::string line;
  std::getline(script, line);
  std::istringstream text(line);
  std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  if (words.size() > 1 && std::filesystem::path(words[0]).filename() == "env") {
    words.erase(words.begin());
  }
  return words;
}

}  // namespace

bool is_system_python(const std::string& command) {
  if (command == "python3" || command == "python") return true;
  std::error_code error;
  return command.find('/') != std::string::npos &&
         std::filesystem::equivalent(command, system_python, error);
}

ProgramCommand resolve_command(const std::string& file, std::vector<std::string> argv) {
  if (!is_system_python(file)) {
    const std::string script = load::find_program(file);
    std::vector<std::string> words = interpreter_of(script);
    if (words.empty() || !is_system_python(words[0])) {
      return {.file = file, .argv = std::move(argv), .private_libraries = {}};
    }
    words.push_back(script);
    words.insert(words.end(), argv.begin() + 1, argv.end());
    argv = std::move(words);
  }
  const std::string launcher = launcher_path();
  if (!std::filesystem::exists(launcher)) {
    throw kernel::InputError(
        "this build of libsmpi has no launcher for Python",
        {.text = file, .hint = "install libpython3-dev, then configure and build libsmpi again"});
  }
  return {.file = launcher,
          .argv = std::move(argv),
          .private_libraries = {"libpython3"},
          .is_interpreted = true};
}

}  // namespace smpi::launch
