// SPDX-License-Identifier: BSD-3-Clause
//
// A result is one number of what a run wrote.
#include "tools/study/plan/results_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include "kernel/error.h"

namespace smpi::study {
namespace {

using models::TomlFile;

struct EndOfName {
  std::string_view end;
  const char* unit;
};
// The first that fits counts.
constexpr std::array<EndOfName, 10> units_of_names = {{{"gflops_per_w", "Gflop/J"},
                                                       {"_bytes_per_s", "B/s"},
                                                       {"_per_s", "1/s"},
                                                       {"_js2", "J s^2"},
                                                       {"_js", "J s"},
                                                       {"_s", "s"},
                                                       {"_bytes", "B"},
                                                       {"_j", "J"},
                                                       {"_w", "W"},
                                                       {"_kg", "kg"}}};

void check_pattern(const TomlFile& file, const toml::node& node, const std::string& pattern) {
  constexpr std::size_t longest = 1000;  // std::regex calls itself for each character
  if (pattern.size() > longest) {
    file.refuse(node, fmt::format("the expression has more than {} characters", longest), "");
  }
  try {
    if (std::regex(pattern).mark_count() == 0) {
      file.refuse(node, "the expression has no group", pattern,
                  "put the number into brackets, such as time=([0-9.e+-]+)");
    }
  } catch (const std::regex_error& error) {
    file.refuse(node, fmt::format("malformed expression ({})", error.what()), pattern);
  }
}

Result result_of(const TomlFile& file, const std::string& name, const toml::table& table,
                 bool uses_smpirun) {
  static constexpr std::array<std::string_view, 5> keys = {"from", "regex", "key", "better",
                                                           "unit"};
  static constexpr std::array<std::string_view, 2> origins = {"stdout", "summary"};
  static constexpr std::array<std::string_view, 2> directions = {"higher", "lower"};
  file.check_keys(table, keys);
  const toml::node& origin = file.required(table, "from", "a result", "stdout or summary");
  const bool is_text = choice(file, origin, "origin of a result", origins) == 0;
  if (!is_text && !uses_smpirun) {
    file.refuse(origin, "a command writes no summary", "summary", "use 'program', or stdout");
  }
  Result result{.name = name, .pattern = {}, .unit = {}};
  result.from = is_text ? Result::From::stdout_text : Result::From::summary;
  const toml::node& pattern = file.required(table, is_text ? "regex" : "key", "this result");
  if (const toml::node* other = table.get(is_text ? "key" : "regex")) {
    file.refuse(
        *other,
        is_text ? "a result from stdout has a regex" : "a result from the summary has a key",
        is_text ? "key" : "regex");
  }
  result.pattern = file.text(pattern, "this");
  if (is_text) check_pattern(file, pattern, result.pattern);
  if (const toml::node* better = table.get("better")) {
    const bool is_higher = choice(file, *better, "direction of a result", directions) == 0;
    result.better = is_higher ? Result::Better::higher : Result::Better::lower;
  }
  const toml::node* unit = table.get("unit");
  if (unit != nullptr) {
    result.unit = file.text(*unit, "'unit'");
  } else if (!is_text) {
    result.unit = summary_unit(result.pattern);
  }
  return result;
}

}  // namespace

std::size_t choice(const TomlFile& file, const toml::node& node, std::string_view what,
                   std::span<const std::string_view> known) {
  const std::string word = file.text(node, what);
  const auto found = std::ranges::find(known, word);
  if (found == known.end()) {
    file.refuse(
        node, fmt::format("unknown {}", what), word,
        kernel::did_you_mean(word, known, fmt::format("known: {}", fmt::join(known, ", "))));
  }
  return static_cast<std::size_t>(found - known.begin());
}

std::vector<Result> read_results(const TomlFile& file, const toml::node& node, bool uses_smpirun) {
  std::vector<std::pair<toml::source_position, Result>> found;
  for (const auto& [key, entry] : file.table(node, "[results]")) {
    found.emplace_back(
        entry.source().begin,
        result_of(file, std::string(key.str()), file.table(entry, "a result"), uses_smpirun));
  }
  // The first of the file counts most; toml++ sorts by name.
  std::ranges::stable_sort(
      found, {}, [](const auto& one) { return std::pair(one.first.line, one.first.column); });
  std::vector<Result> results;
  for (auto& [position, one] : found) results.push_back(std::move(one));
  return results;
}

std::string summary_unit(std::string_view key) {
  // Parts of the energy are by class and by phase, times by kernel, whatever these are called.
  if (key.starts_with("energy.by_")) return "J";
  if (key.starts_with("kernels.")) return "s";
  for (const auto& [end, unit] : units_of_names) {
    if (key.ends_with(end)) return unit;
  }
  return "";
}

}  // namespace smpi::study
