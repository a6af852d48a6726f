// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of the report that are read from the library's tables.
#include "libsmpi/watch/analyze/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "libsmpi/mpi/coll/choice/selector.h"
#include "libsmpi/mpi/coll/shared_state.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/io/file.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/window.h"
#include "libsmpi/mpi/session/session.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"
#include "libsmpi/watch/analyze/matching_record.h"

namespace smpi {
namespace {

bool is_of_program(std::uint32_t channel) {
  return channel % channel_count == static_cast<std::uint32_t>(Channel::point_to_point);
}

std::string name_of(const Rank& rank, std::uint32_t channel) {
  const std::uint32_t context = channel / channel_count;
  for (const Communicator* communicator : {rank.world, rank.self}) {
    if (communicator != nullptr && communicator->shared().context == context) {
      return communicator->name;
    }
  }
  return "another communicator";
}

std::string tag_text(int tag) {
  return tag == MPI_ANY_TAG ? "any tag" : fmt::format("tag {}", tag);
}

// Adds the live objects of one kind; `owner_of` returns nullptr where ranks share them.
template <class Object, class OwnerOf>
void add_leaks(Findings& found, SourceLines& lines, const HandlePool<Object>& pool,
               const char* kind, OwnerOf&& owner_of) {
  pool.for_each([&](const Object& object) {
    if (object.made_at == nullptr) return;  // the library's, such as MPI_Type_create_f90_real's
    found.add(fmt::format("{}{}", kind, lines.of(object.made_at)), owner_of(object));
  });
}

Findings leaked_handles(const Simulation& simulation, SourceLines& lines) {
  Findings found;
  const HandleTables& tables = simulation.handles;
  const auto nobody = [](const auto&) -> const Rank* { return nullptr; };
  add_leaks(found, lines, tables.communicators, "communicator",
            [](const Communicator& one) { return &one.owner(); });
  add_leaks(found, lines, tables.groups, "group", [](const GroupHandle& one) { return one.owner; });
  const analysis::Buffers& buffers = analysis_of(simulation)->buffers;
  tables.requests.for_each([&](const Request& request) {
    if (buffers.is_active(request)) return;  // a finding of its own
    found.add(fmt::format("request{}", lines.of(request.made_at)), request.owner);
  });
  add_leaks(found, lines, tables.datatypes, "datatype", nobody);
  add_leaks(found, lines, tables.ops, "operation", nobody);
  add_leaks(found, lines, tables.infos, "info object", nobody);
  add_leaks(found, lines, tables.errhandlers, "error handler", nobody);
  tables.keyvals.for_each([&](const Keyval& key) {
    if (!key.freed) found.add(fmt::format("attribute key{}", lines.of(key.made_at)), key.rank);
  });
  add_leaks(found, lines, tables.windows, "window",
            [](const Window& one) { return &one.communicator().owner(); });
  add_leaks(found, lines, tables.files, "file", [](const File& one) { return &one.owner(); });
  add_leaks(found, lines, tables.sessions, "session",
            [](const Session& one) { return &one.owner; });
  return found;
}

void add_message(Findings& found, SourceLines& lines, const p2p::Message& message) {
  if (!is_of_program(message.key.channel)) return;
  found.add(fmt::format("{} bytes to rank {}, {} on {}, sent{}", message.size_bytes,
                        message.receiver->world_rank, tag_text(message.key.tag),
                        name_of(*message.receiver, message.key.channel), lines.of(message.sent_at)),
            message.sender);
}

Findings lost_messages(const Simulation& simulation, SourceLines& lines) {
  Findings found;
  for (const auto& rank : simulation.ranks) {
    const p2p::Message* message = rank->mailbox.first_unexpected();
    for (; message != nullptr; message = message->queue.next) add_message(found, lines, *message);
  }
  simulation.handles.messages.for_each(
      [&](const p2p::Message& message) { add_message(found, lines, message); });
  return found;
}

Findings vain_receives(const Simulation& simulation, SourceLines& lines) {
  Findings found;
  for (const auto& rank : simulation.ranks) {
    const Request* receive = rank->mailbox.first_posted();
    for (; receive != nullptr; receive = receive->queue.next) {
      if (!is_of_program(receive->channel)) continue;
      const std::string from =
          receive->peer == MPI_ANY_SOURCE ? "any rank" : fmt::format("rank {}", receive->peer);
      found.add(fmt::format("from {}, {} on {}, posted{}", from, tag_text(receive->tag),
                            name_of(*rank, receive->channel), lines.of(receive->made_at)),
                rank);
    }
  }
  return found;
}

void add_open_calls(Findings& found, SourceLines& lines, const Communicator& communicator) {
  if (!communicator.shared().collectives || p2p::is_broken(communicator)) return;
  const coll::SharedState& state = coll::shared_state(communicator);
  const auto add = [&](const CallRecord& call, int missing) {
    found.add(fmt::format("{}{} on {}, which {} of {} ranks never called",
                          call.function == nullptr ? "a collective" : call.function,
                          lines.of(call.return_address),
                          communicator.name.empty() ? "a communicator" : communicator.name, missing,
                          communicator.size()),
              nullptr);
  };
  state.blocking.for_each_open(add);
  state.nonblocking.for_each_open(add);
}

Findings open_collectives(const Simulation& simulation, SourceLines& lines) {
  Findings found;
  std::set<std::uint32_t> seen;
  const auto look_at = [&](const Communicator& communicator) {
    const bool is_new = seen.insert(communicator.shared().context).second;
    if (is_new) add_open_calls(found, lines, communicator);
  };
  for (const auto& rank : simulation.ranks) {
    if (rank->world != nullptr) look_at(*rank->world);
  }
  simulation.handles.communicators.for_each(look_at);
  return found;
}

Findings missing_finalize(const Simulation& simulation) {
  Findings found;
  for (const auto& rank : simulation.ranks) {
    if (rank->ended_without_finalize) found.add("main ended without MPI_Finalize", rank);
  }
  return found;
}

std::string content_of(const Datatype& type, MPI_Count count) {
  const MPI_Count elements = count * type.elements();
  const auto element = type.layout().signature.only_element();
  return element ? fmt::format("{} {}", elements, datatype::predefined(*element).name)
                 : fmt::format("{} elements of several types", elements);
}

}  // namespace

void Analysis::check_types(const p2p::Message& message, const Request& receive) {
  if (!is_of_program(message.key.channel)) return;
  // A message that is too long is an error of its own.
  if (message.size_bytes > receive.count * receive.type->size_bytes()) return;
  if (signatures_match(*message.type, message.count, *receive.type, receive.count)) return;
  type_mismatches.add(
      fmt::format("{} sent{}, received as {}{}", content_of(*message.type, message.count),
                  lines.of(message.sent_at), content_of(*receive.type, receive.count),
                  lines.of(receive.made_at)),
      receive.owner);
}

std::vector<Section> analyze(const Simulation& simulation) {
  Analysis& analysis = *analysis_of(simulation);
  SourceLines& lines = analysis.lines;
  // Ranks that are stopped by an error have no chance to free anything.
  const bool is_complete = simulation.early_end.why == EarlyEnd::Why::none;
  if (is_complete) analysis.windows.add_open_epochs();
  std::vector<Section> sections = {
      {"leaked_handles", "handles that were never freed",
       is_complete ? leaked_handles(simulation, lines) : Findings{}},
      {"never_completed", "operations that were never completed",
       is_complete ? analysis.buffers.never_completed() : Findings{}},
      {"freed_receives", "receives whose request was freed: nothing tells when the data are there",
       analysis.buffers.freed_receives(), false},
      {"buffers", "buffers used while MPI had them", analysis.buffers.misuses()},
      {"epochs", "epochs of one-sided communication", analysis.windows.epochs()},
      {"window_conflicts", "conflicting accesses to windows", analysis.windows.conflicts()},
      {"lost_messages", "messages that nobody received", lost_messages(simulation, lines)},
      {"vain_receives", "receives that got no message", vain_receives(simulation, lines)},
      {"message_types", "messages received as another type", analysis.type_mismatches},
      {"collective_order", "collective calls that do not match",
       analysis.collectives.out_of_order()},
      {"collective_types", "data of collective calls that do not match",
       analysis.collectives.unequal_data()},
      {"open_collectives", "collective calls without some ranks",
       open_collectives(simulation, lines)},
      {"missing_finalize", "ranks that never called MPI_Finalize", missing_finalize(simulation)},
      {"races", "receives that several senders had a message for (not a mistake by itself)",
       find_races(simulation), false},
  };
  std::erase_if(sections, [](const Section& section) { return section.findings.empty(); });
  return sections;
}

std::string describe_analysis(const Simulation& simulation, const std::vector<Section>& sections) {
  std::string text;
  for (const Section& section : sections) text += section.describe();
  if (!has_mistake(sections)) {
    text += simulation.early_end.why == EarlyEnd::Why::none
                ? "nothing to complain about\n"
                : "nothing besides what ended the run\n";
  }
  return text + analysis_of(simulation)->allocations.describe();
}

bool has_mistake(const std::vector<Section>& sections) {
  return std::any_of(sections.begin(), sections.end(),
                     [](const Section& section) { return section.is_mistake; });
}

}  // namespace smpi
