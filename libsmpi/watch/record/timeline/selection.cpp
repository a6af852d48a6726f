// SPDX-License-Identifier: BSD-3-Clause
//
// Windows are "T0,T1" with units, ranks "0-3,8".
#include "libsmpi/watch/record/timeline/selection.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "kernel/error.h"
#include "models/platform/units.h"

namespace smpi::record {
namespace {

using enum kernel::OptionKind;

constexpr double megabyte = 1e6;

constexpr std::array<kernel::OptionSpec, 12> table = {{
    {"tracing", boolean, "no", "write a timeline, as the option -trace does"},
    {"tracing/filename", text, "smpi_simgrid.trace",
     "where -trace writes it; with -trace-ti where the trace of calls goes"},
    {"tracing/window", text, "",
     "BEGIN,END in simulated time, such as 1s,1.5s: timelines show no more"},
    {"tracing/ranks", text, "", "ranks that timelines show, such as 0-3,8; all of them without it"},
    {"tracing/size-limit", number, "200",
     "megabytes after which a timeline ends, as viewers fail on larger ones; 0: none"},
    {"tracing/smpi/internals", boolean, "no", "show messages that collectives send, too"},
    {"tracing/smpi/computing", boolean, "no", "Paje: ranks have the state computing between calls"},
    {"tracing/smpi/group", boolean, "no", "Paje: ranks are inside their hosts"},
    {"tracing/smpi/display-sizes", boolean, "no", "Paje: messages say how many bytes they have"},
    {"tracing/precision", number, "6", "Paje: digits of a time after the point"},
    {"tracing/comment", text, "", "Paje: a comment at the top of the file"},
    {"tracing/comment-file", text, "", "Paje: a file whose lines are comments at the top"},
}};

[[noreturn]] void refuse(const char* key, const std::string& text, const char* problem,
                         std::string hint) {
  throw kernel::InputError(fmt::format("option {} {}", key, problem),
                           {.text = text, .hint = std::move(hint)});
}

double time_of(std::string_view text, double otherwise_s) {
  if (text.empty()) return otherwise_s;
  return models::parse_quantity(text, models::Quantity::time_s, {.file = "option tracing/window"})
      .value;
}

void read_window(const std::string& text, Selection& selection) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) {
    refuse("tracing/window", text, "needs two times",
           "BEGIN,END, such as 1s,1.5s; 1s, is to the end");
  }
  const std::string_view view = text;
  selection.begin_s = time_of(view.substr(0, comma), selection.begin_s);
  selection.end_s = time_of(view.substr(comma + 1), selection.end_s);
  if (selection.begin_s < 0 || !(selection.end_s > selection.begin_s)) {
    refuse("tracing/window", text, "is empty", "it ends after it begins, at 0 or later");
  }
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void read_ranks(const std::string& text, std::uint32_t rank_count, Selection& selection) {
  selection.has_rank.assign(rank_count, false);
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t dash = item.find('-');
    const auto first = number_in(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_in(item.substr(dash + 1));
    if (!first || !last || *last < *first) {
      refuse("tracing/ranks", text, "has a wrong rank", "numbers and ranges, such as 0-3,8");
    }
    if (*last >= rank_count) {
      refuse("tracing/ranks", text, "has a rank that the run has not",
             fmt::format("ranks are 0 to {}", rank_count - 1));
    }
    for (std::uint32_t rank = *first; rank <= *last; rank++) selection.has_rank[rank] = true;
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace

std::span<const kernel::OptionSpec> timeline_options() {
  return table;
}

Selection selection_of(const kernel::Options& options, std::uint32_t rank_count) {
  Selection selection;
  if (const std::string& text = options.text("tracing/window"); !text.empty()) {
    read_window(text, selection);
  }
  if (const std::string& text = options.text("tracing/ranks"); !text.empty()) {
    read_ranks(text, rank_count, selection);
  }
  const double limit = options.number("tracing/size-limit");
  if (!(limit >= 0)) {
    refuse("tracing/size-limit", options.text("tracing/size-limit"), "cannot be negative",
           "megabytes, or 0 for no limit");
  }
  selection.limit_bytes = limit == 0 || limit > 1e12 ? std::numeric_limits<std::uint64_t>::max()
                                                     : static_cast<std::uint64_t>(limit * megabyte);
  selection.shows_internals = options.boolean("tracing/smpi/internals");
  return selection;
}

}  // namespace smpi::record
