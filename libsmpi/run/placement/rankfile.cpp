// SPDX-License-Identifier: BSD-3-Clause
//
// Reading rankfiles: each line is checked, then that every rank has a host.
#include "libsmpi/run/placement/rankfile.h"

#include <fmt/format.h>

#include <charconv>

#include "kernel/error.h"
#include "libsmpi/run/placement/entry_lines.h"

namespace smpi::placement {
namespace {

using Where = kernel::InputError::Where;

constexpr std::uint32_t ranks_max = 1U << 24;

struct RankLine {
  std::uint32_t rank;
  std::string host;
};

RankLine parse_line(std::string_view line, const Where& where) {
  const auto refuse = [&] { throw kernel::InputError("not a line of a rankfile", where); };
  constexpr std::string_view keyword = "rank";
  if (!line.starts_with(keyword)) refuse();
  line = trimmed(line.substr(keyword.size()));
  RankLine result{};
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), result.rank);
  if (error != std::errc()) refuse();
  line = trimmed(line.substr(static_cast<std::size_t>(end - line.data())));
  if (!line.starts_with('=')) refuse();
  line = trimmed(line.substr(1));
  const std::size_t blank = line.find_first_of(" \t");
  result.host = line.substr(0, blank);
  const std::string_view rest =
      blank == std::string_view::npos ? std::string_view() : trimmed(line.substr(blank));
  if (result.host.empty() || !(rest.empty() || rest.starts_with("slot"))) refuse();
  return result;
}

}  // namespace

void place_by_rankfile(const PlacementTask& task, PlacedRanks& placed) {
  const std::string& path = task.placement.argument;
  std::vector<models::HostId> hosts;
  const std::uint32_t most = task.is_count_given ? task.rank_count : ranks_max;
  for (const EntryLine& line : read_entry_lines(path, "the rankfile")) {
    const Where where{
        .file = path, .line = line.number, .text = line.text, .hint = "rank 3=host-7"};
    const RankLine entry = parse_line(line.text, where);
    if (entry.rank >= most) {
      throw kernel::InputError(fmt::format("the run has ranks 0 to {}", most - 1), where);
    }
    if (hosts.size() <= entry.rank) hosts.resize(entry.rank + 1, models::no_id);
    if (hosts[entry.rank] != models::no_id) {
      throw kernel::InputError(fmt::format("rank {} has a host already", entry.rank), where);
    }
    hosts[entry.rank] = require_host(task.platform, entry.host, where);
  }
  if (task.is_count_given) hosts.resize(task.rank_count, models::no_id);
  std::string missing;
  for (std::size_t rank = 0; rank < hosts.size() && missing.size() < 40; rank++) {
    if (hosts[rank] == models::no_id) missing += fmt::format(" {}", rank);
  }
  if (!missing.empty() || hosts.empty()) {
    throw kernel::InputError(hosts.empty()
                                 ? "the rankfile has no ranks"
                                 : fmt::format("the rankfile has no host for rank{}", missing),
                             {.file = path, .hint = "write a line such as rank 3=host-7"});
  }
  placed.host_of_rank = std::move(hosts);
}

}  // namespace smpi::placement
