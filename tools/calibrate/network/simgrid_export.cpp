// SPDX-License-Identifier: BSD-3-Clause
//
// Factors are tables of sizes on the wire: 16 bytes more than the payload. The first row holds from
// 0 on.
#include "tools/calibrate/network/simgrid_export.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <vector>

#include "kernel/error.h"
#include "models/readers/toml_file.h"

namespace smpi::calibrate::network {
namespace {

using models::TomlFile;

constexpr double header_bytes = 16;
constexpr std::array<std::string_view, 10> known_sections = {
    "format",    "origin", "reference", "sizes",   "protocol",
    "overheads", "remote", "loopback",  "sharing", "noise"};

std::string digits(double value) {
  return fmt::format("{:.12g}", value);
}

std::string property(std::string_view id, const std::string& value) {
  return fmt::format("    <prop id=\"{}\" value=\"{}\"/>\n", id, value);
}

// Rows of numbers, ascending in the first, none negative.
std::vector<std::vector<double>> rows_of(const TomlFile& file, const toml::node& node,
                                         std::string_view key, std::size_t numbers) {
  std::vector<std::vector<double>> rows;
  for (const toml::node& entry : file.array(node, key)) {
    const toml::array& fields = file.array(entry, key);
    if (fields.size() < numbers) {
      file.refuse(entry, fmt::format("a row of {} has {} numbers", key, numbers), "");
    }
    std::vector<double>& row = rows.emplace_back();
    for (std::size_t i = 0; i < numbers; i++) {
      row.push_back(file.number(*fields.get(i), key));
      if (row.back() < 0) file.refuse(entry, "a negative value", digits(row.back()));
    }
    if (rows.size() > 1 && row[0] <= rows[rows.size() - 2][0]) {
      file.refuse(entry, fmt::format("rows of {} must ascend", key), digits(row[0]));
    }
  }
  return rows;
}

// threshold:value;... of one column; sizes are on the wire.
std::string factor_table(const std::vector<std::vector<double>>& rows, std::size_t column) {
  std::string text;
  for (const std::vector<double>& row : rows) {
    const double threshold = row[0] > 0 ? row[0] + header_bytes : 0;
    text += fmt::format("{}{}:{}", text.empty() ? "" : ";", digits(threshold), digits(row[column]));
  }
  return text;
}

std::string overhead_table(const std::vector<std::vector<double>>& rows) {
  std::string text;
  for (const std::vector<double>& row : rows) {
    text += fmt::format("{}{}:{}:{}", text.empty() ? "" : ";", digits(row[0]), digits(row[1]),
                        digits(row[2]));
  }
  return text;
}

std::string protocol(const TomlFile& file, const toml::node& node) {
  const toml::table& table = file.table(node, "protocol");
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  std::string text;
  const auto threshold = [&](std::string_view key, std::string_view option) {
    if (const toml::node* value = table.get(key)) {
      text += property(option, fmt::format("{}", file.whole(*value, key, 0, most)));
    }
  };
  threshold("async_small_thresh", "smpi/async-small-thresh");
  threshold("detached_thresh", "smpi/send-is-detached-thresh");
  return text;
}

std::string overheads(const TomlFile& file, const toml::node& node) {
  const toml::table& table = file.table(node, "overheads");
  std::string text;
  for (const std::string_view key : {"os", "ois", "or"}) {
    const toml::node* rows = table.get(key);
    if (rows == nullptr) continue;
    text += property(fmt::format("smpi/{}", key), overhead_table(rows_of(file, *rows, key, 3)));
  }
  for (const std::string_view key : {"iprobe", "test", "wtime"}) {
    const toml::node* value = table.get(key);
    if (value == nullptr) continue;
    text += property(fmt::format("smpi/{}", key), digits(file.number(*value, key)));
  }
  return text;
}

std::string factors(const TomlFile& file, const toml::node& node, std::string_view prefix) {
  const toml::table& table = file.table(node, "factors");
  const auto rows = rows_of(file, file.required(table, "factors", "a route"), "factors", 3);
  return property(fmt::format("{}latency-factor", prefix), factor_table(rows, 1)) +
         property(fmt::format("{}bandwidth-factor", prefix), factor_table(rows, 2));
}

std::string comments(const TomlFile& file) {
  const toml::table& root = file.root();
  std::string text;
  if (const toml::node* node = root.get("reference")) {
    const toml::table& table = file.table(*node, "reference");
    text += fmt::format(
        "    <!-- factors refer to links of {}, {}, {} on a route -->\n",
        file.text(file.required(table, "bandwidth", "reference"), "bandwidth"),
        file.text(file.required(table, "latency", "reference"), "latency"),
        file.whole(file.required(table, "links_on_route", "reference"), "links_on_route", 1, 1000));
  }
  if (root["protocol"]["socket_buffer"].is_value()) {
    text += "    <!-- socket_buffer has no option here: smpirun takes it from the file -->\n";
  }
  for (const std::string_view section : {"loopback", "noise", "sharing"}) {
    if (!root.contains(section)) continue;
    text += fmt::format("    <!-- [{}] has no option here: smpirun takes it from the file -->\n",
                        section);
  }
  return text;
}

}  // namespace

std::string simgrid_config(const std::string& path) {
  const TomlFile file(path);
  const toml::table& root = file.root();
  std::vector<std::string_view> sections(known_sections.begin(), known_sections.end());
  sections.push_back("quality");
  file.check_keys(root, sections);
  const toml::node& format = file.required(root, "format", "a network file", "format = 1");
  if (file.whole(format, "format", 0, 1000) != 1) {
    file.refuse(format, "an unknown format", "", "this version reads format = 1");
  }
  std::string text = "  <config>\n" + comments(file);
  if (const toml::node* node = root.get("protocol")) text += protocol(file, *node);
  if (const toml::node* node = root.get("overheads")) text += overheads(file, *node);
  if (const toml::node* node = root.get("remote")) text += factors(file, *node, "network/");
  if (const toml::node* node = root.get("sharing")) {
    const toml::table& table = file.table(*node, "sharing");
    if (const toml::node* value = table.get("crosstraffic")) {
      const std::string traffic = file.text(*value, "crosstraffic");
      text += property("network/crosstraffic", traffic == "no" ? "no" : "yes");
    }
  }
  return text + "  </config>\n";
}

}  // namespace smpi::calibrate::network
