// SPDX-License-Identifier: BSD-3-Clause
//
// The life of a request after it was posted.
#include "libsmpi/mpi/requests/completion.h"

#include <algorithm>
#include <utility>

#include "libsmpi/mpi/comm/collective_channel.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/overheads.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

Request* make_request(RequestKind kind) {
  Rank& rank = current_rank();
  Request* request = rank.simulation.request_pool.make();
  request->kind = kind;
  request->owner = &rank;
  request->made_at = running_strand->call.return_address;
  return request;
}

MPI_Request to_handle(Request* request) {
  if (request == nullptr) return MPI_REQUEST_NULL;
  if (request->handle == 0) {
    request->handle = request->owner->simulation.handles.requests.add(request);
  }
  return reinterpret_cast<MPI_Request>(static_cast<std::uintptr_t>(request->handle));
}

Request* find_request(MPI_Request handle) {
  return current_rank().simulation.handles.requests.find(reinterpret_cast<std::uintptr_t>(handle));
}

void free_request(Request& request) {
  Simulation& simulation = request.owner->simulation;
  if (simulation.checks != nullptr) simulation.checks->forget(request);
  if (request.message != nullptr && request.message->send == &request) {
    request.message->send = nullptr;
  }
  if (request.type != nullptr) request.type->release();
  if (request.communicator != nullptr) request.communicator->release();
  if (request.handle != 0) simulation.handles.requests.remove(request.handle);
  simulation.request_pool.free(&request);
}

void note_forgotten_start(const Request& request) {
  constexpr std::size_t remembered_max = 256;
  const bool is_message = request.kind == RequestKind::send || request.kind == RequestKind::receive;
  if (!request.persistent || request.was_started || !is_message) return;
  std::vector<ForgottenStart>& all = request.owner->simulation.forgotten_starts;
  if (request.peer == MPI_PROC_NULL || all.size() >= remembered_max) return;
  all.push_back({.rank = request.owner,
                 .is_send = request.kind == RequestKind::send,
                 .peer = request.peer,
                 .tag = request.tag,
                 .communicator = request.communicator->name,
                 .made_at = request.made_at});
}

void note_activity(Rank& rank) {
  rank.activity++;
  rank.simulation.standstill_rounds = 0;
  if (rank.poll_sleeper != nullptr) p2p::wake_poller(rank);
}

namespace {

// Hosts, for times that the program gives itself; a receive from nobody is the rank's own affair.
p2p::Ends ends_of(const Request& receive, const p2p::Overhead& overhead) {
  const models::HostId own = receive.owner->host;
  if (!overhead.given || receive.status.source < 0) return {own, own};
  return {receive.communicator->peer(receive.status.source).host, own};
}

// What it costs the receiver's rank that `request` is complete; it is charged now.
double take_overhead_s(Request& request) {
  const bool is_eager_receive = request.kind == RequestKind::receive && request.detached;
  if (!is_eager_receive || std::exchange(request.handled, true)) return 0;
  p2p::OverheadTables& overheads = request.owner->simulation.overheads;
  const auto size_bytes = static_cast<double>(request.status.size_bytes);
  const double time_s = overheads.receive.seconds(size_bytes, request.owner->process,
                                                  ends_of(request, overheads.receive));
  return is_of_collective(request.channel) ? time_s * overheads.collective_scale : time_s;
}

// A request that `strand` waits for has completed: it is handled after those before it.
[[gnu::cold, gnu::noinline]] void queue_for_handling(Request& request, Strand& strand) {
  const double begin_s = std::max(strand.handled_until_s, request.owner->simulation.engine.now_s());
  strand.handled_until_s = begin_s + take_overhead_s(request);
}

}  // namespace

void complete(Request& request) {
  request.complete = true;
  Rank& rank = *request.owner;
  if (request.waiter != nullptr) {
    Strand& waiter = *request.waiter;
    request.waiter = nullptr;
    if (waiter.handles_receives) [[unlikely]]
      queue_for_handling(request, waiter);
    if (waiter.awaited_count > 0 && --waiter.awaited_count == 0) {
      rank.simulation.engine.wake(*waiter.actor);
    }
  }
  note_activity(rank);
  if (request.free_when_complete) {
    if (request.extension) request.extension->release(request);
    free_request(request);
  }
}

namespace {

// Blocks the running strand until the count that it awaits of `requests` are complete.
void wait_until(std::span<Request* const> requests, Strand& strand) {
  kernel::Engine& engine = strand.rank->simulation.engine;
  strand.waiting_for = requests.data();
  strand.waiting_count = requests.size();
  while (strand.awaited_count > 0) engine.block();
  strand.waiting_for = nullptr;
  strand.waiting_count = 0;
}

// Waits where receives cost their rank time. The rank handles those that have come while it waits
// for the others; in which order does not change when the last one is handled, so this needs no
// switch and no timer for each.
[[gnu::cold, gnu::noinline]] void wait_and_handle_all(std::span<Request* const> requests) {
  Strand& strand = *running_strand;
  kernel::Engine& engine = strand.rank->simulation.engine;
  strand.handled_until_s = engine.now_s();
  strand.awaited_count = 0;
  for (Request* request : requests) {
    if (!is_active(request)) continue;
    if (request->complete) {
      queue_for_handling(*request, strand);
    } else {
      request->waiter = &strand;
      strand.awaited_count++;
    }
  }
  strand.handles_receives = true;
  if (strand.awaited_count > 0) wait_until(requests, strand);
  strand.handles_receives = false;
  engine.sleep(strand.handled_until_s - engine.now_s());
}

}  // namespace

void wait_for_all(std::span<Request* const> requests) {
  Strand& strand = *running_strand;
  if (strand.rank->simulation.overheads.any) [[unlikely]]
    return wait_and_handle_all(requests);
  strand.awaited_count = 0;
  for (Request* request : requests) {
    if (!is_active(request) || request->complete) continue;
    request->waiter = &strand;
    strand.awaited_count++;
  }
  if (strand.awaited_count > 0) wait_until(requests, strand);
}

void wait_for_any(std::span<Request* const> requests) {
  bool is_any_active = false;
  for (const Request* request : requests) {
    if (!is_active(request)) continue;
    if (request->complete) return;
    is_any_active = true;
  }
  if (!is_any_active) return;
  Strand& strand = *running_strand;
  for (Request* request : requests) {
    if (is_active(request)) request->waiter = &strand;
  }
  strand.awaited_count = 1;
  wait_until(requests, strand);
  for (Request* request : requests) {
    if (is_active(request)) request->waiter = nullptr;
  }
}

namespace {

// A receive inside a collective or another call of MPI.
bool is_data_of_library(const Request& request) {
  return request.kind == RequestKind::receive &&
         request.channel % channel_count != static_cast<std::uint32_t>(Channel::point_to_point);
}

[[gnu::cold, gnu::noinline]] void tell_finish(Request& request) {
  if (request.status.error != MPI_SUCCESS && is_data_of_library(request)) {
    running_strand->collective_error = static_cast<std::int16_t>(request.status.error);
  }
  request.owner->simulation.observers.tell([&](Observer& one) { one.finish_request(request); });
}

[[gnu::cold, gnu::noinline]] void charge_receive(Request& request) {
  request.owner->simulation.engine.sleep(take_overhead_s(request));
}

}  // namespace

void handle(Request& request) {
  if (request.owner->simulation.overheads.any) [[unlikely]]
    charge_receive(request);
}

Status finish(Request& request) {
  Simulation& simulation = request.owner->simulation;
  if (simulation.is_watched && simulation.checks != nullptr) [[unlikely]]
    simulation.checks->finish(request);
  if (request.extension) request.status.error = request.extension->finish(request);
  if (simulation.overheads.any) [[unlikely]]
    charge_receive(request);
  if (simulation.is_watched) [[unlikely]]
    tell_finish(request);
  Status status = request.status;
  if (request.persistent) {
    request.active = false;
    request.complete = false;
  } else {
    const int error = request.extension ? request.extension->release(request) : MPI_SUCCESS;
    if (status.error == MPI_SUCCESS) status.error = error;
    free_request(request);
  }
  return status;
}

int finish_own(Request& request) {
  const Simulation& simulation = request.owner->simulation;
  if (simulation.is_watched || simulation.overheads.any) return finish(request).error;
  const int error = request.status.error;
  free_request(request);
  return error;
}

}  // namespace smpi
