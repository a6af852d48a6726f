// SPDX-License-Identifier: BSD-3-Clause
//
// A request: something that will complete. Point-to-point fields live here, because their number
// decides the speed of everything; other kinds (generalised, collective, partitioned, one-sided,
// files) hang an extension on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "include/mpi.h"
#include "kernel/engine.h"
#include "libsmpi/runtime/handle_pool.h"
#include "libsmpi/runtime/keyed_lists.h"

namespace smpi {

class Communicator;
class Datatype;
struct Rank;
struct Request;
struct Strand;
namespace p2p {
struct Message;
}

// What an MPI_Status says, before it is written to one.
struct Status {
  int source = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
  int error = MPI_SUCCESS;
  bool cancelled = false;
  MPI_Count size_bytes = 0;  // received
};

// The status of an operation that received nothing from nobody (MPI 3.7.3: empty status).
inline constexpr Status empty_status{};
// The status of a receive from MPI_PROC_NULL (MPI 3.10).
inline constexpr Status proc_null_status{MPI_PROC_NULL, MPI_ANY_TAG, MPI_SUCCESS, false, 0};

// Writes `status` to `out` (not to MPI_ERROR); MPI_STATUS_IGNORE is allowed.
void write_status(const Status& status, MPI_Status* out);
Status read_status(const MPI_Status& status);

enum class RequestKind : std::uint8_t {
  send,
  receive,
  generalized,
  collective,
  partitioned_send,
  partitioned_receive,
  rma,
  io,
  other
};

enum class SendMode : std::uint8_t { standard, synchronous, ready, buffered };

// Behaviour of the rarer kinds.
class RequestExtension {
 public:
  virtual ~RequestExtension() = default;
  // MPI_Start of a persistent request.
  virtual int start(Request&) { return MPI_ERR_REQUEST; }
  // Called whenever the status of a completed request is shown; may fill it.
  virtual int query(Request&) { return MPI_SUCCESS; }
  // Called when a completed request is waited for or tested, before its status is read.
  virtual int finish(Request& request) { return query(request); }
  // Called when the request is freed, by MPI_Request_free or after completion. An error counts when
  // there was none before.
  virtual int release(Request&) { return MPI_SUCCESS; }
  virtual int cancel(Request&) { return MPI_SUCCESS; }
  // For reports, such as "MPI_Ibcast".
  virtual std::string describe(const Request&) const = 0;
  // The request needs it no more; those that are recycled go back to their pool.
  virtual void retire() { delete this; }
};

struct RetireExtension {
  RetireExtension() = default;
  template <class Extension>
  RetireExtension(std::default_delete<Extension>) {}  // NOLINT: implicit, for std::make_unique
  void operator()(RequestExtension* extension) const { extension->retire(); }
};

// Ordered by use: looking for a match (down to the next in the queue) and completing look at the
// first cache line only.
struct alignas(64) Request {
  RequestKind kind = RequestKind::other;
  SendMode mode = SendMode::standard;
  bool persistent = false;
  bool active = true;        // false: a persistent request that is not started
  bool was_started = false;  // a persistent request, ever
  bool complete = false;
  bool free_when_complete = false;  // MPI_Request_free on an active request
  bool detached = false;            // a send that completed when it was posted
  bool posted = false;              // a receive in its rank's queue
  bool handled = false;             // a complete receive whose overhead was charged
  HandleValue handle = 0;           // 0 until the program needs one
  std::uint32_t channel = 0;
  Rank* owner = nullptr;
  Strand* waiter = nullptr;
  p2p::Message* message = nullptr;  // of a send while it can be cancelled, of a matched receive
  std::unique_ptr<RequestExtension, RetireExtension> extension;
  int peer = MPI_PROC_NULL;  // rank in the communicator, or MPI_ANY_SOURCE
  int tag = 0;
  p2p::ListLink<Request> queue;  // of posted receives

  Communicator* communicator = nullptr;
  Datatype* type = nullptr;
  void* buffer = nullptr;
  MPI_Count count = 0;
  const void* made_at = nullptr;  // return address of the call that made it

  Status status;

  // Position among the posted receives when these are indexed.
  std::uint64_t sequence = 0;
  p2p::ListLink<Request> index;
};

namespace p2p {
inline ListLink<Request>& posted_link(Request& request) {
  return request.index;
}
}  // namespace p2p

}  // namespace smpi
