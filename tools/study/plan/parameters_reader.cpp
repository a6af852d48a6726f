// SPDX-License-Identifier: BSD-3-Clause
//
// The ways to write the values of a parameter: a list, a range, and several that change together.
// Each may be a table with workload = true.
#include "tools/study/plan/parameters_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "models/readers/toml_file.h"

namespace smpi::study {
namespace {

class ParameterReader {
 public:
  explicit ParameterReader(const models::TomlFile& file) : file_(file) {}
  Axis axis(std::string_view name, const toml::node& node) const;

 private:
  void check(const toml::table& table, std::initializer_list<std::string_view> known) const {
    file_.check_keys(table, std::span(known.begin(), known.size()));
  }
  Axis range(std::string_view name, const toml::table& table) const;
  Axis zip(const toml::table& table) const;
  Axis of_table(std::string_view name, const toml::table& table) const;

  const models::TomlFile& file_;
};

// std::regex would fill the stack with a name of 100,000 letters.
bool is_name(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
  constexpr std::string_view digits = "0123456789";
  if (text.empty() || digits.find(text.front()) != std::string_view::npos) return false;
  return std::ranges::all_of(text, [&](char c) {
    return letters.find(c) != std::string_view::npos || digits.find(c) != std::string_view::npos;
  });
}

// { from = 1, to = 16 }, { from = 1, to = 2, step = 0.5 } or { from = 1, to = 1e6, log = 7 }.
Axis ParameterReader::range(std::string_view name, const toml::table& table) const {
  check(table, {"from", "to", "step", "log", "workload"});
  const std::string what = fmt::format("the range of '{}'", name);
  const double from = file_.number(file_.required(table, "from", what), "'from'");
  const toml::node& end = file_.required(table, "to", what);
  const double to = file_.number(end, "'to'");
  Axis axis{.names = {std::string(name)}, .rows = {}};
  if (const toml::node* node = table.get("log")) {
    const auto count = file_.whole(*node, "'log'", 2, points_most);
    if (table.contains("step")) file_.refuse(*node, "a range has a step or is logarithmic", "log");
    if (from <= 0 || to <= from) file_.refuse(table, "the range is empty", std::string(name));
    // Between whole numbers all are whole: they are sizes and ranks.
    const bool is_whole = from == std::floor(from) && to == std::floor(to);
    for (std::uint64_t i = 0; i < count; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(count - 1);
      const double value = i + 1 == count ? to : from * std::pow(to / from, share);
      const Value entry = is_whole ? std::round(value) : value;
      if (axis.rows.empty() || axis.rows.back().front() != entry) axis.rows.push_back({entry});
    }
    return axis;
  }
  double step = 1;
  if (!table.contains("step") && from < to) axis.span = Span{from, to};
  if (const toml::node* node = table.get("step")) step = file_.number(*node, "'step'");
  // So that 0, 0.1 .. 1 has its end in spite of rounding.
  const double count = std::floor((to - from) / step + 1e-9) + 1;
  if (step == 0 || !(count >= 1)) {
    file_.refuse(table, "the range is empty", std::string(name),
                 fmt::format("from {} to {} in steps of {} there is nothing", from, to, step));
  }
  if (count > static_cast<double>(points_most)) {
    file_.refuse(table, "the range has too many values", std::string(name));
  }
  for (double i = 0; i < count; ++i) axis.rows.push_back({from + i * step});
  return axis;
}

// { zip = ["p", "q"], values = [[16, 32], [8, 64]] }.
Axis ParameterReader::zip(const toml::table& table) const {
  check(table, {"zip", "values", "workload", "from"});
  Axis axis;
  for (const toml::node& node : file_.array(*table.get("zip"), "'zip'")) {
    axis.names.push_back(file_.text(node, "a name in 'zip'"));
  }
  if (axis.names.empty()) file_.refuse(table, "'zip' has no names", "");
  const toml::node& values = file_.required(table, "values", "a zip");
  for (const toml::node& node : file_.array(values, "'values'")) {
    std::vector<Value> row;
    for (const toml::node& entry : file_.array(node, "an entry of 'values'")) {
      row.push_back(parameter_value(file_, entry));
    }
    if (row.size() != axis.names.size()) {
      file_.refuse(node, fmt::format("{} values for {} names", row.size(), axis.names.size()), "");
    }
    axis.rows.push_back(std::move(row));
  }
  return axis;
}

Axis ParameterReader::of_table(std::string_view name, const toml::table& table) const {
  if (table.contains("zip")) return zip(table);
  const toml::node* values = table.get("values");
  if (values == nullptr) return range(name, table);
  check(table, {"values", "workload", "from"});
  return axis(name, *values);
}

Axis ParameterReader::axis(std::string_view name, const toml::node& node) const {
  Axis axis{.names = {std::string(name)}, .rows = {}};
  if (const toml::table* table = node.as_table()) {
    axis = of_table(name, *table);
    if (const toml::node* entry = table->get("workload")) {
      axis.is_workload = file_.boolean(*entry, "'workload'");
    }
    const bool is_range = !table->contains("values");
    if (const toml::node* entry = is_range ? nullptr : table->get("from")) {
      axis.from_s = file_.quantity(*entry, "'from'", models::Quantity::time_s);
      if (axis.from_s == 0) file_.refuse(*entry, "a future begins after 0 s", std::string(name));
      if (axis.is_workload)
        file_.refuse(*entry, "a workload is what it is from the start", "workload");
    }
  } else if (const toml::array* array = node.as_array()) {
    for (const toml::node& entry : *array) axis.rows.push_back({parameter_value(file_, entry)});
  } else {
    axis.rows.push_back({parameter_value(file_, node)});
  }
  if (axis.rows.empty()) {
    file_.refuse(node, "a parameter without values", std::string(name), "such as [1, 2, 4]");
  }
  return axis;
}

}  // namespace

Value parameter_value(const models::TomlFile& file, const toml::node& node) {
  if (node.is_string()) return file.text(node, "a value");
  if (node.is_number()) return file.number(node, "a value");
  file.refuse(node, "a value of a parameter is a number or a text", "");
}

std::vector<Axis> read_parameters(const models::TomlFile& file) {
  static const std::set<std::string> reserved = {"seed", "replica", "and", "or"};
  std::vector<std::pair<const toml::node*, Axis>> found;
  if (const toml::node* node = file.root().get("parameters")) {
    const ParameterReader reader(file);
    for (const auto& [key, entry] : file.table(*node, "[parameters]")) {
      found.emplace_back(&entry, reader.axis(key.str(), entry));
    }
  }
  // In the order of the file; toml++ sorts by name.
  std::ranges::stable_sort(found, {}, [](const auto& one) {
    const toml::source_position begin = one.first->source().begin;
    return std::pair(begin.line, begin.column);
  });
  std::set<std::string> seen;
  std::vector<Axis> axes;
  for (auto& [node, axis] : found) {
    for (const std::string& name : axis.names) {
      if (!is_name(name)) {
        file.refuse(*node, "a parameter is named by letters, digits and '_'", name);
      }
      if (reserved.contains(name)) file.refuse(*node, "this name has a meaning in formulas", name);
      if (!seen.insert(name).second) file.refuse(*node, "the parameter has two ranges", name);
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

}  // namespace smpi::study
