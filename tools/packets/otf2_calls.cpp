// SPDX-License-Identifier: BSD-3-Clause
//
// One event after the other, each into the calls of its rank.
#include "tools/packets/otf2_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "libsmpi/watch/record/timeline/function_class.h"

namespace smpi::packets {
namespace {

using record::otf2::Communicator;
using record::otf2::Event;
using record::otf2::Function;
using Kind = RecordedCall::Kind;

// Calls of these functions move data, so a replay without them is not the run.
bool moves_data(const Function& function) {
  switch (function.role) {
    case Function::Role::barrier:
    case Function::Role::one_to_all:
    case Function::Role::all_to_one:
    case Function::Role::all_to_all:
    case Function::Role::one_sided:
    case Function::Role::file:
      return true;
    case Function::Role::other_collective:  // or it makes a communicator
      return function.name.starts_with("MPI_Neighbor") ||
             (function.name.starts_with("MPI_I") && !function.name.starts_with("MPI_Intercomm"));
    default:
      return false;
  }
}

}  // namespace

std::span<const RecordedCall> RecordedCalls::of(RankId rank) const {
  if (rank >= ranks_.size()) return {};
  return ranks_[rank].calls;
}

const RecordedCall* RecordedCalls::collective(RankId rank, std::uint64_t k) const {
  if (rank >= ranks_.size() || k >= ranks_[rank].collectives.size()) return nullptr;
  return &ranks_[rank].calls[ranks_[rank].collectives[k]];
}

void RecordedCalls::add(const Event& event) {
  if (!problem_.empty()) return;
  if (event.lane >= ranks_.size()) ranks_.resize(event.lane + 1);
  Rank& rank = ranks_[event.lane];
  switch (event.kind) {
    case Event::Kind::enter:
      return enter(rank, event);
    case Event::Kind::leave:
      return leave(rank, event);
    default:
      break;
  }
  if (rank.depth == 0) pause_until(rank, event.time_ns);
  rank.has_events = true;
  switch (event.kind) {
    case Event::Kind::send:
    case Event::Kind::isend:
    case Event::Kind::receive:
      return add_message(rank, event);
    case Event::Kind::receive_posted:
      rank.requests[event.request] = {++rank.request_count, rank.calls.size()};
      rank.calls.push_back({.request = rank.request_count, .kind = Kind::begin_receive});
      return;
    case Event::Kind::irecv:
    case Event::Kind::isend_complete:
      return end_request(rank, event);
    case Event::Kind::collective_end:
      return add_collective(rank, event);
    default:
      return;
  }
}

void RecordedCalls::pause_until(Rank& rank, std::uint64_t time_ns) {
  if (time_ns > rank.left_ns) {
    rank.calls.push_back({.size_bytes = time_ns - rank.left_ns, .kind = Kind::pause});
  }
  rank.left_ns = std::max(rank.left_ns, time_ns);
}

void RecordedCalls::enter(Rank& rank, const Event& event) {
  if (rank.depth++ > 0) return;
  pause_until(rank, event.time_ns);
  rank.call_begin = rank.calls.size();
  rank.has_events = false;
}

void RecordedCalls::leave(Rank& rank, const Event& event) {
  if (rank.depth == 0 || --rank.depth > 0) return;
  rank.left_ns = std::max(rank.left_ns, event.time_ns);
  const Function& function = archive_.functions[event.a];
  if (!rank.has_events && moves_data(function)) unknown_.insert(function.name);
  overlap(rank);
}

// Messages of one call go on beside each other: a send that waited for its receive would wait for
// ever where both sides send first.
void RecordedCalls::overlap(Rank& rank) {
  const auto begin = rank.calls.begin() + static_cast<std::ptrdiff_t>(rank.call_begin);
  const auto has = [&](Kind kind) {
    return std::any_of(begin, rank.calls.end(),
                       [kind](const RecordedCall& call) { return call.kind == kind; });
  };
  if (!has(Kind::send) || !has(Kind::receive)) return;
  const std::uint32_t before = rank.request_count;
  for (auto call = begin; call != rank.calls.end(); call++) {
    if (call->kind != Kind::send && call->kind != Kind::receive) continue;
    call->kind = call->kind == Kind::send ? Kind::begin_send : Kind::begin_receive;
    call->request = ++rank.request_count;
  }
  for (std::uint32_t request = before + 1; request <= rank.request_count; request++) {
    rank.calls.push_back({.request = request, .kind = Kind::wait});
  }
}

// `event.a`: of the other group, where a communicator has two.
RankId RecordedCalls::peer_of(const Event& event) {
  const Communicator& communicator = archive_.communicators[event.b];
  const auto& local = communicator.members;
  const auto& remote = communicator.remote_members;
  if (local.empty()) return event.lane;  // that of the rank alone
  const bool is_local = std::find(local.begin(), local.end(), event.lane) != local.end();
  const auto& peers = remote.empty() || !is_local ? local : remote;
  if (event.a < peers.size()) return peers[event.a];
  problem_ = fmt::format("rank {} has a message of rank {} on a communicator of {} ranks",
                         event.lane, event.a, peers.size());
  return any_rank;
}

void RecordedCalls::add_message(Rank& rank, const Event& event) {
  RecordedCall call{.size_bytes = event.size_bytes,
                    .peer = peer_of(event),
                    .tag = tags_.try_emplace({event.b, event.c}, tags_.size()).first->second,
                    .kind = event.kind == Event::Kind::receive ? Kind::receive : Kind::send};
  if (event.kind == Event::Kind::isend) {
    call.kind = Kind::begin_send;
    call.request = ++rank.request_count;
    rank.requests[event.request] = {call.request, rank.calls.size()};
  }
  rank.calls.push_back(call);
}

void RecordedCalls::end_request(Rank& rank, const Event& event) {
  const auto request = rank.requests.find(event.request);
  if (request == rank.requests.end()) return;  // it began before the archive does
  if (event.kind == Event::Kind::irecv) {
    RecordedCall& call = rank.calls[request->second.call];
    call.size_bytes = event.size_bytes;
    call.peer = peer_of(event);
    call.tag = tags_.try_emplace({event.b, event.c}, tags_.size()).first->second;
  }
  rank.calls.push_back({.request = request->second.number, .kind = Kind::wait});
  rank.requests.erase(request);
}

void RecordedCalls::add_collective(Rank& rank, const Event& event) {
  constexpr auto last_kind =
      static_cast<std::uint32_t>(record::CollectiveKind::reduce_scatter_block);
  if (event.a > last_kind) return;  // makes communicators, windows and files
  const Communicator& communicator = archive_.communicators[event.b];
  if (communicator.members.size() <= 1 && communicator.remote_members.empty()) return;
  if (communicator.members.size() != rank_count()) {
    problem_ = fmt::format("rank {} takes part in a collective of {} ranks of {}", event.lane,
                           communicator.members.size(), rank_count());
    return;
  }
  const bool has_root = event.c < communicator.members.size();
  rank.collectives.push_back(rank.calls.size());
  rank.calls.push_back({.size_bytes = event.size_bytes,
                        .received_bytes = event.received_bytes,
                        .peer = has_root ? communicator.members[event.c] : 0,
                        .operation = event.a,
                        .kind = Kind::collective});
}

}  // namespace smpi::packets
