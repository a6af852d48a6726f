// SPDX-License-Identifier: BSD-3-Clause
//
// Points of a design before they get values: coordinates from 0 to 1, one a parameter.
//
// Designs know nothing of names, units and scales. The caller maps a coordinate x to low + x (high
// - low), to a power between two bounds, or to a level of a list.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace smpi::study {

class UnitPoints {
 public:
  UnitPoints(std::size_t count, std::size_t dimension)
      : dimension_(dimension), values_(count * dimension, 0) {}

  std::size_t count() const { return values_.size() / dimension_; }
  std::size_t dimension() const { return dimension_; }
  std::span<double> operator[](std::size_t point) {
    return std::span(values_).subspan(point * dimension_, dimension_);
  }
  std::span<const double> operator[](std::size_t point) const {
    return std::span(values_).subspan(point * dimension_, dimension_);
  }

 private:
  std::size_t dimension_;  // at least 1
  std::vector<double> values_;
};

// Which of `level_count` equal parts of [0, 1] a coordinate is in; 1 is in the last.
inline std::size_t level_of(double coordinate, std::size_t level_count) {
  const auto level = static_cast<std::size_t>(coordinate * static_cast<double>(level_count));
  return std::min(level, level_count - 1);
}

}  // namespace smpi::study
