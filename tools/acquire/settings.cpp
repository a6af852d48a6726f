// SPDX-License-Identifier: BSD-3-Clause
//
// All values are looked at before a file is made: a run with a wrong one records nothing.
#include "tools/acquire/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "kernel/error.h"

namespace smpi::acquire {
namespace {

constexpr const char* default_file = "smpi_acquired.txt";

// An empty value is none.
const char* setting(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && value[0] != '\0' ? value : nullptr;
}

bool is_set(const char* name) {
  const char* value = setting(name);
  return value != nullptr && std::strcmp(value, "0") != 0;
}

[[noreturn]] void refuse(const char* name, const char* problem, const std::string& hint) {
  throw kernel::InputError(problem,
                           {.text = fmt::format("{}={}", name, setting(name)), .hint = hint});
}

double read_rate(double otherwise) {
  const char* value = setting("SMPI_ACQUIRE_RATE");
  if (value == nullptr) return otherwise;
  char* end = nullptr;
  const double rate = std::strtod(value, &end);
  if (*end != '\0' || !(rate > 0) || rate > 1e18) {
    refuse("SMPI_ACQUIRE_RATE", "not a rate", "volume per second of processor time, as 2e9");
  }
  return rate;
}

std::uint64_t read_memory(std::uint64_t otherwise) {
  const char* value = setting("SMPI_ACQUIRE_MEMORY");
  if (value == nullptr) return otherwise;
  char* end = nullptr;
  const double mebibytes = std::strtod(value, &end);
  if (*end != '\0' || !(mebibytes > 0) || mebibytes > 1e9) {
    refuse("SMPI_ACQUIRE_MEMORY", "not an amount of memory",
           "MiB that a process keeps before it writes a segment, such as 64");
  }
  return static_cast<std::uint64_t>(mebibytes * (1 << 20));
}

int read_level() {
  const char* value = setting("SMPI_ACQUIRE_LEVEL");
  if (value == nullptr || std::strcmp(value, "2") == 0) return 2;
  if (std::strcmp(value, "1") == 0) return 1;
  refuse("SMPI_ACQUIRE_LEVEL", "there is no such level of traces",
         "1 (SimGrid's actions) or 2 (all of MPI)");
}

bool read_control() {
  const char* value = setting("SMPI_ACQUIRE_CONTROL");
  if (value == nullptr) return false;
  if (std::strcmp(value, "pcontrol") == 0) return true;
  refuse("SMPI_ACQUIRE_CONTROL", "nothing of this name controls a recording",
         "pcontrol: MPI_Pcontrol(1) begins to record, MPI_Pcontrol(0) ends it");
}

Merge read_merge(bool is_compressed) {
  const char* value = setting("SMPI_ACQUIRE_MERGE");
  if (value == nullptr) return Merge::root;
  constexpr std::pair<const char*, Merge> all[] = {
      {"root", Merge::root}, {"tree", Merge::tree}, {"none", Merge::none}};
  for (const auto& [name, merge] : all) {
    if (std::strcmp(value, name) != 0) continue;
    if (is_compressed) return merge;
    refuse("SMPI_ACQUIRE_MERGE", "text traces are not merged",
           "give the trace a name that ends in .smpitrace");
  }
  refuse("SMPI_ACQUIRE_MERGE", "there is no such way to merge",
         "root (rank 0 reads all parts), tree (from process to process) or none (parts stay)");
}

trace::RankSet read_ranks(std::uint32_t rank_count) {
  const char* value = setting("SMPI_ACQUIRE_RANKS");
  if (value == nullptr) return {};
  std::optional<trace::RankSet> ranks = trace::rank_set_of(value, rank_count);
  if (!ranks) {
    refuse("SMPI_ACQUIRE_RANKS", "not a list of ranks of this run",
           fmt::format("numbers and ranges below {}, such as 0-3,7", rank_count));
  }
  const bool has_all = std::find(ranks->begin(), ranks->end(), false) == ranks->end();
  return has_all ? trace::RankSet{} : std::move(*ranks);
}

}  // namespace

Settings read_settings(std::uint32_t rank_count) {
  Settings settings;
  const char* file = setting("SMPI_ACQUIRE_FILE");
  settings.trace = file != nullptr ? file : default_file;
  settings.rate = read_rate(settings.rate);
  settings.keeps_times = is_set("SMPI_ACQUIRE_TIMES");
  settings.memory_bytes = read_memory(settings.memory_bytes);
  settings.level = read_level();
  settings.is_controlled = read_control();
  settings.merge = read_merge(settings.is_compressed());
  settings.ranks = read_ranks(rank_count);
  return settings;
}

}  // namespace smpi::acquire
