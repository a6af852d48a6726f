// SPDX-License-Identifier: BSD-3-Clause
//
// Parameters with `from`: what differs between their points begins at a simulated time. Such points
// share the run until then (smpirun --futures); the table [future] of a plan says what they change.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/readers/toml_fwd.h"
#include "tools/study/plan/design.h"
#include "tools/study/plan/expression.h"

namespace smpi::study {

struct SplitFuture {
  double at_s = 0;
  // Keys of a future and what they say (docs/futures.md), as TOML with formulas.
  std::vector<std::pair<std::string, Template>> changes;
  std::vector<const toml::node*> nodes;  // where these were written

  // What a point changes, as lines of a [[future]].
  std::string lines(std::span<const Value> values) const;
};

// `template_names` are those of all templates. Throws InputError: [future] without such a parameter
// and the other way round, several times, wrong keys.
std::optional<SplitFuture> read_split_future(const models::TomlFile& file,
                                             const std::vector<Axis>& axes,
                                             std::span<const std::string> template_names);
// For templates of what all points of one past have in common: parameters with `from` have no name
// there.
std::vector<std::string> names_of_the_past(const std::vector<Axis>& axes,
                                           std::vector<std::string> template_names);

// The file of --futures for futures of these names and lines.
std::string futures_file(double at_s, std::span<const std::pair<std::string, std::string>> futures);

}  // namespace smpi::study
