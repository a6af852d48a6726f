// SPDX-License-Identifier: BSD-3-Clause
//
// Calls that a player makes for itself: types, groups, operations. No program made them, so nobody
// is told of them, and they do not end a streak of polls.
#pragma once

#include <utility>

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::replay {

// As long as it lives the running strand looks as if it were inside a call of MPI.
class OwnCalls {
 public:
  OwnCalls() : caller_(fortran_caller) { running_strand->call_depth++; }
  ~OwnCalls() {
    running_strand->call_depth--;
    fortran_caller = caller_;
  }
  OwnCalls(const OwnCalls&) = delete;
  OwnCalls& operator=(const OwnCalls&) = delete;

 private:
  const void* caller_;  // of the call that follows
};

}  // namespace smpi::replay
