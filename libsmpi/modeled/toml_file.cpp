// SPDX-License-Identifier: BSD-3-Clause
//
// Checked access to a TOML file.
#include "libsmpi/modeled/toml_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "kernel/error.h"
#include "kernel/read_file.h"
#include "models/platform/units.h"

namespace smpi::modeled {
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
  const std::string content =
      kernel::read_file(path, "this file", {.file = path, .line = 0, .text = "", .hint = ""});
  try {
    root_ = toml::parse(content, path);
  } catch (const toml::parse_error& error) {
    const toml::source_position where = error.source().begin;
    throw kernel::InputError(
        fmt::format("{} (column {})", error.description(), where.column),
        {.file = path, .line = static_cast<int>(where.line), .text = "", .hint = ""});
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
    const std::string nearest = kernel::nearest_name(name, known);
    refuse(node, "unknown key", std::string(name),
           nearest.empty() ? fmt::format("known here: {}", fmt::join(known, ", "))
                           : fmt::format("did you mean '{}'?", nearest));
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

double TomlFile::speed_flops(const toml::node& node, std::string_view what) const {
  double flops = 0;
  if (node.is_string()) {
    flops = models::parse_quantity(text(node, what), models::Quantity::speed_flops,
                                   {.file = path_, .line = line_of(node), .text = "", .hint = ""})
                .value;
  } else {
    flops = number(node, what);
  }
  if (flops <= 0) {
    refuse(node, fmt::format("{} must be positive", what), node_text(node),
           "speeds are flop/s, written like 1Gf, 250Mf");
  }
  return flops;
}

}  // namespace smpi::modeled
