// SPDX-License-Identifier: BSD-3-Clause
//
// A message is a record of kind 3: of the sender and of the receiver processor, program, task,
// thread, logical and physical time in nanoseconds each, then size and tag.
#include "tools/packets/timeline_actions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>

#include "kernel/error.h"
#include "kernel/file_kind.h"

namespace smpi::packets {
namespace {

constexpr std::size_t sender = 3, sent = 5, receiver = 9, received = 11, field_count = 15;
constexpr Picoseconds ps_per_ns = 1000;
constexpr std::int64_t rank_max = 1 << 24;
constexpr std::int64_t time_max_ns = std::int64_t{1} << 52;

// The numbers of a line; false: it has others.
bool read_fields(std::string_view line, std::array<std::int64_t, field_count>& fields) {
  for (std::int64_t& field : fields) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), field);
    if (error != std::errc()) return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (!line.empty()) line.remove_prefix(1);
  }
  const auto is_rank = [](std::int64_t task) { return task >= 1 && task <= rank_max; };
  const auto is_time = [](std::int64_t time) { return time >= 0 && time <= time_max_ns; };
  return line.empty() && is_rank(fields[sender]) && is_rank(fields[receiver]) &&
         is_time(fields[sent]) && is_time(fields[received]);
}

}  // namespace

Timeline read_timeline(const std::string& path) {
  std::ifstream stream(path);
  if (!stream || !kernel::is_file(path))
    throw kernel::InputError("cannot read this timeline", {.text = path});
  Timeline timeline;
  int line_number = 0;
  for (std::string line; std::getline(stream, line);) {
    line_number++;
    if (!line.starts_with("3:")) continue;
    std::array<std::int64_t, field_count> fields{};
    if (!read_fields(line, fields)) {
      throw kernel::InputError("a message of a timeline has 15 numbers", {path, line_number, line});
    }
    const auto from = static_cast<RankId>(fields[sender] - 1);
    const auto to = static_cast<RankId>(fields[receiver] - 1);
    timeline.actions.push_back({fields[sent] * ps_per_ns, from, true});
    timeline.actions.push_back({fields[received] * ps_per_ns, to, false});
    timeline.rank_count = std::max({timeline.rank_count, from + 1, to + 1});
  }
  if (timeline.actions.empty()) {
    throw kernel::InputError("no message in this timeline",
                             {.text = path, .hint = "smpirun --export run.prv writes one"});
  }
  std::stable_sort(timeline.actions.begin(), timeline.actions.end(),
                   [](const Action& a, const Action& b) { return a.time < b.time; });
  return timeline;
}

}  // namespace smpi::packets
