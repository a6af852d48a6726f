// SPDX-License-Identifier: BSD-3-Clause
//
// What happens to messages that meet: ratios of their times to those of one alone, and what the
// simulator has to be told to show the same.
#pragma once

#include <string>
#include <vector>

#include "tools/calibrate/network/measurement.h"
#include "tools/calibrate/network/segments.h"

namespace smpi::calibrate::network {

// A pattern against a message alone, at one size.
struct Ratio {
  std::string pattern;  // with :k
  std::int64_t size_bytes = 0;
  double measured = 0;  // time over the half round trip; of pairs: over that of pairs:1
  double modelled = 0;  // what the file gives
};

enum class Duplex { full, half_per_pair, half };

struct Sharing {
  std::vector<Ratio> ratios;
  bool is_measured = false;  // both directions at once were
  Duplex duplex = Duplex::full;
  double acknowledgements = 0;  // share of a rate that goes back
  // Sizes at which several flows together exceed what one reaches alone: the limit is one of a
  // flow.
  std::vector<double> per_flow_sizes_bytes, shared_sizes_bytes;
  double aggregate_most = 1;       // of k pairs, in messages alone
  bool has_ceiling = false;        // more pairs gave no more
  std::vector<std::string> notes;  // what no parameter describes
};

// `half` are half round trips of the placement.
Sharing find_sharing(const std::vector<Measurement>& measurements, const std::string& placement,
                     const std::string& load, const std::vector<Observation>& half);

}  // namespace smpi::calibrate::network
