// SPDX-License-Identifier: BSD-3-Clause
//
// What happens to flows on links that go off: the options network/on-failure and
// network/reroute-delay.
#pragma once

#include "kernel/options.h"

namespace smpi::models {

struct FailureConfig {
  FailureConfig() = default;
  // Throws InputError.
  explicit FailureConfig(const kernel::Options& options);

  bool reroutes = true;  // else flows wait until their links are on again,
  bool fails = false;    // or end at once
  double delay_s = 0;
};

}  // namespace smpi::models
