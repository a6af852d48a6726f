// SPDX-License-Identifier: BSD-3-Clause
//
// Do two runs make the same MPI calls? Each rank's calls are compared in order: functions and the
// arguments that CallRecorder keeps; a poll that is repeated counts once. Of several ranks that
// differ, the one is told that did first.
#pragma once

#include <cstdint>
#include <string>

#include "libsmpi/run/observe/call_log.h"

namespace smpi::observe {

// The runs, in words for the report.
struct ComparedRun {
  const CallLog& log;
  std::string name;  // "without folding"
};

struct Comparison {
  bool is_equal;
  std::uint64_t call_count;  // of all ranks, of the first run
  std::string text;          // some lines, without a newline at the end
};
Comparison compare_calls(const ComparedRun& first, const ComparedRun& second);

}  // namespace smpi::observe
