// SPDX-License-Identifier: BSD-3-Clause
//
// Texts in [future] stay TOML: a text is written with quotes, unless the key wants a number.
#include "tools/study/plan/split_future.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "models/readers/toml_file.h"
#include "tools/study/plan/parameters_reader.h"

namespace smpi::study {
namespace {

struct Key {
  std::string_view name;
  bool is_number;
};
constexpr std::array<Key, 5> keys = {{{"bandwidth", true},
                                      {"latency", true},
                                      {"speed", true},
                                      {"pstate", true},
                                      {"scenario", false}}};

const Axis* first_split(const std::vector<Axis>& axes) {
  const auto found = std::ranges::find_if(axes, [](const Axis& axis) { return axis.from_s > 0; });
  return found == axes.end() ? nullptr : &*found;
}

std::string change_text(const models::TomlFile& file, const toml::node& node, const Key& key) {
  std::string text = node.is_number() ? value_text(parameter_value(file, node))
                                      : file.text(node, fmt::format("'{}'", key.name));
  if (key.is_number) return text;
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(file.path()).parent_path();
  return fmt::format("'{}'", (folder / text).lexically_normal().native());
}

}  // namespace

std::string SplitFuture::lines(std::span<const Value> values) const {
  std::string text;
  for (const auto& [key, change] : changes)
    text += fmt::format("{} = {}\n", key, change.fill(values));
  return text;
}

std::optional<SplitFuture> read_split_future(const models::TomlFile& file,
                                             const std::vector<Axis>& axes,
                                             std::span<const std::string> template_names) {
  const toml::node* node = file.root().get("future");
  const Axis* const split = first_split(axes);
  if (node == nullptr && split == nullptr) return std::nullopt;
  if (node == nullptr) {
    file.refuse(*file.root().get("parameters"),
                "a parameter with 'from' changes what [future] says", split->names.front(),
                "such as bandwidth = \"{x}\" in [future]");
  }
  if (split == nullptr) {
    file.refuse(*node, "a future needs a parameter with 'from'", "[future]",
                "such as x = { values = [1, 0.5], from = \"120s\" }");
  }
  SplitFuture future{.at_s = split->from_s, .changes = {}, .nodes = {}};
  for (const Axis& axis : axes) {
    if (axis.from_s == 0 || axis.from_s == future.at_s) continue;
    file.refuse(*file.root().get("parameters"), "all parameters with 'from' have the same one",
                axis.names.front());
  }
  const toml::table& table = file.table(*node, "[future]");
  std::vector<std::string_view> known;
  for (const Key& key : keys) known.push_back(key.name);
  file.check_keys(table, known);
  for (const Key& key : keys) {
    const toml::node* entry = table.get(key.name);
    if (entry == nullptr) continue;
    try {
      future.changes.emplace_back(key.name,
                                  Template(change_text(file, *entry, key), template_names));
    } catch (const FormulaError& error) {
      file.refuse(*entry, error.what(), error.text, error.hint);
    }
    future.nodes.push_back(entry);
  }
  if (future.changes.empty()) file.refuse(*node, "a future that changes nothing", "[future]");
  return future;
}

std::vector<std::string> names_of_the_past(const std::vector<Axis>& axes,
                                           std::vector<std::string> template_names) {
  for (const Axis& axis : axes) {
    if (axis.from_s == 0) continue;
    for (const std::string& name : axis.names)
      std::ranges::replace(template_names, name, std::string());
  }
  return template_names;
}

std::string futures_file(double at_s,
                         std::span<const std::pair<std::string, std::string>> futures) {
  std::string text = fmt::format("at = {}\nfolder = \"futures\"\n", at_s);
  for (const auto& [name, lines] : futures) {
    text += fmt::format("\n[[future]]\nname = \"{}\"\n{}", name, lines);
  }
  return text;
}

}  // namespace smpi::study
