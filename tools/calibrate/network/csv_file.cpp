// SPDX-License-Identifier: BSD-3-Clause
//
// Lines are split when the file is read; numbers are parsed when they are asked for.
#include "tools/calibrate/network/csv_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "kernel/error.h"
#include "kernel/read_file.h"

namespace smpi::calibrate::network {
namespace {

constexpr std::size_t header_lines = 1;

std::vector<std::string_view> split(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find(separator);
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

CsvFile::CsvFile(const std::string& path, std::string_view columns)
    : path_(path), content_(kernel::read_file(path, "this table", {.file = path})) {
  names_ = split(columns, ',');
  std::vector<std::string_view> lines = split(content_, '\n');
  const std::string_view last = lines.back();
  lines.pop_back();
  if (lines.empty() || lines.front() != columns) {
    throw kernel::InputError("the first line does not name the columns",
                             {.file = path,
                              .line = 1,
                              .text = std::string(lines.empty() ? last : lines.front()),
                              .hint = fmt::format("expected {}", columns)});
  }
  for (std::size_t i = header_lines; i < lines.size(); i++) {
    rows_.push_back(split(lines[i], ','));
    if (rows_.back().size() != names_.size()) {
      refuse(rows_.size() - 1, fmt::format("not {} fields", names_.size()), lines[i]);
    }
  }
  if (!last.empty()) {
    refuse(rows_.size(), "the file ends within a line", last,
           "it was cut off; measure again, or copy the whole file");
  }
}

double CsvFile::number(std::size_t row, std::size_t column, double least) const {
  const std::string_view text = field(row, column);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    refuse(row, fmt::format("{} is not a number", names_[column]), text);
  }
  if (value < least) refuse(row, fmt::format("{} is below {}", names_[column], least), text);
  return value;
}

std::int64_t CsvFile::whole(std::size_t row, std::size_t column, std::int64_t least) const {
  const std::string_view text = field(row, column);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    refuse(row, fmt::format("{} is not a whole number", names_[column]), text);
  }
  if (value < least) refuse(row, fmt::format("{} is below {}", names_[column], least), text);
  return value;
}

void CsvFile::refuse(std::size_t row, std::string_view message, std::string_view text,
                     std::string_view hint) const {
  throw kernel::InputError(std::string(message), {.file = path_,
                                                  .line = static_cast<int>(row + header_lines + 1),
                                                  .text = std::string(text),
                                                  .hint = std::string(hint)});
}

}  // namespace smpi::calibrate::network
