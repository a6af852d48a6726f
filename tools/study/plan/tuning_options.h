// SPDX-License-Identifier: BSD-3-Clause
//
// [tuning] of a plan: what `smpi-study tune` looks for, and how.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/readers/toml_fwd.h"
#include "tools/study/plan/expression.h"

namespace smpi::study {

struct TuningOptions {
  enum class Method { halving, race, model };
  Method method = Method::model;
  std::string result;      // of the plan; it has a direction
  std::size_t budget = 0;  // race: runs; model: points; 0: four per point, or a third of them
  std::uint64_t seed = 1;  // of the model's first points
  std::string fidelity;    // halving: the parameter that makes runs cheap; empty: none
  std::vector<Value> fidelities;  // its values, the cheapest first
};

// Which results of the plan say what is better, in the plan's order; the first is the default.
using DirectedResults = std::vector<std::string>;

// Throws InputError.
TuningOptions read_tuning_options(const models::TomlFile& file, const toml::node& node,
                                  const DirectedResults& results,
                                  const std::vector<std::string>& parameters);

}  // namespace smpi::study
