// SPDX-License-Identifier: BSD-3-Clause
//
// Checked access to a TOML file.
#include "models/readers/toml_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "kernel/error.h"
#include "kernel/read_file.h"

namespace smpi::models {
namespace {

// As the user would recognise it in the file; long values are cut.
std::string node_text(const toml::node& node) {
  if (const auto* value = node.as_string()) return value->get();
  if (const auto* value = node.as_floating_point()) return fmt::format("{}", value->get());
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  std::string shown = text.str();
  constexpr std::size_t longest = 60;
  if (shown.size() > longest) shown = shown.substr(0, longest) + "...";
  return shown;
}

}  // namespace

TomlFile::TomlFile(const std::string& path) : path_(path) {
  const std::string content = kernel::read_file(path, "this file", {.file = path});
  try {
    root_ = toml::parse(content, path);
  } catch (const toml::parse_error& error) {
    const toml::source_position where = error.source().begin;
    throw kernel::InputError(fmt::format("{} (column {})", error.description(), where.column),
                             {.file = path, .line = static_cast<int>(where.line)});
  }
}

void TomlFile::refuse(const toml::node& node, const std::string& message, const std::string& text,
                      const std::string& hint) const {
  throw kernel::InputError(message,
                           {.file = path_, .line = line_of(node), .text = text, .hint = hint});
}

void TomlFile::check_keys(const toml::table& table, std::span<const std::string_view> known) const {
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    refuse(
        node, "unknown key", std::string(name),
        kernel::did_you_mean(name, known, fmt::format("known here: {}", fmt::join(known, ", "))));
  }
}

double TomlFile::number(const toml::node& node, std::string_view what) const {
  const auto value = node.value<double>();
  if (!node.is_number() || !value || !std::isfinite(*value)) {
    refuse(node, fmt::format("{} must be a number", what), node_text(node));
  }
  return *value;
}

std::string TomlFile::text(const toml::node& node, std::string_view what) const {
  const auto* value = node.as_string();
  if (value == nullptr) refuse(node, fmt::format("{} must be a text", what), node_text(node));
  return value->get();
}

const toml::table& TomlFile::table(const toml::node& node, std::string_view what) const {
  const toml::table* value = node.as_table();
  if (value == nullptr) refuse(node, fmt::format("{} must be a table", what), node_text(node));
  return *value;
}

bool TomlFile::boolean(const toml::node& node, std::string_view what) const {
  const auto* value = node.as_boolean();
  if (value == nullptr) {
    refuse(node, fmt::format("{} must be true or false", what), node_text(node));
  }
  return value->get();
}

std::uint64_t TomlFile::whole(const toml::node& node, std::string_view what, std::uint64_t least,
                              std::uint64_t most) const {
  const auto* value = node.as_integer();
  if (value == nullptr || value->get() < 0 || static_cast<std::uint64_t>(value->get()) < least ||
      static_cast<std::uint64_t>(value->get()) > most) {
    refuse(node, fmt::format("{} must be a whole number of {} to {}", what, least, most),
           node_text(node));
  }
  return static_cast<std::uint64_t>(value->get());
}

const toml::array& TomlFile::array(const toml::node& node, std::string_view what) const {
  const toml::array* value = node.as_array();
  if (value == nullptr) refuse(node, fmt::format("{} must be a list", what), node_text(node));
  return *value;
}

double TomlFile::speed_flops(const toml::node& node, std::string_view what) const {
  const double flops = value_of(node, what, Quantity::speed_flops);
  if (flops <= 0) {
    refuse(node, fmt::format("{} must be positive", what), node_text(node),
           "speeds are flop/s, written like 1Gf, 250Mf");
  }
  return flops;
}

double TomlFile::value_of(const toml::node& node, std::string_view what, Quantity quantity) const {
  if (!node.is_string()) return number(node, what);
  return parse_quantity(text(node, what), quantity, {.file = path_, .line = line_of(node)}).value;
}

double TomlFile::quantity(const toml::node& node, std::string_view what, Quantity quantity) const {
  const double value = value_of(node, what, quantity);
  if (value < 0) {
    refuse(node, fmt::format("{} must not be negative", what), node_text(node),
           fmt::format("a number without a unit is taken as {}", base_unit_name(quantity)));
  }
  return value;
}

const toml::node& TomlFile::required(const toml::table& table, std::string_view key,
                                     std::string_view what, const std::string& hint) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) refuse(table, fmt::format("{} needs '{}'", what, key), "", hint);
  return *node;
}

}  // namespace smpi::models
