// SPDX-License-Identifier: BSD-3-Clause
//
// The sequences of collective calls of all communicators (analyze/collective_sequence.h), and what
// a call of the program brings to its sequence.
//
// Of calls on intercommunicators, and of those between neighbours in a topology, only the order is
// compared.
#pragma once

#include <cstdint>
#include <map>

#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/watch/analyze/collective_sequence.h"
#include "libsmpi/watch/analyze/findings.h"

namespace smpi::analysis {

class CollectiveCalls {
 public:
  explicit CollectiveCalls(SourceLines& lines) : lines_(lines) {}

  // The running rank makes a collective call on a communicator.
  void enter(Communicator& communicator, CollectiveCall call);
  // One that has no data, such as MPI_Comm_dup.
  void enter(Communicator& communicator);
  // One that frees the communicator, or what has it to itself: the last on it.
  void enter_last(Communicator& communicator);

  const Findings& out_of_order() const { return out_of_order_; }
  const Findings& unequal_data() const { return unequal_data_; }

 private:
  void add(const Communicator& communicator, const CallRecord& call,
           const CollectiveMismatch& mismatch);

  SourceLines& lines_;
  std::map<std::uint32_t, CollectiveSequence> sequences_;  // by context
  Findings out_of_order_;
  Findings unequal_data_;
};

CollectiveCall call_of(coll::Collective collective, const coll::BarrierArgs& args);
CollectiveCall call_of(coll::Collective collective, const coll::BcastArgs& args);
CollectiveCall call_of(coll::Collective collective, const coll::GatherArgs& args);
CollectiveCall call_of(coll::Collective collective, const coll::ScatterArgs& args);
CollectiveCall call_of(coll::Collective collective, const coll::AllgatherArgs& args);
CollectiveCall call_of(coll::Collective collective, const coll::AlltoallArgs& args);
CollectiveCall call_of(coll::Collective collective, const coll::ReduceArgs& args);
CollectiveCall call_of(coll::Collective collective, const coll::ReduceScatterArgs& args);

}  // namespace smpi::analysis
