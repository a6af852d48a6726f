// SPDX-License-Identifier: BSD-3-Clause
//
// info: what is in a trace. Losses and ranks that were not recorded come first: nobody should take
// a rounded trace for an exact one, or a part for the whole.
#include <fmt/format.h>

#include <map>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/watch/trace/compress/segmented_trace.h"
#include "libsmpi/watch/trace/rank_set.h"
#include "tools/trace/commands.h"
#include "tools/trace/loops.h"

namespace smpi::trace {
namespace {

std::string text_of_unrecorded(const Trace& trace) {
  const std::vector<std::uint32_t> ranks = trace.unrecorded_ranks();
  if (ranks.empty()) return {};
  return fmt::format("NOT RECORDED     ranks {}\n", text_of_ranks(ranks));
}

std::string text_of_group(const std::vector<std::uint32_t>& ranks) {
  if (ranks.size() == 1) return fmt::format("rank {}", ranks[0]);
  return fmt::format("{} ranks from {} to {}", ranks.size(), ranks.front(), ranks.back());
}

std::string text_of_loop(const CompressedTrace& trace, const LoopProfile& profile) {
  const std::optional<Loop> loop = time_loop(profile);
  if (!loop) return "no loop has half of its MPI calls";
  std::string text = loop->entries == 1
                         ? fmt::format("{} time steps", loop->turns)
                         : fmt::format("{} time steps in {} loops", loop->turns, loop->entries);
  text += fmt::format(", {:.1f} % of its MPI calls", 100.0 * static_cast<double>(loop->calls) /
                                                         static_cast<double>(profile.calls));
  const std::string source = source_of_loop(trace, loop->body);
  if (!source.empty()) text += ", at " + source;
  return text;
}

void append_groups(std::string& out, CompressedTrace& trace) {
  constexpr std::size_t groups_most = 20;
  out += fmt::format("Structures       {}\n", trace.groups().size());
  for (std::size_t i = 0; i < trace.groups().size() && i < groups_most; i++) {
    const RankGroup& group = trace.groups()[i];
    const LoopProfile profile = profile_of_loops(trace, group.ranks[0]);
    out +=
        fmt::format("  {}: {} shapes, {} loops; {}\n", text_of_group(group.ranks),
                    group.use.shapes.size(), group.use.bodies.size(), text_of_loop(trace, profile));
  }
  if (trace.groups().size() > groups_most) {
    out += fmt::format("  and {} more\n", trace.groups().size() - groups_most);
  }
}

void append_sections(std::string& out, SegmentedTrace& trace) {
  std::map<std::string, std::uint64_t> bytes;
  for (const CompressedTrace& segment : trace.segments()) {
    for (const Section& section : segment.sections()) {
      bytes[std::string(section.name)] += section.stored.size() + section_header_bytes;
    }
  }
  out += "Sections        ";
  for (const auto& [name, size] : bytes) out += fmt::format(" {} {}", name, size);
  out += " bytes\n";
}

// Each segment has a structure of its own.
void append_segments(std::string& out, SegmentedTrace& trace) {
  constexpr std::size_t segments_most = 5;
  const std::size_t count = trace.segments().size();
  if (count > 1) out += fmt::format("Segments         {}\n", count);
  for (std::size_t i = 0; i < count && i < segments_most; i++) {
    CompressedTrace& segment = trace.segments()[i];
    if (count > 1) out += fmt::format("Segment {}: {} actions\n", i, segment.action_count());
    append_groups(out, segment);
  }
  if (count > segments_most) out += fmt::format("and {} more\n", count - segments_most);
  append_sections(out, trace);
}

}  // namespace

int print_info(const Arguments& arguments) {
  const std::string& path = arguments.inputs[0];
  if (!is_compressed_trace(path)) {
    const auto trace = open_trace(path, {.rank_count = arguments.rank_count, .is_old = false});
    for (const std::string& warning : trace->warnings()) {
      kernel::print_message("smpi-trace: {}\n", warning);
    }
    kernel::print_result("{}Form             text\nRanks            {}\nActions          {}\n",
                         text_of_unrecorded(*trace), trace->rank_count(), trace->action_count());
    return found_nothing_wrong;
  }
  SegmentedTrace trace(path);
  for (const std::string& warning : trace.warnings()) {
    kernel::print_message("smpi-trace: {}\n", warning);
  }
  std::string out = text_of_unrecorded(trace);
  for (const auto& [key, value] : trace.header().notes) {
    if (key == "losses") out += fmt::format("NOT EXACT        {}\n", value);
  }
  std::uint64_t sends = 0;
  std::uint64_t sent_bytes = 0;
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    const RankSums sums = trace.sums_of(rank);
    sends += sums.sends;
    sent_bytes += sums.sent_bytes;
  }
  out += fmt::format("Form             compressed, {} bytes\n", trace.size_bytes());
  out += fmt::format("Ranks            {}\nActions          {}\n", trace.rank_count(),
                     trace.action_count());
  out += fmt::format("Messages sent    {} of {} bytes in all\n", sends, sent_bytes);
  for (const auto& [key, value] : trace.header().notes) {
    if (key != "losses" && key != recorded_note) out += fmt::format("{:<16} {}\n", key, value);
  }
  append_segments(out, trace);
  kernel::print_result(std::string_view(out));
  return found_nothing_wrong;
}

}  // namespace smpi::trace
