// SPDX-License-Identifier: BSD-3-Clause
//
// Each waiting rank becomes one phrase with relative ranks left out where ranks differ only in
// them; equal phrases are grouped.
#include "libsmpi/watch/reports/deadlock.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/load/threads/openmp.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/source_line.h"
#include "libsmpi/watch/reports/standstill.h"
#include "models/network/network.h"

namespace smpi {
namespace {

// Ranks that are listed one by one before a group is abbreviated.
constexpr std::size_t listed_ranks_max = 8;

std::string name_of(const Communicator& communicator) {
  return communicator.name.empty() ? fmt::format("a communicator of {} ranks", communicator.size())
                                   : communicator.name;
}

std::string tag_text(int tag) {
  return tag == MPI_ANY_TAG ? "any tag" : fmt::format("tag {}", tag);
}

// Messages inside collectives mean nothing to the reader: their tags are numbers of ours.
bool is_of_program(const Request& request) {
  return request.channel % channel_count == static_cast<std::uint32_t>(Channel::point_to_point);
}

// What a request waits for; `peer` and `awaited` are set when it is one known rank.
std::string describe_request(const Request& request, int& peer, const Rank*& awaited) {
  if (request.extension) return request.extension->describe(request);
  if (request.peer >= 0) awaited = &request.communicator->peer(request.peer);
  if (request.kind == RequestKind::receive) {
    peer = request.peer;
    if (!is_of_program(request)) return "rank {}";
    return fmt::format(
        "{}, {} on {}",
        request.peer == MPI_ANY_SOURCE ? "a message from any rank" : "a message from rank {}",
        tag_text(request.tag), name_of(*request.communicator));
  }
  peer = request.peer;
  if (!is_of_program(request)) return "rank {}";
  return fmt::format("rank {{}} to receive {} bytes, {} on {}",
                     request.count * request.type->size_bytes(), tag_text(request.tag),
                     name_of(*request.communicator));
}

// What a request waits for whose message is matched and cannot arrive.
std::string describe_standing(const Request& request, int& peer) {
  peer = request.kind == RequestKind::receive ? request.status.source : request.peer;
  return request.kind == RequestKind::receive ? "the message of rank {}, which stands still"
                                              : "its message to rank {}, which stands still";
}

struct Wait {
  std::string what;  // with {} where the peer goes
  bool computes = false;
  int peer = MPI_ANY_SOURCE;
  const Rank* awaited = nullptr;  // the peer
  bool is_only = false;           // does it wait for nothing else?
};

Wait describe_wait(const Strand& strand, const Standstill& standstill) {
  Wait wait;
  if (strand.waiting_reason != nullptr) {
    wait.what = strand.waiting_reason;
    return wait;
  }
  if (strand.probing != nullptr) {
    wait.peer = strand.probing->source;
    wait.what = fmt::format(
        "{}, {} on {}",
        wait.peer == MPI_ANY_SOURCE ? "a message from any rank" : "a message from rank {}",
        tag_text(strand.probing->tag), name_of(*strand.probing->communicator));
    if (wait.peer >= 0) wait.awaited = &strand.probing->communicator->peer(wait.peer);
    wait.is_only = true;
    return wait;
  }
  std::size_t missing = 0;
  const Request* named = nullptr;  // the first that stands still, or of all
  for (std::size_t i = 0; i < strand.waiting_count; i++) {
    const Request* request = strand.waiting_for[i];
    if (request == nullptr || !request->active || request->complete) continue;
    missing++;
    if (named == nullptr || (standstill.stops(*request) && !standstill.stops(*named)))
      named = request;
  }
  if (named == nullptr) {
    wait.what = standstill.describe_host(strand.rank->host);
    wait.computes = !wait.what.empty();
    if (!wait.computes) wait.what = "something that cannot happen any more";
    return wait;
  }
  wait.what = standstill.stops(*named) ? describe_standing(*named, wait.peer)
                                       : describe_request(*named, wait.peer, wait.awaited);
  if (missing > 1) wait.what += fmt::format(" (and {} more requests)", missing - 1);
  wait.is_only = missing == 1;
  return wait;
}

struct Alike {
  std::vector<const Rank*> ranks;
  std::set<int> peers;
  std::map<ProcessId, const Rank*> awaited;
  std::string awaited_state;  // "in MPI_Recv (a.c:5)", "ended": of all awaited ones
};

std::string list_ranks(const std::vector<const Rank*>& ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); i++) {
    if (i == listed_ranks_max) return text + fmt::format(", ... ({} in all)", ranks.size());
    if (i > 0) text += ", ";
    text += number_of(*ranks[i]);
  }
  return text;
}

std::string list_ranks(const Alike& alike) {
  return list_ranks(alike.ranks);
}

std::string peer_text(const Alike& alike) {
  std::string text;
  std::size_t listed = 0;
  for (const int peer : alike.peers) {
    if (listed == listed_ranks_max) return text + ", ...";
    if (listed++ > 0) text += ", ";
    text += fmt::to_string(peer);
  }
  return text;
}

// "; rank 1 is in MPI_Recv (a.c:5)"; nothing where the line is about the awaited ranks already.
std::string awaited_text(const Alike& alike) {
  std::set<const Rank*> waiting(alike.ranks.begin(), alike.ranks.end());
  std::vector<const Rank*> others;
  bool is_said = true;
  for (const auto& [process, rank] : alike.awaited) {
    others.push_back(rank);
    is_said = is_said && waiting.contains(rank);
  }
  if (is_said) return "";
  const bool is_one = others.size() == 1;
  const bool is_over = alike.awaited_state.starts_with("ended");
  const char* verb = is_over ? (is_one ? "has" : "have") : (is_one ? "is" : "are");
  return fmt::format("; {} {} {}", list_ranks(others), verb, alike.awaited_state);
}

std::string_view host_name(const Rank& rank) {
  return rank.simulation.platform.hosts.name[rank.host];
}

// What an awaited rank is in.
std::string state_of(const Rank& rank) {
  if (rank.phase == Phase::ended) {
    if (rank.lost_host) {
      return fmt::format("ended with host {} at {:.9g} s", host_name(rank), rank.end_s);
    }
    return rank.ended_without_finalize ? "ended without MPI_Finalize" : "ended";
  }
  const CallRecord& call = rank.main.call;
  if (call.function == nullptr) return "outside of MPI";
  return fmt::format("in {}{}", call.function, source_line_suffix(call.return_address));
}

std::string with_peer(const std::string& what, const Alike& alike) {
  const std::size_t at = what.find("{}");
  if (at == std::string::npos) return what;
  return what.substr(0, at) + peer_text(alike) + what.substr(at + 2);
}

// The strands of a rank that wait: its main thread and those it made.
std::vector<const Strand*> waiting_strands(const Rank& rank) {
  std::vector<const Strand*> strands;
  if (!rank.main_ended) strands.push_back(&rank.main);
  for (const auto& strand : rank.threads) {
    if (strand->thread != nullptr) strands.push_back(strand.get());
  }
  return strands;
}

// Such as "MPI_Recv at a.c:5 waits for a message from rank {}".
std::string describe_strand(const Strand& strand, const Wait& wait) {
  const CallRecord& call = strand.call;
  return fmt::format("{}{}{} {} {}", strand.thread != nullptr ? "a thread in " : "",
                     call.function == nullptr ? "(no MPI call)" : call.function,
                     source_line_suffix(call.return_address),
                     wait.computes ? "computes on" : "waits for", wait.what);
}

// Who waits for one other rank and nothing else.
using Waiters = std::map<const Rank*, const Rank*>;

std::string describe_cycle(const Waiters& waiters, const Rank* first) {
  std::string text = "  ranks " + number_of(*first);
  std::size_t length = 1;
  for (const Rank* rank = waiters.at(first); rank != first; rank = waiters.at(rank)) {
    if (length++ < listed_ranks_max) text += " -> " + number_of(*rank);
  }
  if (length > listed_ranks_max) text += fmt::format(" -> ... ({} in all)", length);
  return text + fmt::format(" -> {} wait for each other\n", number_of(*first));
}

// "  ranks 0 -> 1 -> 0 wait for each other", for each cycle, in the order of first ranks.
std::string describe_cycles(const Simulation& simulation, const Waiters& waiters) {
  std::map<const Rank*, const Rank*> seen_from;
  std::string text;
  for (const auto& start : simulation.ranks) {
    const Rank* rank = start;
    while (waiters.contains(rank) && seen_from.emplace(rank, start).second) {
      rank = waiters.at(rank);
    }
    const auto end = seen_from.find(rank);
    const bool is_cycle = end != seen_from.end() && end->second == start && rank != nullptr;
    if (is_cycle && waiters.contains(rank)) text += describe_cycle(waiters, rank);
  }
  return text;
}

// A team of OpenMP that was cut to one thread waits in vain for what its others would have done.
std::string note_on_teams(const Simulation& simulation) {
  if (load::OpenmpState::has_real_teams()) return "";
  Alike cut;
  for (const auto& rank : simulation.ranks) {
    if (rank->phase == Phase::ended || rank->libc == nullptr) continue;
    if (load::OpenmpState::region_depth(rank->main.openmp) > 0) cut.ranks.push_back(rank);
  }
  if (cut.ranks.empty()) return "";
  return fmt::format(
      "  note: {} in a parallel region of OpenMP, whose team was cut to one thread: what its other "
      "threads would do never happens (README, OpenMP)\n",
      list_ranks(cut) + (cut.ranks.size() == 1 ? " is" : " are"));
}

// "a persistent send to rank 1, tag 0 on MPI_COMM_WORLD, that was never started (a.c:7)"
std::string describe_unstarted(const ForgottenStart& request, const char* what) {
  const std::string peer =
      request.peer == MPI_ANY_SOURCE ? "any rank" : fmt::format("rank {}", request.peer);
  return fmt::format("a persistent {} {}, {} on {}, that {}{}",
                     request.is_send ? "send to" : "receive from", peer, tag_text(request.tag),
                     request.communicator.empty() ? "a communicator" : request.communicator, what,
                     source_line_suffix(request.made_at));
}

// Persistent requests that nobody started may be what the others wait for, freed ones too.
std::string note_on_unstarted(const Simulation& simulation) {
  std::map<std::string, Alike> found;
  simulation.handles.requests.for_each([&](const Request& request) {
    const bool is_message =
        request.kind == RequestKind::send || request.kind == RequestKind::receive;
    if (!is_message || !request.persistent || request.active) return;
    if (request.peer == MPI_PROC_NULL) return;
    const ForgottenStart unstarted{.rank = request.owner,
                                   .is_send = request.kind == RequestKind::send,
                                   .peer = request.peer,
                                   .tag = request.tag,
                                   .communicator = request.communicator->name,
                                   .made_at = request.made_at};
    const char* what = request.was_started ? "is not started again" : "was never started";
    found[describe_unstarted(unstarted, what)].ranks.push_back(request.owner);
  });
  for (const ForgottenStart& request : simulation.forgotten_starts) {
    found[describe_unstarted(request, "was freed and never started")].ranks.push_back(request.rank);
  }
  std::string text;
  for (const auto& [what, alike] : found) {
    text += fmt::format("  {} {} {}\n", list_ranks(alike), alike.ranks.size() == 1 ? "has" : "have",
                        what);
  }
  return text;
}

}  // namespace

std::string describe_deadlock(const Simulation& simulation) {
  std::map<std::string, std::size_t> position;
  std::vector<std::pair<std::string, Alike>> groups;
  std::size_t waiting = 0;
  Waiters waiters;
  Alike gone;
  std::map<models::HostId, Alike> lost;
  const Standstill standstill(simulation);
  bool stands_still = standstill.has_messages();
  for (const auto& rank : simulation.ranks) {
    if (rank->lost_host) lost[rank->host].ranks.push_back(rank);
    if (rank->ended_without_finalize) gone.ranks.push_back(rank);
    if (rank->phase == Phase::ended) continue;
    waiting++;
    for (const Strand* strand : waiting_strands(*rank)) {
      const Wait wait = describe_wait(*strand, standstill);
      stands_still = stands_still || wait.computes;
      const std::string what = describe_strand(*strand, wait);
      const std::string state = wait.awaited == nullptr ? "" : state_of(*wait.awaited);
      const auto [found, added] = position.emplace(what + "; " + state, groups.size());
      if (added) groups.push_back({what, {}});
      Alike& alike = groups[found->second].second;
      alike.ranks.push_back(rank);
      alike.peers.insert(wait.peer);
      alike.awaited_state = state;
      if (wait.awaited == nullptr) continue;
      alike.awaited.emplace(wait.awaited->process, wait.awaited);
      if (wait.is_only && strand == &rank->main) waiters.emplace(rank, wait.awaited);
    }
  }
  std::string report = fmt::format("{} at {:.9g} s: {} of {} ranks wait for ever\n",
                                   stands_still ? "standstill of the machine" : "deadlock",
                                   simulation.engine.now_s(), waiting, simulation.ranks.size());
  report += standstill.describe_messages();
  for (const auto& [what, alike] : groups) {
    report +=
        fmt::format("  {}: {}{}\n", list_ranks(alike), with_peer(what, alike), awaited_text(alike));
  }
  report += describe_cycles(simulation, waiters);
  if (const std::string network = simulation.network.standstill(); !network.empty()) {
    report += fmt::format("  the network: {}\n", network);
  }
  if (!gone.ranks.empty()) {
    report += fmt::format("  {}: ended without MPI_Finalize\n", list_ranks(gone));
  }
  for (const auto& [host, alike] : lost) {
    report +=
        fmt::format("  {}: ended when host {} failed at {:.9g} s (smpi/on-host-failure:hang)\n",
                    list_ranks(alike), host_name(*alike.ranks[0]), alike.ranks[0]->end_s);
  }
  return report + note_on_unstarted(simulation) + note_on_teams(simulation);
}

}  // namespace smpi
