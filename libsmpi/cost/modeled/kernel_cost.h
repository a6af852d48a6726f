// SPDX-License-Identifier: BSD-3-Clause
//
// What a modelled function costs. Users give seconds on a reference host (cost_file.h); on another
// host the time scales with the speed, so what is kept is flops = seconds x reference speed.
//
// Measured kernels have a law, not a number: a half-normal one with a mean and a standard
// deviation that both depend on the arguments (noise.h draws from it).
#pragma once

#include <cstdint>
#include <string>

#include "libsmpi/cost/modeled/formula.h"

namespace smpi::modeled {

// The law of a call's cost.
struct CostFormulas {
  Formula flops;            // mean
  Formula deviation_flops;  // standard deviation
  bool has_deviation = false;

  void scale(double factor) {
    flops.scale(factor);
    deviation_flops.scale(factor);
  }
};

struct KernelCost : CostFormulas {
  double reference_speed_flops = 1;  // what the file's seconds were multiplied with
  bool is_free = true;  // zero for all arguments: a call costs nothing, not even an event
  // Class of work, for the power of the host (0: default), and the part of the time that follows
  // the frequency: a function that waits for memory takes as long in a slower pstate.
  std::string power_class_name = "default";
  std::uint32_t power_class = 0;  // found by name when the run is put together
  double frequency_share = 1;
  // Where it comes from, for errors at run time; the line is 0 for a default.
  std::string file;
  int line = 0;

  void set(CostFormulas formulas) {
    is_free = formulas.flops.is_zero() && !formulas.has_deviation;
    static_cast<CostFormulas&>(*this) = std::move(formulas);
  }
  // In the unit of the file, for errors.
  double seconds(double call_flops) const { return call_flops / reference_speed_flops; }
};

}  // namespace smpi::modeled
