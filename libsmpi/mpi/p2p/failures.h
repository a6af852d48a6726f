// SPDX-License-Identifier: BSD-3-Clause
//
// What MPI does about processes that failed (User Level Failure Mitigation, the MPI Forum's
// proposal): operations that need a failed process end with MPI_ERR_PROC_FAILED, and those on a
// revoked communicator with MPI_ERR_REVOKED, when their rank knows of it.
//
// All ranks know of a failure at the same time, the detection delay after it; a revocation travels
// in messages. From the first of either on, messages take the way that is watched
// (Simulation::is_watched), where these questions are asked; before, nothing is.
//
// Who receives data of a collective with an error sends errors: what a rank makes of them is wrong.
// So every rank whose result depends on a failed one learns of it, whatever the algorithm, and all
// others go on.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::p2p {

struct Message;

struct Failures {
  std::vector<const Rank*> known;             // in the order in which they became known
  std::unordered_set<std::uint64_t> revoked;  // contexts, each with a process that knows it
  // Each wildcard receive asks how many members have failed: of `known`, what is new is looked at.
  struct Counted {
    std::size_t looked_at = 0;
    int member_count = 0;
  };
  std::unordered_map<std::uint64_t, Counted> counted;  // as `revoked`
};

// Those of the run, made on first use.
Failures& failures_of(Simulation& simulation);

// A host went off under `lost`, and nobody knows it yet. What they waited for is forgotten, and so
// are their messages whose data had not left.
void lose_processes(Simulation& simulation, std::span<Rank* const> lost);
// The others learn of it: what waits for one of these ends with an error.
void announce_failures(Simulation& simulation, std::span<Rank* const> lost);

// From now on the members of `communicator` learn, by messages along a binomial tree from the
// running rank, that it is revoked. Returns at once.
void revoke(Communicator& communicator);
bool is_revoked(const Communicator& communicator);
// Is it revoked, or has a member failed? Ranks may be in different calls then.
bool is_broken(const Communicator& communicator);

// The members (of both sides) that are known to have failed, in the order in which they became so.
std::vector<ProcessId> known_failed(const Communicator& communicator);
// How many these are: at the cost of the failures since the last time.
int known_failed_count(const Communicator& communicator);
// Members that failed are acknowledged in that order: wildcards may be posted again. Returns how
// many are.
int acknowledge(Communicator& communicator, int count);

// What a send or receive ends with instead of being posted, MPI_SUCCESS if nothing speaks against
// it. `source` is a rank of the remote group or MPI_ANY_SOURCE.
int send_error(const Message& message);
int receive_error(const Communicator& communicator, Channel channel, int source);
// Of a receive that is posted now, and whether a message for it is there. True: it ended with an
// error, or told one and waits.
bool is_refused(Request& request, bool is_there);

// Does the request stay where it is, although a call returned its error
// (MPI_ERR_PROC_FAILED_PENDING)?
bool stays_pending(const Request& request);

// The error of the messages of the collective that the running strand is in; asked once.
int take_failure();
// Whether there is one.
bool has_failure();

}  // namespace smpi::p2p
