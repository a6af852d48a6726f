// SPDX-License-Identifier: BSD-3-Clause
//
// diff: the first difference of each rank of two traces, whatever form they have.
#include <fmt/format.h>
#include <algorithm>

#include "kernel/print.h"
#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/text_format.h"
#include "tools/trace/commands.h"

namespace smpi::trace {
namespace {

std::string line_of(bool is_there, std::uint32_t rank, const Action& action, const Texts& texts) {
  std::string text;
  if (!is_there) return "the end\n";
  append_line(text, rank, action, texts);
  return text;
}

// Empty: the ranks are the same. Texts are compared, as each trace numbers them for itself.
std::string first_difference(std::uint32_t rank, Trace& a, Trace& b) {
  const std::unique_ptr<Cursor> left = a.cursor(rank);
  const std::unique_ptr<Cursor> right = b.cursor(rank);
  for (Action x, y;;) {
    const bool is_left = left->next(x);
    const bool is_right = right->next(y);
    if (!is_left && !is_right) return {};
    const bool is_same = is_left && is_right && x.code == y.code && x.strand == y.strand &&
                         x.site == y.site && std::ranges::equal(x.words, y.words);
    if (is_same && x.code != Code::ti_location) continue;
    const std::string one = line_of(is_left, rank, x, a.texts());
    const std::string other = line_of(is_right, rank, y, b.texts());
    if (one == other) continue;
    return fmt::format("rank {}:\n  {}: {}  {}: {}", rank, a.place(rank, left->position()), one,
                       b.place(rank, right->position()), other);
  }
}

}  // namespace

int print_differences(const Arguments& arguments) {
  const TraceOptions options{.rank_count = arguments.rank_count, .is_old = false};
  const std::unique_ptr<Trace> a = open_trace(arguments.inputs[0], options);
  const std::unique_ptr<Trace> b = open_trace(arguments.inputs[1], options);
  bool is_different = a->rank_count() != b->rank_count();
  if (is_different) {
    kernel::print_result("{} ranks and {} ranks\n", a->rank_count(), b->rank_count());
  }
  for (std::uint32_t rank = 0; rank < std::min(a->rank_count(), b->rank_count()); rank++) {
    const std::string text = first_difference(rank, *a, *b);
    if (text.empty()) continue;
    kernel::print_result(std::string_view(text));
    is_different = true;
  }
  return is_different ? found_difference : found_nothing_wrong;
}

}  // namespace smpi::trace
