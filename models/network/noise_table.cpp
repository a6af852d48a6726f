// SPDX-License-Identifier: BSD-3-Clause
//
// Parsing of noise tables and drawing from them.
#include "models/network/noise_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr const char* forms =
    "write FROM:DEVIATION;... or FROM:MEAN,DEVIATION,WEIGHT:MEAN,DEVIATION,WEIGHT;...";

[[noreturn]] void refuse(std::string_view option, const char* problem, std::string_view text) {
  throw kernel::InputError(fmt::format("option {} {}", option, problem),
                           {.text = std::string(text), .hint = forms});
}

double number_of(std::string_view option, std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    refuse(option, "needs numbers", text);
  }
  return value;
}

// The text up to `separator`, which is taken off the front of `rest` together with it.
std::string_view take_front(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view front = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return front;
}

}  // namespace

NoiseTable::NoiseTable(std::string_view option, std::string_view text) {
  while (!text.empty()) rows_.push_back(row_of(option, take_front(text, ';')));
  std::sort(rows_.begin(), rows_.end(),
            [](const Row& a, const Row& b) { return a.threshold_bytes > b.threshold_bytes; });
  for (std::size_t i = 1; i < rows_.size(); i++) {
    if (rows_[i].threshold_bytes == rows_[i - 1].threshold_bytes) {
      refuse(option, "gives two rows for one size", fmt::format("{}", rows_[i].threshold_bytes));
    }
  }
}

NoiseTable::Row NoiseTable::row_of(std::string_view option, std::string_view text) {
  std::string_view rest = text;
  const double from_bytes = number_of(option, take_front(rest, ':'));
  Row row{.threshold_bytes = from_bytes > 0 ? from_bytes : -1, .modes = {}};
  double weight_sum = 0;
  double weighted_mean = 0;
  while (!rest.empty()) {
    std::string_view fields = take_front(rest, ':');
    const bool is_plain = fields.find(',') == std::string_view::npos;
    const double mean = is_plain ? 1 : number_of(option, take_front(fields, ','));
    const double deviation = number_of(option, take_front(fields, ','));
    const double weight = is_plain ? 1 : number_of(option, take_front(fields, ','));
    if (mean <= 0 || deviation < 0 || weight <= 0 || !fields.empty()) {
      refuse(option, "needs means and weights above 0, and deviations of at least 0", text);
    }
    row.modes.push_back({mean, deviation / mean, weight});
    weight_sum += weight;
    weighted_mean += weight * mean;
  }
  if (row.modes.empty()) refuse(option, "has a row without a deviation", text);
  for (Mode& mode : row.modes) {
    mode.mean *= weight_sum / weighted_mean;
    mode.weight /= weight_sum;
  }
  return row;
}

double NoiseTable::draw(double size_bytes, kernel::RandomStream& stream) const {
  const auto row = std::find_if(rows_.begin(), rows_.end(),
                                [&](const Row& each) { return each.threshold_bytes < size_bytes; });
  if (row == rows_.end()) return 1;
  const Mode* chosen = &row->modes.back();
  if (row->modes.size() > 1) {
    double drawn = stream.uniform();
    for (const Mode& mode : row->modes) {
      if (drawn < mode.weight) {
        chosen = &mode;
        break;
      }
      drawn -= mode.weight;
    }
  }
  if (chosen->relative_deviation == 0) return chosen->mean;
  const double variance = std::log1p(chosen->relative_deviation * chosen->relative_deviation);
  return chosen->mean * std::exp(std::sqrt(variance) * kernel::draw_normal(stream) - variance / 2);
}

}  // namespace smpi::models
