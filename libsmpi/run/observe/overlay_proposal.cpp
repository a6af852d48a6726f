// SPDX-License-Identifier: BSD-3-Clause
//
// One table a kernel; those that an overlay cannot replace as they are, in comments.
#include "libsmpi/run/observe/overlay_proposal.h"

#include <fmt/format.h>

#include <sstream>

#include "libsmpi/ranks/load/elf/function_replacement.h"

namespace smpi::observe {
namespace {

// Names of C need no quotes in TOML.
std::string key_of(const std::string& name) {
  const bool is_plain = name.find_first_of(".@$ ") == std::string::npos;
  return is_plain ? name : fmt::format("\"{}\"", name);
}

std::string describe_ranges(const CountedCalls& calls) {
  std::string text;
  for (const CountedCalls::Range& range : calls.ranges) {
    text += text.empty() ? "#   " : ", ";
    text += range.least == range.most
                ? fmt::format("{} {}", range.name, range.least)
                : fmt::format("{} {} to {}", range.name, range.least, range.most);
  }
  return text.empty() ? text : text + "\n";
}

// Why it cannot be replaced by a cost alone; empty when it can.
std::string obstacle_of(const ProposedKernel& proposed) {
  if (proposed.kernel.room_bytes < load::replacement_bytes) {
    return "its code is too short to be replaced; compile its file with -falign-functions=16";
  }
  if (proposed.calls.call_count == 0) return "its calls were not seen";
  if (proposed.type && proposed.type->result == "pointer") {
    return "it returns a pointer: replace it by a function of a plug-in";
  }
  if (proposed.type && !proposed.type->result_obstacle.empty()) {
    return proposed.type->result_obstacle + ": replace it by a function of a plug-in";
  }
  return {};
}

std::string cost_text(const ProposedKernel& proposed, double total_s) {
  const double seconds = total_s / proposed.calls.term.sum;
  if (proposed.calls.term.formula == "1") return fmt::format("seconds = {:.4g}\n", seconds);
  return fmt::format("terms = {{\"{}\" = {:.4g}}}\n", proposed.calls.term.formula, seconds);
}

std::string remarks(const ProposedKernel& proposed) {
  if (!proposed.type)
    return "#   no debug information: compile with -g to see its arguments and result\n";
  std::string text;
  if (!proposed.type->obstacle.empty()) text += fmt::format("#   {}\n", proposed.type->obstacle);
  const bool has_pointers = proposed.type->arguments.find_first_of("*&") != std::string::npos;
  if (has_pointers) text += "#   say what it writes: writes = {POINTER = \"elements\"}\n";
  const std::string& result = proposed.type->result;
  if (!result.empty() && result != "void") {
    text += "#   say what it returns, if that decides anything\n";
  }
  return text;
}

std::string table_of(const ProposedKernel& proposed, double total_s) {
  std::string text = fmt::format("[{}]\n", key_of(proposed.kernel.name));
  if (proposed.type && !proposed.type->arguments.empty()) {
    text += fmt::format("arguments = \"{}\"\n", proposed.type->arguments);
  }
  text += cost_text(proposed, total_s);
  const std::string result = proposed.type ? proposed.type->result : "";
  const bool is_scalar = !result.empty() && result != "void" && result != "pointer";
  if (is_scalar) text += fmt::format("result = \"{}\"\n", result);
  return text;
}

std::string commented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += "# " + line + "\n";
  return result;
}

std::string describe(const ProposedKernel& proposed, double share, double seconds) {
  const Kernel& kernel = proposed.kernel;
  if (!kernel.library.empty()) {
    return fmt::format(
        "\n# {:.1f} %, {:.3g} s: {}, most of it in {}, for functions that come to call MPI\n",
        100 * share, seconds, kernel.library, kernel.name);
  }
  std::string text = fmt::format("\n# {:.1f} %, {:.3g} s in {} calls\n", 100 * share, seconds,
                                 proposed.calls.call_count);
  text += describe_ranges(proposed.calls) + remarks(proposed);
  const std::string obstacle = obstacle_of(proposed);
  if (obstacle.empty()) return text + table_of(proposed, seconds);
  text += fmt::format("#   {}\n", obstacle);
  return proposed.calls.call_count == 0 ? text : text + commented(table_of(proposed, seconds));
}

}  // namespace

std::string overlay_text(const Proposal& proposal) {
  std::uint64_t in_kernels = 0;
  for (const ProposedKernel& proposed : proposal.kernels) {
    in_kernels += proposed.kernel.sample_count;
  }
  const double all = static_cast<double>(proposal.sample_count);
  std::string text = fmt::format(
      "# Proposed by smpirun --profile-functions: {}, {} ranks, {:.3g} s outside MPI, {:.1f} % of "
      "it\n"
      "# in the functions below, none of which comes to call MPI. The work of a function that is\n"
      "# replaced is not done: see docs/overlays.md, and smpirun --check-folding. BLAS is better\n"
      "# modelled by --blas=modeled.\n"
      "reference_speed = \"{}\"\n",
      proposal.program, proposal.rank_count, all * proposal.seconds_per_sample,
      all == 0 ? 0 : 100 * static_cast<double>(in_kernels) / all, proposal.reference_speed);
  for (const ProposedKernel& proposed : proposal.kernels) {
    const double samples = static_cast<double>(proposed.kernel.sample_count);
    text += describe(proposed, samples / all, samples * proposal.seconds_per_sample);
  }
  return text;
}

}  // namespace smpi::observe
