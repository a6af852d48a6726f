// SPDX-License-Identifier: BSD-3-Clause
//
// The table of such commands with their options, and shells.
#include "libsmpi/run/launch/starting_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/ranks/load/elf/object_set.h"
#include "libsmpi/ranks/load/exec_advice.h"
#include "libsmpi/run/launch/interpreter.h"
#include "libsmpi/run/launch/libtool_wrapper.h"
#include "libsmpi/run/launch/re_execute.h"
#include "libsmpi/run/launch/shell_text.h"

namespace smpi::launch {
namespace {

using Words = std::vector<std::string>;

struct StartingCommand {
  std::string_view name;
  std::string_view flags;   // short options without a value
  std::string_view valued;  // short options with one
  std::string_view longs;   // " --name " or " --name= " for those with a value
  int operands = 0;         // words between the options and the program
  bool takes_assignments = false;
};

// Their options are those that leave the working folder as it is: smpirun's files are found there.
constexpr std::array<StartingCommand, 10> starting_commands = {{
    {"chrt", "abfiorRv", "TPD", " ", 1},
    {"env", "i", "u", " --ignore-environment --unset= ", 0, true},
    {"ionice", "t", "cn", " --ignore --class= --classdata= "},
    {"nice", "0123456789", "n", " --adjustment= "},
    {"nohup", "", "", " "},
    {"numactl", "la", "CNmipP",
     " --localalloc --all --physcpubind= --cpunodebind= --membind= --interleave= --preferred= "},
    {"stdbuf", "", "ioe", " --input= --output= --error= "},
    {"taskset", "ac", "", " --all-tasks --cpu-list ", 1},
    {"time", "apqv", "fo", " --append --portability --quiet --verbose --format= --output= "},
    {"timeout", "v", "ks", " --foreground --preserve-status --verbose --kill-after= --signal= ", 1},
}};

constexpr std::array<std::string_view, 5> shells = {"sh", "bash", "dash", "ksh", "zsh"};

// Commands whose program smpirun cannot take out.
constexpr std::array<std::string_view, 12> opaque_commands = {
    "gdb", "lldb", "ltrace", "mpiexec", "mpirun",   "perf",
    "ssh", "srun", "strace", "sudo",    "valgrind", "xterm"};

[[noreturn]] void refuse(const Words& command) {
  throw kernel::InputError(
      "cannot see which program this command starts in each rank",
      {.text = fmt::format("{}", fmt::join(command, " ")), .hint = load::exec_advice});
}

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The name of a command of the system; empty for programs of the user.
std::string system_name(const std::string& word) {
  constexpr std::array<std::string_view, 3> folders = {"/bin", "/usr/bin", "/usr/local/bin"};
  const std::filesystem::path path(word);
  std::error_code error;
  if (!path.has_parent_path()) return std::filesystem::exists(path, error) ? "" : word;
  return contains(folders, path.parent_path().native()) ? path.filename().string() : "";
}

bool is_assignment(const std::string& word) {
  return word.find('=') != std::string::npos && word[0] != '=';
}

// How many words the option at words[at] has; nothing when the table does not know it.
std::optional<std::size_t> words_of_option(const StartingCommand& command, const Words& words,
                                           std::size_t at) {
  const std::string_view word = words[at];
  if (word.starts_with("--")) {
    const std::size_t equals = word.find('=');
    const std::string name(word.substr(0, equals));
    const bool has_value = equals != std::string_view::npos;
    if (command.longs.find(" " + name + "= ") != std::string_view::npos) return has_value ? 1 : 2;
    const bool is_flag = command.longs.find(" " + name + " ") != std::string_view::npos;
    return is_flag && !has_value ? std::optional<std::size_t>(1) : std::nullopt;
  }
  for (std::size_t i = 1; i < word.size(); i++) {
    if (command.valued.find(word[i]) != std::string_view::npos) return i + 1 < word.size() ? 1 : 2;
    if (command.flags.find(word[i]) == std::string_view::npos) return std::nullopt;
  }
  return 1;
}

// Where the program begins, behind options, operands and assignments.
std::size_t find_program_word(const StartingCommand& command, const Words& words) {
  std::size_t at = 1;
  while (at < words.size() && words[at].starts_with("-")) {
    if (words[at] == "--") {
      at++;
      break;
    }
    const auto count = words_of_option(command, words, at);
    if (!count) refuse(words);
    at += *count;
  }
  at += static_cast<std::size_t>(command.operands);
  while (command.takes_assignments && at < words.size() && is_assignment(words[at])) at++;
  return at;
}

// One command taken off.
struct Step {
  Words before;  // what smpirun is to be started under
  Words program;
  Words variables = {};  // NAME=value that a shell exports if the environment has NAME
};

Step step_of(const Words& words, const std::string& shell_text,
             std::span<const std::string> parameters, const std::string& script = "") {
  const auto read = read_shell_text(shell_text, parameters, script);
  if (!read) refuse(words);
  Step step{.before = read->assignments, .program = read->command, .variables = read->variables};
  if (!step.before.empty()) step.before.insert(step.before.begin(), "env");
  return step;
}

// FILE [PARAMETER...]
Step through_script(std::span<const std::string> words) {
  const std::string file = load::find_program(words[0]);
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const std::span<const std::string> parameters = words.subspan(1);
  const auto wrapper = read_libtool_wrapper(file, text);
  if (!wrapper) return step_of({words.begin(), words.end()}, text, parameters, file);
  Step step{.before = {}, .program = {wrapper->program}};
  step.program.insert(step.program.end(), parameters.begin(), parameters.end());
  if (!wrapper->library_path.empty()) {
    const char* others = std::getenv("LD_LIBRARY_PATH");
    const std::string rest = others != nullptr && *others != '\0' ? std::string(":") + others : "";
    step.before = {"env", "LD_LIBRARY_PATH=" + wrapper->library_path + rest};
  }
  return step;
}

// sh [-eu] -c TEXT [NAME [PARAMETER...]], or sh [-eu] FILE [PARAMETER...]
std::optional<Step> through_shell(const Words& words) {
  std::size_t at = 1;
  bool has_text = false;
  for (; at < words.size() && words[at].starts_with("-"); at++) {
    if (words[at].find_first_not_of("ceu", 1) != std::string::npos) refuse(words);
    has_text = has_text || words[at].find('c') != std::string::npos;
  }
  if (at >= words.size()) return std::nullopt;
  const std::span<const std::string> rest = std::span(words).subspan(at);
  if (!has_text) return through_script(rest);
  return step_of(words, rest[0], rest.subspan(std::min<std::size_t>(rest.size(), 2)));
}

// The shell that the first line of a script names.
bool is_shell_script(const std::string& file) {
  std::ifstream script(load::find_program(file), std::ios::binary);
  std::string mark(2, '\0');
  if (!script.read(mark.data(), 2) || mark != "#!") return false;
  std::string line;
  std::getline(script, line);
  line.erase(line.find_last_not_of(" \t\r") + 1);
  if (const std::size_t option = line.find(" -"); option != std::string::npos) line.erase(option);
  return contains(shells, std::string_view(line).substr(line.find_last_of(" /") + 1));
}

// Shells have a time of their own, so many machines lack the command.
bool is_installed(const std::string& name) {
  try {
    load::find_program(name);
    return true;
  } catch (const kernel::InputError&) {
    return false;
  }
}

std::optional<Step> next_step(const Words& words) {
  // A version manager's python3 is a shell script that no rank runs.
  if (is_system_python(words[0])) return std::nullopt;
  const std::string name = system_name(words[0]);
  if (contains(opaque_commands, name)) refuse(words);
  if (contains(shells, name)) return through_shell(words);
  const auto command =
      std::find_if(starting_commands.begin(), starting_commands.end(),
                   [&](const StartingCommand& known) { return known.name == name; });
  if (command == starting_commands.end()) {
    if (!is_shell_script(words[0])) return std::nullopt;
    return through_script(words);
  }
  const std::size_t at = find_program_word(*command, words);
  if (at >= words.size()) return std::nullopt;  // the command itself is the program
  const auto program = words.begin() + static_cast<std::ptrdiff_t>(at);
  if (name == "time" && at == 1 && !is_installed(name)) {
    kernel::print_message("smpirun: no command time: see the wall time of the run\n");
    return Step{.before = {}, .program = {program, words.end()}};
  }
  return Step{.before = {words.begin(), program}, .program = {program, words.end()}};
}

// Of the environment that smpirun has, or that commands before set.
bool is_in_environment(std::string_view assignment, const Words& before) {
  const std::string name(assignment.substr(0, assignment.find('=')));
  return std::getenv(name.c_str()) != nullptr ||
         std::any_of(before.begin(), before.end(),
                     [&](const std::string& word) { return word.starts_with(name + "="); });
}

}  // namespace

void look_through_starting_commands(Arguments& arguments) {
  Words before;
  Words program = arguments.program;
  while (!program.empty()) {
    auto step = next_step(program);
    if (!step) break;
    for (const std::string& variable : step->variables) {
      if (is_in_environment(variable, before)) before.insert(before.end(), {"env", variable});
    }
    before.insert(before.end(), step->before.begin(), step->before.end());
    program = std::move(step->program);
  }
  if (!before.empty()) re_execute_under(before, arguments.program.size(), program);
  arguments.program = std::move(program);
}

}  // namespace smpi::launch
