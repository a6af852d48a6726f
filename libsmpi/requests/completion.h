// SPDX-License-Identifier: BSD-3-Clause
//
// Requests: making, completing, waiting, ending (MPI 5.0, 3.7.3).
#pragma once

#include <span>

#include "libsmpi/requests/request.h"

namespace smpi {

// A new request of the running rank, from the simulation's pool.
Request* make_request(RequestKind kind);
// Gives the request a handle for the program, if it has none.
MPI_Request to_handle(Request* request);
Request* find_request(MPI_Request handle);
// Returns it to the pool; its handle becomes invalid.
void free_request(Request& request);
// Remembers a persistent send or receive that the program is about to free without having started
// it, for the report of a deadlock.
void note_forgotten_start(const Request& request);

// Marks a request complete, and wakes who waits for it. May be called from event handlers.
void complete(Request& request);

// Blocks the running strand until all (or at least one) of the requests are complete. nullptr and
// inactive ones are passed over; wait_for_any returns at once when none is active.
void wait_for_all(std::span<Request* const> requests);
void wait_for_any(std::span<Request* const> requests);
inline void wait_for(Request& request) {
  Request* one = &request;
  wait_for_all({&one, 1});
}

// Is there something to wait for?
inline bool is_active(const Request* request) {
  return request != nullptr && request->active;
}

// Charges the receiver's overhead of a complete request (MODELS 7.3), once. wait_for_all does so
// for each request when it completes, finish for what is left.
void handle(Request& request);

// Takes the result out of a complete request: its status (with the error, if any). A persistent
// request becomes inactive, any other is freed.
Status finish(Request& request);
// The same, of a message that the library began for itself: only the error counts.
int finish_own(Request& request);

// Something happened that a poll of this rank could see.
void note_activity(Rank& rank);

}  // namespace smpi
