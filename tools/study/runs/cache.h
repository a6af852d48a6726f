// SPDX-License-Identifier: BSD-3-Clause
//
// Results of runs that any study may use again, one file per key.
//
// Only what depends on the key alone is kept: runs that measured computation are different each
// time, and only `cache = "measured"` in the plan keeps them.
#pragma once

#include <optional>
#include <string>

#include "tools/study/plan/plan.h"
#include "tools/study/store/outcome.h"

namespace smpi::study {

class Cache {
 public:
  // An empty folder: nothing is found and nothing kept.
  explicit Cache(std::string folder) : folder_(std::move(folder)) {}

  // ~/.cache/smpi-study, or where XDG_CACHE_HOME says; empty when there is no home.
  static std::string usual_folder();

  // The outcome of a run with this key, with the values of these results. nullopt when there is
  // none, or what is kept does not have all of the results.
  std::optional<Outcome> find(const std::string& key, const std::vector<Result>& results) const;
  // Keeps a run that ended well. Whatever goes wrong costs a later run only: it is ignored.
  void keep(const Outcome& outcome, const Plan& plan) const;

 private:
  std::string path_of(const std::string& key) const;

  std::string folder_;
};

// Does the outcome depend on its key alone, as far as the plan allows to say so?
bool is_repeatable(const Outcome& outcome, const Plan& plan);

}  // namespace smpi::study
