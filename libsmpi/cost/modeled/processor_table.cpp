// SPDX-License-Identifier: BSD-3-Clause
//
// Reading tables of processors, and finding the row of one.
#include "libsmpi/cost/modeled/processor_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/cost_file.h"
#include "models/readers/toml_file.h"

namespace smpi::modeled {
namespace {

constexpr std::string_view processors_key = "processors";
constexpr std::string_view per_host_key = "per_host";
constexpr std::string_view ranks_key = "ranks";
constexpr std::string_view calibration_key = "calibration";
constexpr std::string_view terms_key_of_table = "terms";
constexpr std::string_view rows_key = "rows";
constexpr std::uint64_t processors_max = 65536;
constexpr const char* row_example = "[\"host\", 0, [7.1e-11, 5.3e-7], [1.8e-12, 6.4e-7]]";

// The table of a calibration among those of a routine.
const toml::table& chosen_table(const TomlFile& file, const toml::node& tables,
                                const std::string& calibration) {
  std::vector<std::string> names;
  const toml::table* chosen = nullptr;
  for (const toml::node& node : file.array(tables, "table")) {
    const toml::table& table = file.table(node, "a table of processors");
    file.check_keys(table, std::array{calibration_key, terms_key_of_table, rows_key});
    const toml::node* name = table.get(calibration_key);
    names.push_back(name == nullptr ? "" : file.text(*name, calibration_key));
    if (std::count(names.begin(), names.end(), names.back()) > 1) {
      file.refuse(name == nullptr ? node : *name, "a second table of the same calibration",
                  names.back(), "give each its own calibration = \"...\"");
    }
    if (chosen == nullptr && (calibration.empty() || calibration == names.back())) chosen = &table;
  }
  if (chosen != nullptr) return *chosen;
  const std::vector<std::string_view> known(names.begin(), names.end());
  file.refuse(tables, "no table of this calibration", calibration,
              kernel::did_you_mean(calibration, known,
                                   fmt::format("there are: {}", fmt::join(names, ", "))));
}

std::vector<Formula> read_terms(const TomlFile& file, const toml::table& table,
                                std::span<const std::string> names) {
  const toml::node& node = file.required(table, terms_key_of_table, "a table of processors",
                                         "terms = [\"M*N*K\", \"1\"]");
  std::vector<Formula> terms;
  for (const toml::node& term : file.array(node, terms_key_of_table)) {
    terms.push_back(compile_formula(file, term, file.text(term, "a term"), names));
  }
  if (terms.empty()) file.refuse(node, "a table of processors without terms", "");
  return terms;
}

Formula read_sum(const TomlFile& file, const toml::node& node, const std::vector<Formula>& terms,
                 const char* what, bool may_be_negative) {
  const toml::array& coefficients = file.array(node, what);
  if (coefficients.size() != terms.size()) {
    file.refuse(node,
                coefficients.size() < terms.size()
                    ? fmt::format("a term is missing in the {}", what)
                    : fmt::format("too many numbers in the {}", what),
                fmt::format("{} of {}", coefficients.size(), terms.size()),
                "one coefficient for each of the table's terms; 0 for none");
  }
  Formula sum;
  for (std::size_t i = 0; i < terms.size(); i++) {
    const toml::node& one = *coefficients.get(i);
    const double coefficient = file.number(one, what);
    const bool is_possible = std::isfinite(coefficient) && (coefficient >= 0 || may_be_negative);
    if (!is_possible) {
      file.refuse(one, fmt::format("not a possible coefficient of the {}", what),
                  fmt::format("{}", coefficient),
                  may_be_negative
                      ? "a finite number of seconds"
                      : "standard deviations are sums of terms that are zero or positive");
    }
    sum.add(coefficient, terms[i]);
  }
  return sum;
}

}  // namespace

Processors read_processors(const TomlFile& file) {
  Processors processors;
  const toml::node* node = file.root().get(processors_key);
  if (node == nullptr) return processors;
  const toml::table& table = file.table(*node, processors_key);
  file.check_keys(table, std::array{per_host_key, ranks_key});
  const toml::node& count = file.required(table, per_host_key, "processors",
                                          "processors = {per_host = 2, ranks = \"cyclic\"}");
  processors.per_host =
      static_cast<std::uint32_t>(file.whole(count, per_host_key, 1, processors_max));
  if (const toml::node* ranks = table.get(ranks_key)) {
    const std::string order = file.text(*ranks, ranks_key);
    if (order != "cyclic" && order != "block") {
      file.refuse(*ranks, "unknown order of ranks", order,
                  "\"cyclic\": rank k of a host on processor k mod per_host; \"block\": by cores");
    }
    processors.order = order == "block" ? Processors::Order::block : Processors::Order::cyclic;
  }
  return processors;
}

ProcessorTable ProcessorTable::read(const TomlFile& file, const toml::node& tables,
                                    const std::string& calibration,
                                    std::span<const std::string> names,
                                    const Processors& processors, double reference_speed_flops) {
  const toml::table& table = chosen_table(file, tables, calibration);
  ProcessorTable result;
  result.file_ = file.path();
  result.line_ = TomlFile::line_of(table);
  result.per_host_ = processors.per_host;
  const std::vector<Formula> terms = read_terms(file, table, names);
  const toml::node& rows = file.required(table, rows_key, "a table of processors",
                                         fmt::format("rows = [{}]", row_example));
  std::set<std::pair<std::string, std::uint32_t>> seen;
  for (const toml::node& node : file.array(rows, rows_key)) {
    Row row = result.read_row(file, node, terms);
    if (!seen.emplace(row.host, row.processor).second) {
      file.refuse(node, "a second row of the same processor",
                  fmt::format("{}, {}", row.host, row.processor));
    }
    row.cost.scale(reference_speed_flops);
    result.rows_.push_back(std::move(row));
  }
  if (seen.empty()) file.refuse(rows, "a table of processors without rows", "", row_example);
  return result;
}

ProcessorTable::Row ProcessorTable::read_row(const TomlFile& file, const toml::node& node,
                                             const std::vector<Formula>& terms) const {
  const toml::array& items = file.array(node, "a row");
  constexpr std::size_t items_least = 3;
  constexpr std::size_t items_most = 4;
  if (items.size() < items_least || items.size() > items_most) {
    file.refuse(node, "a row is host, processor, means, and standard deviations if any",
                fmt::format("{} items", items.size()), row_example);
  }
  Row row{.host = file.text(*items.get(0), "the host of a row"),
          .processor = static_cast<std::uint32_t>(
              file.whole(*items.get(1), "the processor of a row", 0, per_host_ - 1)),
          .cost = {}};
  row.cost.flops = read_sum(file, *items.get(2), terms, "means of a row", true);
  if (items.size() == items_most) {
    row.cost.deviation_flops =
        read_sum(file, *items.get(3), terms, "standard deviations of a row", false);
    row.cost.has_deviation = !row.cost.deviation_flops.is_zero();
  }
  return row;
}

void ProcessorTable::find_hosts(const models::NameTable& hosts) {
  row_of_.assign(hosts.size() * per_host_, models::no_id);
  for (std::uint32_t i = 0; i < rows_.size(); i++) {
    const auto host = hosts.find(rows_[i].host);
    if (host) row_of_[*host * per_host_ + rows_[i].processor] = i;
  }
}

void ProcessorTable::require_rows(const models::NameTable& hosts,
                                  std::span<const models::HostId> used, bool has_others) const {
  for (const models::HostId host : used) {
    for (std::uint32_t i = 0; i < per_host_; i++) {
      const std::uint32_t processor = host * per_host_ + i;
      if (row(processor) != nullptr) {
        if (has_others) return;
        continue;
      }
      if (has_others) continue;
      throw kernel::InputError("a host has no row in the table of processors",
                               {.file = file_,
                                .line = line_,
                                .text = fmt::format("host {}, processor {}", hosts[host], i),
                                .hint = hint(hosts[host])});
    }
  }
  if (has_others && !used.empty()) {
    throw kernel::InputError("no host of the run has a row in the table of processors",
                             {.file = file_,
                              .line = line_,
                              .text = fmt::format("host {}", hosts[used.front()]),
                              .hint = hint(hosts[used.front()])});
  }
}

std::string ProcessorTable::hint(std::string_view host) const {
  std::vector<std::string_view> names;
  for (const Row& row : rows_) names.emplace_back(row.host);
  return kernel::did_you_mean(
      host, names,
      fmt::format("its hosts: {} to {}; give rows of all processors, or terms = {{...}} for hosts"
                  " without rows",
                  rows_.front().host, rows_.back().host));
}

std::string ProcessorTable::describe_missing(const models::NameTable& hosts,
                                             std::uint32_t processor) const {
  return fmt::format("{}:{}: host {}, processor {}: no row in the table of processors", file_,
                     line_, hosts[processor / per_host_], processor % per_host_);
}

}  // namespace smpi::modeled
