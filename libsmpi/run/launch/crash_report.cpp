// SPDX-License-Identifier: BSD-3-Clause
//
// Frames of the program are shown with function and line; frames of libsmpi in between are left
// out, because the MPI call already has a name.
#include "libsmpi/run/launch/crash_report.h"

#include <fmt/format.h>

#include <csignal>
#include <cstddef>

#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/p2p/transfer.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/mpi/rma/operation.h"
#include "libsmpi/ranks/load/crash/crash.h"
#include "libsmpi/ranks/load/crash/source_lines.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/source_line.h"

namespace smpi::launch {

namespace {

// The call that named a buffer which could not be read or written.
struct Culprit {
  const Rank* rank = nullptr;
  std::string what;  // such as "the receive buffer (a.c:17)"
};

// Is the address in the receive's buffer?
bool holds(const Request& receive, const void* address) {
  if (receive.count == 0) return false;
  const Datatype& type = *receive.type;
  const auto* first = static_cast<const std::byte*>(receive.buffer) + type.true_lb();
  const MPI_Count size_bytes = (receive.count - 1) * type.extent() + type.true_extent();
  return address >= first && address < first + size_bytes;
}

// Data is copied when the other side is ready or a flow ends: outside all ranks, or in a call of a
// rank that has done nothing wrong.
std::optional<Culprit> find_culprit(const load::Crash& crash) {
  if (crash.signal != SIGSEGV && crash.signal != SIGBUS) return std::nullopt;
  if (const rma::Operation* operation = rma::operation_in_progress; operation != nullptr) {
    const CallRecord& call = operation->call;
    return Culprit{&operation->spec.window->owner(),
                   "a buffer or the window of " +
                       fmt::format("{}{}", call.function, source_line_suffix(call.return_address))};
  }
  const auto& [message, receive] = p2p::copy_in_progress;
  if (message == nullptr) return std::nullopt;
  if (receive != nullptr && holds(*receive, crash.fault_address)) {
    return Culprit{receive->owner, "the receive buffer" + source_line_suffix(receive->made_at)};
  }
  return Culprit{message->sender, "the send buffer" + source_line_suffix(message->sent_at)};
}

std::string describe_chain(const load::Crash& crash, Locator locate) {
  std::string text;
  for (const void* address : crash.call_chain()) {
    const auto place = locate(address);
    if (!place) continue;
    text += fmt::format("  at {}", place->function.empty() ? "?" : place->function);
    if (!place->file.empty()) text += fmt::format(" ({}:{})", place->file, place->line);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string describe_crash(const load::Crash& crash, Locator locate) {
  const Rank* running = crash.in_rank && running_strand != nullptr ? running_strand->rank : nullptr;
  const auto culprit = find_culprit(crash);
  const Rank* rank = culprit ? culprit->rank : running;
  std::string text =
      rank != nullptr ? describe_rank(*rank) + ": " : "internal error outside the ranks: ";
  text += crash.what() + "\n";
  if (culprit) text += "  in " + culprit->what + "\n";
  if (crash.stack_overflow) {
    text += "  the stack of the rank is full: raise --cfg=contexts/stack-size (in KiB)\n";
  }
  // The frames of a rank that only happened to make the copy lead nowhere.
  if (rank == running) text += describe_chain(crash, locate);
  return text;
}

}  // namespace smpi::launch
