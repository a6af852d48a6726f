// SPDX-License-Identifier: BSD-3-Clause
//
// print, convert and merge: the same actions in another form.
#include <fmt/format.h>

#include <filesystem>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/watch/trace/compress/compressor.h"
#include "libsmpi/watch/trace/compress/merge.h"
#include "libsmpi/watch/trace/compress/segmented_trace.h"
#include "libsmpi/watch/trace/compress/writer.h"
#include "libsmpi/watch/trace/rank_set.h"
#include "libsmpi/watch/trace/text_format.h"
#include "libsmpi/watch/trace/text_writer.h"
#include "tools/trace/commands.h"
#include "tools/trace/goal.h"

namespace smpi::trace {
namespace {

std::unique_ptr<Trace> open_input(const Arguments& arguments, std::size_t which) {
  auto trace =
      open_trace(arguments.inputs[which], {.rank_count = arguments.rank_count, .is_old = false});
  for (const std::string& warning : trace->warnings()) {
    kernel::print_message("smpi-trace: {}\n", warning);
  }
  return trace;
}

template <class Visit>
void for_each_action(Trace& trace, Visit&& visit) {
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    const std::unique_ptr<Cursor> cursor = trace.cursor(rank);
    for (Action action; cursor->next(action);) visit(rank, action);
  }
}

void compress(Trace& trace, const Arguments& arguments) {
  Compressor compressor(trace.rank_count(), trace.texts(), {.losses = arguments.losses});
  const auto take_over = [&](const auto& from) {
    for (const auto& [site, name] : from.sites()) compressor.name_site(site, name);
    for (const auto& [key, value] : from.header().notes) compressor.note(key, value);
  };
  if (const auto* whole = dynamic_cast<const CompressedTrace*>(&trace)) take_over(*whole);
  if (const auto* segments = dynamic_cast<const SegmentedTrace*>(&trace)) {
    take_over(*segments);
    if (segments->is_cut()) compressor.note(cut_note, "not written to its end");
  }
  if (arguments.losses.any()) compressor.note("losses", arguments.losses_text);
  RankSet recorded(trace.rank_count(), true);
  for (const std::uint32_t rank : trace.unrecorded_ranks()) recorded[rank] = false;
  if (!trace.unrecorded_ranks().empty()) compressor.note(recorded_note, text_of(recorded));
  for_each_action(trace,
                  [&](std::uint32_t rank, const Action& action) { compressor.add(rank, action); });
  write_trace(arguments.output, compressor.finish());
}

void write_text(Trace& trace, const Arguments& arguments) {
  TextWriter writer(arguments.output, trace.rank_count(), TextWriter::Files::per_rank,
                    trace.texts());
  for (const std::uint32_t rank : trace.unrecorded_ranks()) writer.note_unrecorded(rank);
  for_each_action(trace,
                  [&](std::uint32_t rank, const Action& action) { writer.add(rank, action); });
  writer.finish();
}

void refuse_same_file(const Arguments& arguments) {
  for (const std::string& input : arguments.inputs) {
    std::error_code error;
    if (std::filesystem::equivalent(input, arguments.output, error)) {
      throw kernel::InputError("the output would replace an input",
                               {.text = arguments.output, .hint = "give it another name"});
    }
  }
}

// Messages with one side only have no place in GOAL.
void refuse_unrecorded(const Trace& trace, const std::string& path) {
  const std::vector<std::uint32_t> ranks = trace.unrecorded_ranks();
  if (ranks.empty()) return;
  throw kernel::InputError("ranks of the trace were not recorded",
                           {.file = path,
                            .text = "not recorded: " + text_of_ranks(ranks),
                            .hint = "smpi-trace merge joins recordings of different ranks"});
}

}  // namespace

int print_actions(const Arguments& arguments) {
  constexpr std::size_t piece_bytes = 64 << 10;
  const std::unique_ptr<Trace> trace = open_input(arguments, 0);
  std::string text;
  for (const std::uint32_t rank : ranks_of(arguments.ranks, trace->rank_count())) {
    const std::unique_ptr<Cursor> cursor = trace->cursor(rank);
    for (Action action; cursor->next(action);) {
      append_line(text, rank, action, trace->texts());
      if (text.size() < piece_bytes) continue;
      kernel::print_result(std::string_view(text));
      text.clear();
    }
  }
  kernel::print_result(std::string_view(text));
  return found_nothing_wrong;
}

int convert(const Arguments& arguments) {
  refuse_same_file(arguments);
  const std::unique_ptr<Trace> trace = open_input(arguments, 0);
  const std::string suffix = std::filesystem::path(arguments.output).extension();
  if (suffix == ".smpitrace") {
    compress(*trace, arguments);
    return found_nothing_wrong;
  }
  if (arguments.losses.any()) {
    throw kernel::InputError(
        "only compressed traces may lose precision",
        {.text = arguments.losses_text, .hint = "give the output a name that ends in .smpitrace"});
  }
  if (suffix == ".goal" || suffix == ".bin") refuse_unrecorded(*trace, arguments.inputs[0]);
  if (suffix == ".goal") {
    write_goal(*trace, arguments.output, GoalForm::text, arguments.speed_flops);
  } else if (suffix == ".bin") {
    write_goal(*trace, arguments.output, GoalForm::binary, arguments.speed_flops);
  } else if (suffix == ".txt" || suffix == ".trace" || suffix.empty()) {
    write_text(*trace, arguments);
  } else {
    throw kernel::InputError(
        "no known form of traces has such names",
        {.text = arguments.output, .hint = ".smpitrace, .goal, .bin (binary GOAL) or .txt"});
  }
  return found_nothing_wrong;
}

int merge_parts(const Arguments& arguments) {
  refuse_same_file(arguments);
  Merger merger;
  for (const std::string& input : arguments.inputs) {
    const std::unique_ptr<Trace> part = open_compressed_trace(input, {});
    for (const std::string& warning : part->warnings()) {
      kernel::print_message("smpi-trace: {}\n", warning);
    }
    merger.add_file(input);
  }
  write_trace(arguments.output, merger.finish());
  return found_nothing_wrong;
}

}  // namespace smpi::trace
