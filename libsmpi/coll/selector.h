// SPDX-License-Identifier: BSD-3-Clause
//
// Which algorithm runs: the one forced by name, or the choice of the rules.
#pragma once

#include <array>

#include "kernel/options.h"
#include "libsmpi/coll/collective.h"

namespace smpi::coll {

struct Algorithm;
struct Profile;

class Selector {
 public:
  explicit Selector(const kernel::Options& options);
  const Algorithm& choose(const Profile& profile) const;

  // The options smpi/bcast, ..., smpi/coll-selector.
  static std::span<const kernel::OptionSpec> options();

 private:
  std::array<const Algorithm*, collective_count> forced_{};
};

}  // namespace smpi::coll
