// SPDX-License-Identifier: BSD-3-Clause
//
// Why the running strand waits, for the deadlock report, as long as one of these lives. Reasons
// nest: the outer one counts again afterwards.
#pragma once

#include <utility>

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi {

class WaitingReason {
 public:
  // `reason` is what it waits for, such as "the other members of MPI_Comm_split".
  explicit WaitingReason(const char* reason)
      : strand_(*running_strand), outer_(std::exchange(strand_.waiting_reason, reason)) {}
  ~WaitingReason() { strand_.waiting_reason = outer_; }
  WaitingReason(const WaitingReason&) = delete;
  WaitingReason& operator=(const WaitingReason&) = delete;

 private:
  Strand& strand_;
  const char* outer_;
};

}  // namespace smpi
