// SPDX-License-Identifier: BSD-3-Clause
//
// What a run's wildcard receives took and could have taken, for another process to read, which
// makes runs with other choices of it (launch/explore.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libsmpi/watch/analyze/findings.h"
#include "libsmpi/watch/analyze/matching_choice.h"

namespace smpi {

class Simulation;

struct MatchingRecord {
  struct Alternative {
    int source = 0;
    std::string sent_at;  // " (file.c:17)"
  };
  struct Match {
    MatchingChoice choice;
    bool chosen = false;    // by --matching
    bool enforced = false;  // and another message would have come first
    std::string call;       // "MPI_Recv (file.c:17)"
    std::vector<Alternative> alternatives;
  };
  std::vector<Match> matches;  // in the order in which they were made
  bool is_complete = true;
  bool all_choices_taken = true;
  bool writes_files = false;
  std::string end;  // as in the summary
  std::string report;
  int exit_status = 0;
};

MatchingRecord record_matching(const Simulation& simulation);
std::string to_json(const MatchingRecord& record);
// False when the text is not a record, because the run did not come to its end.
bool from_json(const std::string& text, MatchingRecord& record);

// Receives for which several senders had a message, which is no mistake by itself.
Findings find_races(const Simulation& simulation);

}  // namespace smpi
