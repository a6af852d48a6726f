// SPDX-License-Identifier: BSD-3-Clause
//
// Parsing of the tables. Rows may come in any order; two equal thresholds are refused because one
// of them would be silently ignored.
#include "models/network/factors.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernel/error.h"

namespace smpi::models {
namespace {

// The numbers of each row, `threshold:value...`, split at ';' and ':'.
std::vector<std::vector<double>> split_rows(std::string_view option, std::string_view text,
                                            const char* form) {
  const auto refuse = [&](std::string_view part) {
    throw kernel::InputError(fmt::format("option {} needs a table", option),
                             {.text = std::string(part), .hint = fmt::format("such as {}", form)});
  };
  std::vector<std::vector<double>> rows;
  while (!text.empty()) {
    const std::size_t end = text.find(';');
    std::string_view part = text.substr(0, end);
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    std::vector<double>& row = rows.emplace_back();
    for (std::string_view rest = part;;) {
      const std::size_t colon = rest.find(':');
      const std::string_view field = rest.substr(0, colon);
      double value = 0;
      const auto [last, error] = std::from_chars(field.data(), field.data() + field.size(), value);
      if (error != std::errc() || last != field.data() + field.size() || !std::isfinite(value)) {
        refuse(part);
      }
      row.push_back(value);
      if (colon == std::string_view::npos) break;
      rest = rest.substr(colon + 1);
    }
  }
  if (rows.empty()) refuse(text);
  return rows;
}

template <typename Row>
void sort_rows(std::string_view option, std::vector<Row>& rows) {
  std::sort(rows.begin(), rows.end(),
            [](const Row& a, const Row& b) { return a.threshold_bytes > b.threshold_bytes; });
  for (std::size_t i = 1; i < rows.size(); i++) {
    if (rows[i].threshold_bytes == rows[i - 1].threshold_bytes) {
      throw kernel::InputError(fmt::format("option {} gives two rows for one size", option),
                               {.text = fmt::format("{}", rows[i].threshold_bytes)});
    }
  }
}

[[noreturn]] void refuse_row(std::string_view option, const char* expected) {
  throw kernel::InputError(fmt::format("option {} needs {}", option, expected));
}

}  // namespace

StepTable::StepTable(std::string_view option, std::string_view text, double below) : below_(below) {
  const auto parsed = split_rows(option, text, "65472:0.94;15424:0.69;0:0.81, or one number");
  if (parsed.size() == 1 && parsed[0].size() == 1) {
    below_ = parsed[0][0];
    if (below_ < 0) refuse_row(option, "a factor of at least 0");
    return;
  }
  for (const auto& row : parsed) {
    if (row.size() != 2) refuse_row(option, "rows of the form size:factor");
    if (row[1] < 0) refuse_row(option, "factors of at least 0");
    rows_.push_back({row[0], row[1]});
  }
  sort_rows(option, rows_);
}

double StepTable::smallest() const {
  double value = below_;
  for (const Row& row : rows_) value = std::min(value, row.value);
  return value;
}

double StepTable::largest() const {
  double value = below_;
  for (const Row& row : rows_) value = std::max(value, row.value);
  return value;
}

}  // namespace smpi::models
