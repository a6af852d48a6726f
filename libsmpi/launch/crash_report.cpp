// SPDX-License-Identifier: BSD-3-Clause
//
// Frames of the program are shown with function and line; frames of libsmpi in between are left
// out, because the MPI call already has a name.
#include "libsmpi/launch/crash_report.h"

#include <fmt/format.h>

#include "libsmpi/load/crash.h"
#include "libsmpi/load/source_lines.h"
#include "libsmpi/rank/rank.h"
#include "libsmpi/reports/deadlock.h"

namespace smpi::launch {

std::string describe_crash(const load::Crash& crash, Locator locate) {
  std::string text = crash.in_rank && running_strand != nullptr
                         ? describe_rank(*running_strand->rank) + ": "
                         : std::string("crash outside the ranks: ");
  text += crash.what() + "\n";
  if (crash.stack_overflow) {
    text += "  the stack of the rank is full: raise --cfg=contexts/stack-size (in KiB)\n";
  }
  for (const void* address : crash.call_chain()) {
    const auto place = locate(address);
    if (!place) continue;
    text += fmt::format("  at {}", place->function.empty() ? "?" : place->function);
    if (!place->file.empty()) text += fmt::format(" ({}:{})", place->file, place->line);
    text += '\n';
  }
  return text;
}

}  // namespace smpi::launch
