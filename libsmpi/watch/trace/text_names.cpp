// SPDX-License-Identifier: BSD-3-Clause
//
// Tables of names, and the hints for those that are not in them.
#include "libsmpi/watch/trace/text_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <vector>

#include "kernel/error.h"

namespace smpi::trace {
namespace {

constexpr std::array<std::string_view, 14> operations = {
    "max", "min",  "sum",  "prod",   "land",   "band",    "lor",
    "bor", "lxor", "bxor", "maxloc", "minloc", "replace", "no_op"};

// By SimGrid's number, from 0 on.
constexpr std::array<std::int64_t, 60> type_sizes_bytes = {
    8, 4,  1, 2,  8,  4, 1,  8,  1, 1,  2,  4,  8,  8,  16, 4, 1,  1,  2, 4,
    8, 1,  2, 4,  8,  8, 16, 32, 8, 8,  8,  16, 16, 8,  8,  8, 16, 16, 4, 4,
    8, 16, 8, 16, 16, 4, 2,  4,  8, 16, 32, 1,  8,  16, 32, 0, 0,  1,  8, 8};

struct Refusal {
  std::string_view keyword;
  std::string_view reason;
};
constexpr std::string_view persistent =
    "SimGrid records the start of a persistent request, but not what the request is";
constexpr std::string_view nonblocking =
    "SimGrid records that a nonblocking collective started, but not which wait ends it";
constexpr std::string_view one_sided = "SimGrid records one-sided calls without their windows";
constexpr Refusal refusals[] = {{"Start", persistent},
                                {"Startall", persistent},
                                {"ibarrier", nonblocking},
                                {"ibcast", nonblocking},
                                {"ireduce", nonblocking},
                                {"iallreduce", nonblocking},
                                {"iscan", nonblocking},
                                {"iexscan", nonblocking},
                                {"igather", nonblocking},
                                {"igatherv", nonblocking},
                                {"iallgather", nonblocking},
                                {"iallgatherv", nonblocking},
                                {"iscatter", nonblocking},
                                {"iscatterv", nonblocking},
                                {"ialltoall", nonblocking},
                                {"ialltoallv", nonblocking},
                                {"ialltoallw", nonblocking},
                                {"ireducescatter", nonblocking},
                                {"Put", one_sided},
                                {"Get", one_sided},
                                {"Accumulate", one_sided},
                                {"Rput", one_sided},
                                {"Rget", one_sided},
                                {"Raccumulate", one_sided},
                                {"Win_create", one_sided},
                                {"Win_free", one_sided},
                                {"Win_fence", one_sided},
                                {"Win_post", one_sided},
                                {"Win_start", one_sided},
                                {"Win_complete", one_sided},
                                {"Win_wait", one_sided},
                                {"Win_lock", one_sided},
                                {"Win_unlock", one_sided},
                                {"Win_lock_all", one_sided},
                                {"Win_unlock_all", one_sided},
                                {"Win_flush", one_sided},
                                {"IO", "SimGrid records accesses to files without the files"}};

std::optional<Word> number_after(std::string_view text, char prefix) {
  if (text.size() < 2 || text.front() != prefix) return std::nullopt;
  Word number = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

const std::unordered_map<std::string_view, Code>& codes() {
  static const auto table = [] {
    std::unordered_map<std::string_view, Code> result;
    for (std::size_t i = 0; i < forms().size(); i++) {
      result.emplace(forms()[i].keyword, static_cast<Code>(i));
    }
    return result;
  }();
  return table;
}

}  // namespace

std::optional<Code> find_code(std::string_view keyword) {
  const auto found = codes().find(keyword);
  if (found == codes().end()) return std::nullopt;
  return found->second;
}

std::string operation_name(Word operation) {
  if (operation >= first_user_operation) {
    return fmt::format("u{}", operation - first_user_operation);
  }
  const auto place = static_cast<std::size_t>(operation);
  return place < operations.size() ? std::string(operations[place]) : "null";
}

std::optional<Word> find_operation(std::string_view name) {
  if (const auto number = number_after(name, 'u')) return first_user_operation + *number;
  if (name == "null") return -1;
  const auto* const found = std::ranges::find(operations, name);
  if (found == operations.end()) return std::nullopt;
  return found - operations.begin();
}

std::optional<std::int64_t> size_of_type_bytes(Word type) {
  if (type == -1) return 0;
  if (type < 0 || type >= static_cast<Word>(type_sizes_bytes.size())) return std::nullopt;
  return type_sizes_bytes[static_cast<std::size_t>(type)];
}

std::string reason_of_refusal(std::string_view keyword) {
  for (const Refusal& refusal : refusals) {
    if (refusal.keyword == keyword) return std::string(refusal.reason);
  }
  return {};
}

std::string hint_for_keyword(std::string_view keyword) {
  std::vector<std::string_view> known;
  for (const Form& form : forms()) known.emplace_back(form.keyword);
  return kernel::did_you_mean(keyword, known,
                              "actions are those of SimGrid 3.32, and @Name for calls of level 2");
}

}  // namespace smpi::trace
