// SPDX-License-Identifier: BSD-3-Clause
//
// In the order of names, so that an input has the same number on each machine.
#include "tests/fuzz/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace smpi::fuzz {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  return paths;
}

// `pattern` is a path below `root`, whose file name may be *.SUFFIX.
std::vector<fs::path> paths_of(const fs::path& root, std::string_view pattern) {
  const fs::path path = root / pattern;
  if (path.stem() != "*") return {path};
  std::vector<fs::path> paths = sorted_entries(path.parent_path());
  std::erase_if(paths, [&](const fs::path& one) { return one.extension() != path.extension(); });
  return paths;
}

void add_lines(const Kind& kind, const Example& example, std::vector<Example>& examples) {
  std::istringstream lines(example.files.front().content);
  for (std::string line; std::getline(lines, line);) {
    examples.push_back({example.name + ": " + line, {{std::string(kind.file), line}}});
  }
}

}  // namespace

Example example_at(const Kind& kind, const std::string& path) {
  Example example{.name = path, .files = {}};
  if (!fs::is_directory(path)) {
    example.files.push_back({std::string(kind.file), content_of(path)});
    return example;
  }
  for (const fs::path& file : sorted_entries(path)) {
    example.files.push_back({file.filename().string(), content_of(file)});
  }
  return example;
}

std::vector<Example> examples_of(const Kind& kind, const std::string& source_folder) {
  std::vector<Example> examples;
  const fs::path own = fs::path(source_folder) / "tests/fuzz/corpus" / kind.name;
  std::vector<fs::path> paths;
  if (fs::exists(own)) paths = sorted_entries(own);
  for (const std::string_view pattern : kind.examples) {
    for (const fs::path& path : paths_of(source_folder, pattern)) paths.push_back(path);
  }
  for (const fs::path& path : paths) {
    const Example example = example_at(kind, path.string());
    if (kind.is_example_per_line) {
      add_lines(kind, example, examples);
    } else {
      examples.push_back(example);
    }
  }
  if (kind.made != nullptr) {
    for (Example& example : kind.made()) examples.push_back(std::move(example));
  }
  if (examples.empty()) throw std::runtime_error("no example of " + std::string(kind.name));
  return examples;
}

void write_example(const Example& example, const std::string& folder) {
  for (const Example::File& file : example.files) {
    std::ofstream(fs::path(folder) / file.name, std::ios::binary | std::ios::trunc) << file.content;
  }
}

bool may_be_refused(const Example& example) {
  const bool is_shared = example.name.find("/tests/") != std::string::npos &&
                         example.name.find("/tests/fuzz/corpus/") == std::string::npos;
  return is_shared || fs::path(example.name).filename().native().starts_with("found");
}

}  // namespace smpi::fuzz
