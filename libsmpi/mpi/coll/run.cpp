// SPDX-License-Identifier: BSD-3-Clause
//
// From a described call to its agreement with the other ranks, and to its algorithm.
#include "libsmpi/mpi/coll/run.h"

#include "libsmpi/mpi/coll/choice/selector.h"
#include "libsmpi/mpi/coll/choice/trials.h"
#include "libsmpi/mpi/coll/neighbor/neighbor.h"
#include "libsmpi/mpi/coll/shared_state.h"
#include "libsmpi/mpi/coll/volume.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::coll {
namespace {

void run_between_neighbors(Collective collective, const Operation& args) {
  const bool gathers =
      collective == Collective::neighbor_allgather || collective == Collective::neighbor_allgatherv;
  if (gathers) {
    neighbor_allgather(static_cast<const AllgatherArgs&>(args));
  } else {
    neighbor_alltoall(static_cast<const AlltoallArgs&>(args));
  }
}

// A barrier on the operation's own channel and tag: a first phase of it.
void synchronize(const Operation& operation) {
  BarrierArgs barrier;
  static_cast<Operation&>(barrier) = operation;
  run_part(Collective::barrier, barrier);
}

}  // namespace

void run_call(const Profile& profile, Operation& args) {
  const Checks* checks = args.communicator().simulation().checks;
  if (checks != nullptr && checks->synchronises_collectives() && has_choice(profile.collective) &&
      profile.collective != Collective::barrier) {
    synchronize(args);
  }
  run_selected(profile, args);
}

void run_selected(const Profile& profile, Operation& args) {
  if (!has_choice(profile.collective)) {
    run_between_neighbors(profile.collective, args);
    return;
  }
  Simulation& simulation = args.communicator().simulation();
  Selector& selector = simulation.collectives;
  if (selector.is_automatic(profile.collective) && Trials::possible(profile, args)) {
    simulation.trials.run(profile, args);
    return;
  }
  const Choice& choice = selector.choose(profile);
  if (choice.algorithm == nullptr) return;
  selector.note(running_strand, *choice.algorithm);
  args.set_choice(choice.segment_bytes, choice.parameter);
  choice.algorithm->run(args);
}

Disagreement agree(const Profile& profile, const Operation& args) {
  const Communicator& communicator = args.communicator();
  if (CallDetails* details = details_of_call(communicator.simulation())) {
    details->communicator = &communicator;
    details->root = profile.root;
    const Volume volume = volume_of(profile, args);
    details->sent_bytes = volume.given_bytes;
    details->received_bytes = volume.got_bytes;
  }
  SharedState& state = shared_state(communicator);
  Agreement& agreement = profile.nonblocking ? state.nonblocking : state.blocking;
  const int members = communicator.size() + (profile.inter ? communicator.remote_size() : 0);
  return agreement.enter(args.tag(), terms_of(profile), communicator.rank(), members,
                         running_strand->call);
}

}  // namespace smpi::coll
