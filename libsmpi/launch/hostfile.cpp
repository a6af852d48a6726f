// SPDX-License-Identifier: BSD-3-Clause
//
// Reading hostfiles, with all unknown hosts reported at once.
#include "libsmpi/launch/hostfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "kernel/error.h"
#include "libsmpi/placement/entry_lines.h"

namespace smpi::launch {
namespace {

std::uint32_t parse_count(std::string_view text, const kernel::InputError::Where& where) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count == 0 || count > ranks_max) {
    throw kernel::InputError("wrong number of ranks on a host", where);
  }
  return count;
}

}  // namespace

std::vector<models::HostId> read_hostfile(const std::string& path, const models::Platform& platform,
                                          std::optional<std::uint32_t> wanted_count) {
  std::vector<models::HostId> places;
  for (const placement::EntryLine& line : placement::read_entry_lines(path, "the hostfile")) {
    const std::string_view entry = line.text;
    kernel::InputError::Where where{.file = path,
                                    .line = line.number,
                                    .text = line.text,
                                    .hint = "a line is a host, or host:ranks"};
    std::string_view name = entry;
    std::uint32_t count = 1;
    auto host = platform.find_host(entry);
    const std::size_t colon = entry.rfind(':');
    if (!host && colon != std::string_view::npos) {
      name = entry.substr(0, colon);
      count = parse_count(entry.substr(colon + 1), where);
      host = platform.find_host(name);
    }
    if (!host) host = placement::require_host(platform, name, where);
    const std::size_t missing_count = wanted_count.value_or(ranks_max) - places.size();
    if (!wanted_count && count > missing_count) {
      throw kernel::InputError("no machine runs so many ranks", where);
    }
    places.insert(places.end(), std::min<std::size_t>(count, missing_count), *host);
  }
  if (places.empty()) {
    throw kernel::InputError("the hostfile names no host",
                             {.file = path, .hint = "write a host of the platform a line"});
  }
  return places;
}

Mapping map_ranks(std::uint32_t rank_count, const std::vector<models::HostId>& places) {
  Mapping mapping;
  mapping.host_of_rank.reserve(rank_count);
  for (std::uint32_t rank = 0; rank < rank_count; rank++) {
    mapping.host_of_rank.push_back(places[rank % places.size()]);
  }
  mapping.places_reused = rank_count > places.size();
  return mapping;
}

}  // namespace smpi::launch
