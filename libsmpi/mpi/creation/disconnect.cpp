// SPDX-License-Identifier: BSD-3-Clause
//
// Requests that the program has freed complete too: they are found through their handles, which
// live as long as they are pending.
#include "libsmpi/mpi/creation/disconnect.h"

#include <vector>

#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::comm {

int disconnect(Communicator& communicator) {
  const int error = communicator.attributes.clear(communicator.handle);
  if (error != MPI_SUCCESS) return error;
  std::vector<Request*> pending;
  communicator.simulation().handles.requests.for_each([&](Request& request) {
    if (request.communicator == &communicator && !request.complete) pending.push_back(&request);
  });
  wait_for_all(pending);
  agree(communicator, 0, static_cast<int>(communicator.next_creation()));
  p2p::take_failure();  // nobody waits for a member that failed
  release_handle(communicator);
  return MPI_SUCCESS;
}

}  // namespace smpi::comm
