// SPDX-License-Identifier: BSD-3-Clause
//
// Parsing and look-up of options; the tables of options live with the layers that own them.
#include "kernel/options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "kernel/error.h"

namespace smpi::kernel {

bool parse_boolean(std::string_view value, bool& result) {
  for (std::string_view yes : {"yes", "on", "true", "1"}) {
    if (value == yes) return result = true;
  }
  for (std::string_view no : {"no", "off", "false", "0"}) {
    if (value == no) {
      result = false;
      return true;
    }
  }
  return false;
}

void Options::declare(std::span<const OptionSpec> table) {
  for (const OptionSpec& spec : table) {
    Entry entry{&spec, spec.default_value};
    parse(entry, spec.default_value, {});
    const bool added = entries_.emplace(spec.name, std::move(entry)).second;
    SIM_ASSERT(added, std::string("option declared twice: ") + spec.name);
  }
}

void Options::parse(Entry& entry, std::string_view value, const Origin& origin) {
  const auto refuse = [&](const char* expected) {
    throw InputError(fmt::format("option {} needs {}", entry.spec->name, expected),
                     {.file = origin.file,
                      .line = origin.line,
                      .text = std::string(value),
                      .hint = entry.spec->help});
  };
  if (entry.spec->kind == OptionKind::number) {
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), entry.number);
    if (error != std::errc() || end != value.data() + value.size() ||
        !std::isfinite(entry.number)) {
      refuse("a finite number");
    }
  } else if (entry.spec->kind == OptionKind::boolean) {
    if (!parse_boolean(value, entry.boolean)) refuse("yes or no");
  }
  entry.value = value;
}

void Options::set(std::string_view key, std::string_view value, const Origin& origin) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    std::vector<std::string_view> names;
    for (const auto& [name, entry] : entries_) names.push_back(name);
    throw InputError("unknown option",
                     {.file = origin.file,
                      .line = origin.line,
                      .text = std::string(key),
                      .hint = did_you_mean(key, names, "smpirun --help-cfg lists all options")});
  }
  Entry& entry = found->second;
  const bool from_command_line = origin.file.empty();
  if (entry.from_command_line && !from_command_line) return;
  parse(entry, value, origin);
  entry.set = true;
  entry.from_command_line = from_command_line;
}

void Options::set_from_argument(std::string_view argument) {
  while (!argument.empty()) {
    const std::size_t blank = argument.find_first_of(" \t\n");
    const std::string_view item = argument.substr(0, blank);
    argument = blank == std::string_view::npos ? "" : argument.substr(blank + 1);
    if (item.empty()) continue;
    const std::size_t colon = item.find(':');
    if (colon == std::string_view::npos) {
      throw InputError("an option is written key:value", {.text = std::string(item)});
    }
    set(item.substr(0, colon), item.substr(colon + 1));
  }
}

const Options::Entry& Options::find(std::string_view key) const {
  const auto found = entries_.find(key);
  SIM_ASSERT(found != entries_.end(), fmt::format("option {} was never declared", key));
  return found->second;
}

double Options::number(std::string_view key) const {
  return find(key).number;
}
bool Options::boolean(std::string_view key) const {
  return find(key).boolean;
}
const std::string& Options::text(std::string_view key) const {
  return find(key).value;
}
bool Options::is_set(std::string_view key) const {
  return find(key).set;
}

std::string Options::describe() const {
  std::string table;
  for (const auto& [name, entry] : entries_) {
    table += fmt::format("  {:<36} {} (default: {})\n", name, entry.spec->help,
                         entry.spec->default_value[0] == '\0' ? "none" : entry.spec->default_value);
  }
  return table;
}

}  // namespace smpi::kernel
