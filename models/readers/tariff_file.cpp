// SPDX-License-Identifier: BSD-3-Clause
//
// One pass over the lines; times are put in order at the end.
#include "models/readers/tariff_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "kernel/error.h"
#include "kernel/read_file.h"

namespace smpi::models {
namespace {

constexpr std::array<std::string_view, 4> columns = {"host_id", "timestamp", "carbon_intensity",
                                                     "price"};
enum Column : std::size_t { host, timestamp, carbon, price };

constexpr const char* form = "the first line is host_id,timestamp,carbon_intensity,price";

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t comma = line.find(',');
    fields.push_back(trim(line.substr(0, comma)));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  TariffFile read() {
    const std::string text = kernel::read_file(path_, "the file of tariffs", {.text = path_});
    std::string_view rest = text;
    for (line_ = 1; !rest.empty(); line_++) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = trim(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.empty() || line.front() == '#') continue;
      if (order_.empty()) {
        read_header(line);
      } else {
        read_point(line);
      }
    }
    if (file_.by_host.empty()) refuse("the file of tariffs has no tariff", "", form);
    for (auto& [name, entry] : file_.by_host) {
      std::ranges::stable_sort(entry.points, {}, &TariffPoint::time_s);
    }
    return std::move(file_);
  }

 private:
  void read_header(std::string_view line) {
    for (const std::string_view name : fields_of(line)) {
      const auto found = std::ranges::find(columns, name);
      if (found == columns.end()) {
        refuse("unknown column", name, kernel::did_you_mean(name, columns, form));
      }
      const auto column = static_cast<std::size_t>(found - columns.begin());
      if (std::ranges::count(order_, column) > 0) refuse("this column is there twice", name, form);
      order_.push_back(column);
    }
    const auto has = [&](std::size_t column) { return std::ranges::count(order_, column) > 0; };
    if (!has(host) || !has(timestamp) || (!has(carbon) && !has(price))) {
      refuse("columns are missing", line, form);
    }
  }

  void read_point(std::string_view line) {
    const std::vector<std::string_view> fields = fields_of(line);
    if (fields.size() != order_.size()) {
      refuse(fmt::format("{} fields for {} columns", fields.size(), order_.size()), line, "");
    }
    std::array<std::string_view, columns.size()> values;
    for (std::size_t i = 0; i < fields.size(); i++) values[order_[i]] = fields[i];
    if (values[host].empty()) refuse("a line without a host", line, "* stands for all others");
    const TariffPoint point{number(values[timestamp], timestamp, 0),
                            optional_number(values[carbon], carbon, 0),
                            optional_number(values[price], price, -HUGE_VAL)};
    if (!point.carbon_g && !point.price) refuse("a line that says nothing", line, form);
    const auto entry =
        file_.by_host.try_emplace(std::string(values[host]), TariffFile::Entry{{}, line_});
    entry.first->second.points.push_back(point);
  }

  std::optional<double> optional_number(std::string_view text, std::size_t column, double least) {
    if (text.empty()) return std::nullopt;
    return number(text, column, least);
  }

  double number(std::string_view text, std::size_t column, double least) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
      refuse(fmt::format("{} is not a number", columns[column]), text, "");
    }
    if (value < least) refuse(fmt::format("{} cannot be negative", columns[column]), text, "");
    return value;
  }

  [[noreturn]] void refuse(const std::string& problem, std::string_view text,
                           const std::string& hint) const {
    throw kernel::InputError(
        problem, {.file = path_, .line = line_, .text = std::string(text), .hint = hint});
  }

  std::string path_;
  int line_ = 0;
  std::vector<std::size_t> order_;  // of the columns in the file
  TariffFile file_;
};

}  // namespace

TariffFile read_tariff_file(const std::string& path) {
  return Reader(path).read();
}

}  // namespace smpi::models
