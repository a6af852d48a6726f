// SPDX-License-Identifier: BSD-3-Clause
//
// From a described call to its agreement with the other ranks, and to its algorithm.
#include "libsmpi/coll/run.h"

#include "libsmpi/coll/shared_state.h"
#include "libsmpi/simulation.h"

namespace smpi::coll {

void run_selected(const Profile& profile, Operation& args) {
  const Choice choice = args.communicator().simulation().collectives.choose(profile);
  if (choice.algorithm == nullptr) return;
  args.set_choice(choice.segment_bytes, choice.parameter);
  choice.algorithm->run(args);
}

Disagreement agree(const Profile& profile, const Operation& args) {
  const Communicator& communicator = args.communicator();
  SharedState& state = shared_state(communicator);
  Agreement& agreement = profile.nonblocking ? state.nonblocking : state.blocking;
  const int members = communicator.size() + (profile.inter ? communicator.remote_size() : 0);
  return agreement.enter(args.tag(), terms_of(profile), communicator.rank(), members,
                         running_strand->call);
}

}  // namespace smpi::coll
