// SPDX-License-Identifier: BSD-3-Clause
//
// Other matchings of wildcard receives (smpirun --explore, and a few of them with -analyze).
//
// A run records what each wildcard receive took and which other senders it could have taken
// (analyze/matching.h). For each of those the program runs again, in a process of its own, with the
// choices up to there as they were and this one changed. Such a run has a record itself, with
// receives behind its last choice, so the runs are a tree in which each matching occurs once:
// without a limit, all are tried. Limits are reached soon, so the changes closest to the first run
// come first, and among them those at source lines that were not changed yet.
//
// The process that makes these runs is forked before the first one, from a smpirun without a
// simulation, and waits until it is asked.
#pragma once

#include <string>

#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/watch/analyze/matching_record.h"

namespace smpi::launch {

struct Exploration {
  std::string text;    // lines for the report; may be empty
  bool found = false;  // a matching that fails, or changes the output
};

class Explorer {
 public:
  // Forks. Throws InputError.
  explicit Explorer(const Arguments& arguments);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  // After a run of the same arguments in this process.
  Exploration explore(const MatchingRecord& first);

  // Are other runs wanted, and possible?
  static bool is_wanted(const Arguments& arguments);

 private:
  int process_ = -1;
  bool explicit_ = false;  // asked for by --explore
  int question_ = -1;      // pipes
  int answer_ = -1;
};

}  // namespace smpi::launch
