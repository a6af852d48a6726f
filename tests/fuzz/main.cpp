// SPDX-License-Identifier: BSD-3-Clause
//
// Damaged files: whatever bytes were changed, each is read or refused with an InputError. A crash,
// another exception, no end and a message without text are failures; the inputs stay, and their
// numbers make them again.
//
// Alternatives considered: a fuzzer that looks at coverage (libFuzzer, AFL) finds more per hour,
// needs another compiler, and its corpus would have to be kept; damage that knows lines, words and
// numbers comes as deep into these small formats.
//
// usage: fuzz_readers [--kind NAME]... [--count N] [--seed N|day] [--first N] [--keep FOLDER]
//        fuzz_readers --kind NAME --read PATH
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>

#include "kernel/error.h"
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/worker.h"

// Of sanitizers: large blocks are not to be had, as without them; what is found ends the process.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=8192";
}

namespace smpi::fuzz {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::vector<std::string> kinds;  // empty: all
  Inputs inputs;
  std::string keep_folder = "fuzz-failures";
  std::string input;  // read this one only
};

// Of local time, such as 20260301.
std::uint64_t day() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return std::stoull(fmt::format("{:04}{:02}{:02}", std::localtime(&now)->tm_year + 1900,
                                 std::localtime(&now)->tm_mon + 1, std::localtime(&now)->tm_mday));
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc) throw std::runtime_error(name + " needs a value");
    const std::string value = argv[i + 1];
    if (name == "--kind") {
      arguments.kinds.push_back(value);
    } else if (name == "--count") {
      arguments.inputs.count = std::stoull(value);
    } else if (name == "--seed") {
      arguments.inputs.seed = value == "day" ? day() : std::stoull(value);
    } else if (name == "--first") {
      arguments.inputs.first = std::stoull(value);
    } else if (name == "--keep") {
      arguments.keep_folder = value;
    } else if (name == "--read") {
      arguments.input = value;
    } else {
      throw std::runtime_error("unknown option " + name);
    }
  }
  return arguments;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (const auto& some :
       {platform_kinds(), launch_kinds(), trace_kinds(), study_kinds(), packet_kinds()}) {
    kinds.insert(kinds.end(), some.begin(), some.end());
  }
  return kinds;
}

std::vector<Kind> chosen_kinds(const std::vector<std::string>& names) {
  std::vector<Kind> all = all_kinds();
  if (names.empty()) return all;
  std::vector<Kind> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &Kind::name);
    if (found == all.end()) throw std::runtime_error("unknown kind " + name);
    chosen.push_back(*found);
  }
  return chosen;
}

// Removed at its end.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = (fs::temp_directory_path() / "fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder in " + name);
    path_ = name;
  }
  ~WorkFolder() { fs::remove_all(path_); }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Where all damage goes unnoticed, or none, nothing is tested.
bool is_telling(const Kind& kind, const Tally& tally) {
  constexpr std::uint64_t least = 200;
  constexpr double share_least = 0.02;
  const double count = static_cast<double>(tally.read + tally.refused);
  if (kind.takes_all || tally.done < least) return true;
  return static_cast<double>(std::min(tally.read, tally.refused)) >= share_least * count;
}

// Returns whether all is well.
bool try_kind(const Kind& kind, const Arguments& arguments) {
  const WorkFolder work;
  const Settings settings = {.work_folder = work.path(), .keep_folder = arguments.keep_folder};
  const std::vector<Example> examples = examples_of(kind, SMPI_SOURCE_FOLDER);
  const Tally whole = read_whole(kind, examples, settings);
  const auto start = std::chrono::steady_clock::now();
  const Tally tally = read_damaged(kind, examples, arguments.inputs, settings);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  fmt::print("{:<17} {:>9} {:>9} {:>9} {:>7} {:>7} {:>6} {:>6} {:>8.1f}\n", kind.name, tally.done,
             tally.read, tally.refused, tally.large, tally.crashes + whole.crashes,
             tally.hangs + whole.hangs, tally.wrong + whole.wrong, taken.count());
  std::fflush(stdout);
  if (!is_telling(kind, tally)) {
    fmt::print("{}: of its damage all is refused, or nothing\n", kind.name);
    return false;
  }
  return tally.failures() + whole.failures() == 0;
}

int read_one(const Arguments& arguments) {
  if (arguments.kinds.size() != 1) throw std::runtime_error("--read needs one --kind");
  const Kind kind = chosen_kinds(arguments.kinds).front();
  const WorkFolder work;
  write_example(example_at(kind, arguments.input), work.path());
  try {
    kind.read(work.path() + "/" + std::string(kind.file));
    fmt::print("read\n");
  } catch (const kernel::InputError& error) {
    fmt::print("refused: {}\n", error.what());
  }
  return 0;
}

int run(const Arguments& arguments) {
  if (!arguments.input.empty()) return read_one(arguments);
  fmt::print("seed {}\n{:<17} {:>9} {:>9} {:>9} {:>7} {:>7} {:>6} {:>6} {:>8}\n",
             arguments.inputs.seed, "kind", "inputs", "read", "refused", "large", "crashes",
             "hangs", "wrong", "seconds");
  bool is_well = true;
  for (const Kind& kind : chosen_kinds(arguments.kinds)) {
    if (!try_kind(kind, arguments)) is_well = false;
  }
  return is_well ? 0 : 1;
}

}  // namespace
}  // namespace smpi::fuzz

int main(int argc, char** argv) {
  try {
    return smpi::fuzz::run(smpi::fuzz::parse(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "fuzz_readers: {}\n", error.what());
    return 2;
  }
}
