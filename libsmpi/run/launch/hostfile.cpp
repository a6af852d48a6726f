// SPDX-License-Identifier: BSD-3-Clause
//
// Reading hostfiles, with all unknown hosts reported at once.
#include "libsmpi/run/launch/hostfile.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "kernel/error.h"
#include "libsmpi/run/placement/entry_lines.h"

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

struct Parts {
  std::string_view name;
  std::string_view count;
};

// "host:2", or "host slots=2" as in Open MPI's files; nullopt: the line has no number of ranks.
std::optional<Parts> split(std::string_view entry) {
  constexpr std::string_view word = "slots=";
  const std::size_t blank = entry.find_first_of(" \t");
  if (blank != std::string_view::npos) {
    const std::string_view rest = placement::trimmed(entry.substr(blank));
    if (rest.starts_with(word)) return Parts{entry.substr(0, blank), rest.substr(word.size())};
  }
  const std::size_t colon = entry.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return Parts{entry.substr(0, colon), entry.substr(colon + 1)};
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
                                    .hint = "a line is a host, host:ranks or host slots=ranks"};
    std::string_view name = entry;
    std::uint32_t count = 1;
    auto host = platform.find_host(entry);
    if (const auto parts = host ? std::nullopt : split(entry)) {
      name = parts->name;
      count = parse_count(parts->count, where);
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
