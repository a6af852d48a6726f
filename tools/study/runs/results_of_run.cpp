// SPDX-License-Identifier: BSD-3-Clause
//
// Line by line: std::regex recurses, and a program may print a line of a gigabyte.
#include "tools/study/runs/results_of_run.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

namespace smpi::study {
namespace {

constexpr std::size_t line_most_bytes = 4096;

std::optional<double> number_of(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [rest, status] = std::from_chars(begin, end, number);
  if (status != std::errc{} || rest != end || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<std::string> matched_text(const std::string& pattern, std::string_view output) {
  const std::regex expression(pattern);
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, std::min(end, line_most_bytes));
    std::match_results<std::string_view::const_iterator> match;
    if (std::regex_search(line.begin(), line.end(), match, expression)) return match[1].str();
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  return std::nullopt;
}

const nlohmann::json* inside(const nlohmann::json& json, std::string_view key) {
  const nlohmann::json* place = &json;
  while (!key.empty()) {
    const std::size_t end = std::min(key.find('.'), key.size());
    const auto found = place->is_object() ? place->find(key.substr(0, end)) : place->end();
    if (found == place->end()) return nullptr;
    place = &*found;
    key.remove_prefix(std::min(end + 1, key.size()));
  }
  return place;
}

}  // namespace

FoundValues find_values(const std::vector<Result>& results, std::string_view output,
                        const std::string& summary) {
  FoundValues found;
  const nlohmann::json json = nlohmann::json::parse(summary, nullptr, false);
  for (const Result& result : results) {
    std::optional<double> number;
    if (result.from == Result::From::stdout_text) {
      const std::optional<std::string> text = matched_text(result.pattern, output);
      if (text) number = number_of(*text);
      if (!number) {
        found.missing = text ? fmt::format("'{}' is not a number: '{}'", result.name, *text)
                             : fmt::format("no line of its output matches '{}'", result.name);
        return found;
      }
    } else {
      const nlohmann::json* value = inside(json, result.pattern);
      if (value == nullptr || !value->is_number()) {
        found.missing = fmt::format("its summary has no number '{}'", result.pattern);
        return found;
      }
      number = value->get<double>();
    }
    found.values.emplace_back(result.name, *number);
  }
  return found;
}

}  // namespace smpi::study
