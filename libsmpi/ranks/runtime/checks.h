// SPDX-License-Identifier: BSD-3-Clause
//
// What the modules tell the checks of `smpirun -analyze`, and ask them.
//
// The checks look at all modules, so they stand above them; a module knows this interface only. A
// run without -analyze has no Checks: `if (Checks* checks = rank.simulation.checks)` is all that it
// pays. analyze/analysis.h implements it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "libsmpi/ranks/runtime/keyed_lists.h"

namespace smpi {

struct Rank;
struct Request;
class Window;
namespace analysis {
struct BufferUse;
}
namespace p2p {
struct Message;
}
namespace rma {
struct Operation;
}

namespace analysis {
// How far a one-sided operation is complete for its origin.
enum class Completion : std::uint8_t { local, remote };
}  // namespace analysis

class Checks {
 public:
  virtual ~Checks() = default;

  // Do ranks wait for each other in every collective (-analyze=strict)?
  virtual bool synchronises_collectives() const = 0;

  // --- Requests.
  // An operation other than a send or receive begins to use these buffers; one more of its buffers;
  // the program may have part `index` of them again (MPI_Parrived).
  virtual void start(const Request& request, std::span<const analysis::BufferUse> uses) = 0;
  virtual void add_part(const Request& request, const analysis::BufferUse& use) = 0;
  virtual void give_back_part(const Request& request, std::size_t index) = 0;
  // MPI is about to write, or has written, what the request receives.
  virtual void before_delivery(const Request& request) = 0;
  virtual void after_delivery(const Request& request) = 0;
  // The program learns that the request is complete; it is freed.
  virtual void finish(Request& request) = 0;
  virtual void forget(Request& request) = 0;

  // --- Messages.
  // A message was sent. True: it is kept back, and comes to p2p::post_again() later.
  virtual bool keeps_back(p2p::Message& message) = 0;
  virtual void forget(const p2p::Message& message) = 0;
  // A wildcard receive is about to look for its message; may replace its source until it matched.
  virtual void post(Request& receive) = 0;
  // They met; the data are not there yet.
  virtual void match(const p2p::Message& message, Request& receive) = 0;
  // The message that a probe with a wildcard finds.
  virtual p2p::Message* probe(Rank& rank, const p2p::MatchKey& pattern) = 0;

  // --- Windows.
  virtual void add_window(Window& window) = 0;
  // All operations are complete; before its handle becomes invalid.
  virtual void free_window(Window& window) = 0;
  virtual void start(const rma::Operation& operation) = 0;
  // The operation's step at the target, and the end of one that brings data back.
  virtual void before_apply(const rma::Operation& operation) = 0;
  virtual void after_apply(const rma::Operation& operation) = 0;
  virtual void before_result(const rma::Operation& operation) = 0;
  virtual void after_result(const rma::Operation& operation) = 0;
  // The origin was told that what it did to `target` (or rma::all_targets) is complete.
  virtual void complete(const Window& window, int target, analysis::Completion completion) = 0;
  // Synchronisation calls, after their arguments were found right.
  virtual void enter_fence(const Window& window, int assertion) = 0;
  virtual void leave_fence(const Window& window, int assertion) = 0;
  virtual void open_epoch(const Window& window) = 0;  // MPI_Win_start, lock or lock_all
  virtual void claim_lock(const Window& window, int target) = 0;
  virtual void got_lock(const Window& window, int target, bool exclusive) = 0;
  virtual void expose(const Window& window, int assertion) = 0;  // MPI_Win_post
  virtual void end_exposure(const Window& window) = 0;           // MPI_Win_wait or test

  // --- Memory that the program allocates, and where.
  virtual void note_allocation(const Rank& rank, const void* caller, void* block,
                               std::size_t size_bytes) = 0;
  virtual void forget_allocation(void* block) = 0;
  // Does memory reach beyond the end of the allocation in which it begins?
  virtual bool leaves_allocation(const void* base, std::size_t size_bytes) const = 0;
};

}  // namespace smpi
