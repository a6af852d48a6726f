// SPDX-License-Identifier: BSD-3-Clause
//
// Software overheads of point-to-point calls (MODELS 3 and 7): the tables smpi/os, smpi/ois and
// smpi/or, `threshold:intercept:slope;...`, intercept + slope x size in seconds.
#pragma once

#include <string_view>
#include <vector>

#include "kernel/options.h"

namespace smpi::p2p {

class OverheadTable {
 public:
  OverheadTable() = default;
  // Parses the text of option `name`. Throws InputError.
  OverheadTable(std::string_view name, std::string_view text);
  // Seconds for a payload of `size_bytes`: the segment with the largest threshold strictly below.
  double seconds(double size_bytes) const;
  bool is_zero() const { return segments_.empty(); }

 private:
  struct Segment {
    double threshold_bytes;
    double intercept_s;
    double slope_s_per_byte;
  };
  std::vector<Segment> segments_;  // by falling threshold
};

struct OverheadTables {
  OverheadTable blocking_send;     // os
  OverheadTable nonblocking_send;  // ois
  OverheadTable receive;           // or
  bool any = false;

  void load(const kernel::Options& options);
};

}  // namespace smpi::p2p
