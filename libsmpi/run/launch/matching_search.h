// SPDX-License-Identifier: BSD-3-Clause
//
// The runs with other matchings (explore.h): which, in what order, and what is said about them.
#pragma once

#include "libsmpi/run/launch/explore.h"

namespace smpi::launch {

class RepeatedInput;

// `first` is the record of a run that took `processor_s` seconds. Without --explore a few runs are
// made, and only failures count; with it the output counts as well.
Exploration search_matchings(const Arguments& arguments, const MatchingRecord& first,
                             double processor_s, RepeatedInput& input);

}  // namespace smpi::launch
