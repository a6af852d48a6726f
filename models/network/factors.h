// SPDX-License-Identifier: BSD-3-Clause
//
// Correction factors by message size (MODELS 3.1), as users write them on the command line:
// `65472:0.940694;15424:0.697866;0:0.812084`. The value that counts is that of the largest
// threshold strictly below the size; below the first threshold a factor is 1.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::models {

// Piecewise constant. A single number without a threshold holds for every size.
class StepTable {
 public:
  // Parses `text`; `option` names it in the InputError thrown when it is malformed. `below` holds
  // for sizes up to the first threshold.
  StepTable(std::string_view option, std::string_view text, double below = 1);

  double at(double size_bytes) const {
    // Tables have about ten rows: the largest threshold first, a linear scan needs no branch tree.
    for (const Row& row : rows_) {
      if (row.threshold_bytes < size_bytes) return row.value;
    }
    return below_;
  }
  double smallest() const;
  double largest() const;

 private:
  struct Row {
    double threshold_bytes;
    double value;
  };
  std::vector<Row> rows_;  // descending thresholds
  double below_;
};

}  // namespace smpi::models
