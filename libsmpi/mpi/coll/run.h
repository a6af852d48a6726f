// SPDX-License-Identifier: BSD-3-Clause
//
// Runs a collective: describes it, chooses the algorithm, calls it.
#pragma once

#include "libsmpi/mpi/coll/agreement.h"
#include "libsmpi/mpi/coll/arguments.h"
#include "libsmpi/mpi/coll/choice/registry.h"

namespace smpi::coll {

Profile profile_of(Collective collective, const BarrierArgs& args);
Profile profile_of(Collective collective, const BcastArgs& args);
Profile profile_of(Collective collective, const GatherArgs& args);
Profile profile_of(Collective collective, const ScatterArgs& args);
Profile profile_of(Collective collective, const AllgatherArgs& args);
Profile profile_of(Collective collective, const AlltoallArgs& args);
Profile profile_of(Collective collective, const ReduceArgs& args);
Profile profile_of(Collective collective, const ReduceScatterArgs& args);

// Runs a call of the program: what `profile` describes with the arguments it was made from. With
// -analyze=strict all ranks come first, as none of them may rely on leaving before others enter.
void run_call(const Profile& profile, Operation& args);

// Runs a collective, or a part of one.
void run_selected(const Profile& profile, Operation& args);

// Compares the call with those of the other ranks (coll/agreement.h).
Disagreement agree(const Profile& profile, const Operation& args);

// A collective inside another one, with an algorithm chosen for it.
template <class Args>
void run_part(Collective collective, Args& args) {
  run_selected(profile_of(collective, args), args);
}

}  // namespace smpi::coll
