// SPDX-License-Identifier: BSD-3-Clause
//
// The kinds of files that libsmpi and its tools read, each with its reader. A kind that is read by
// a new reader gets a row here and an example in corpus/.
//
// HPL.dat and HPL's output are not here: Python reads them (examples/hpl), which has no memory to
// damage.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/random_stream.h"

namespace smpi::fuzz {

// A file and those that it names, which lie beside it.
struct Example {
  struct File {
    std::string name;
    std::string content;
  };
  std::string name;  // for messages
  std::vector<File> files;
};

struct Kind {
  std::string_view name;  // also of its folder in corpus/
  std::string_view file;  // the name under which it is read
  // Reads all that a user's command would read. What it throws is the answer: InputError is right.
  std::function<void(const std::string& path)> read;
  // Files of the source tree that are good examples, too; `*` stands for any name.
  std::vector<std::string_view> examples = {};
  // Examples that a program has to write.
  std::vector<Example> (*made)() = nullptr;
  // Instead of the usual damage, for files in a form with checksums.
  std::string (*damage)(const std::string& content, kernel::RandomStream& random) = nullptr;
  // Right, but so large that reading it takes long: left out.
  bool (*is_large)(std::string_view text) = nullptr;
  bool is_example_per_line = false;
  // May damage go unnoticed, or be noticed, each time?
  bool takes_all = false;
};

std::vector<Kind> platform_kinds();
std::vector<Kind> launch_kinds();
std::vector<Kind> trace_kinds();
std::vector<Kind> study_kinds();
std::vector<Kind> packet_kinds();

}  // namespace smpi::fuzz
