// SPDX-License-Identifier: BSD-3-Clause
//
// All values are looked at before a file is made: a run with a wrong one records nothing.
#include "tools/acquire/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "kernel/error.h"
#include "models/platform/units.h"

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

// What describes the machine of virtual time, with the factors' ranges.
enum class Range : std::uint8_t { above_0_or_inf, from_0 };
struct Factor {
  const char* name;
  Range range;
  double VirtualMachine::*place;
};
constexpr Factor factors[] = {
    {"SMPI_ACQUIRE_SCALE_BANDWIDTH", Range::above_0_or_inf, &VirtualMachine::bandwidth_bytes_per_s},
    {"SMPI_ACQUIRE_SCALE_LATENCY", Range::from_0, &VirtualMachine::latency_s},
    {"SMPI_ACQUIRE_SCALE_SPEED", Range::above_0_or_inf, &VirtualMachine::speed_factor},
    {"SMPI_ACQUIRE_SCALE_COLLECTIVES", Range::from_0, &VirtualMachine::collective_factor}};
constexpr const char* latency_name = "SMPI_ACQUIRE_LATENCY";
constexpr const char* bandwidth_name = "SMPI_ACQUIRE_BANDWIDTH";
constexpr const char* infinite = "inf";

double read_factor(const Factor& factor) {
  const char* value = setting(factor.name);
  if (value == nullptr) return 1;
  char* end = nullptr;
  const double number = std::strtod(value, &end);
  const bool is_right =
      factor.range == Range::from_0 ? number >= 0 && std::isfinite(number) : number > 0;
  if (*end != '\0' || !is_right) {
    refuse(factor.name, "not such a factor",
           factor.range == Range::from_0 ? "a number from 0 on" : "a number above 0, or inf");
  }
  return number;
}

double read_quantity(const char* name, models::Quantity quantity) {
  const char* value = setting(name);
  if (value == nullptr) {
    throw kernel::InputError(
        "virtual time needs a network",
        {.text = fmt::format("{} is not set", name),
         .hint = fmt::format("such as {}=10us {}=10Gbps", latency_name, bandwidth_name)});
  }
  const bool is_bandwidth = quantity == models::Quantity::bandwidth_bytes_per_s;
  if (is_bandwidth && std::strcmp(value, infinite) == 0) {
    return std::numeric_limits<double>::infinity();
  }
  const double number = models::parse_quantity(value, quantity, {.file = name}).value;
  if (number < 0 || (is_bandwidth && number == 0)) {
    refuse(name, "out of range", is_bandwidth ? "more than 0, or inf" : "0 or more");
  }
  return number;
}

VirtualMachine read_machine() {
  VirtualMachine machine;
  machine.is_wanted = is_set("SMPI_ACQUIRE_VIRTUAL_TIME");
  if (!machine.is_wanted) {
    for (const char* name : {factors[0].name, factors[1].name, factors[2].name, factors[3].name,
                             latency_name, bandwidth_name}) {
      if (setting(name) == nullptr) continue;
      refuse(name, "only virtual time has a network and factors", "SMPI_ACQUIRE_VIRTUAL_TIME=1");
    }
    return machine;
  }
  machine.latency_s = read_quantity(latency_name, models::Quantity::time_s);
  machine.bandwidth_bytes_per_s =
      read_quantity(bandwidth_name, models::Quantity::bandwidth_bytes_per_s);
  for (const Factor& factor : factors) machine.*factor.place *= read_factor(factor);
  return machine;
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
  settings.machine = read_machine();
  settings.trace = file != nullptr ? file : settings.machine.is_wanted ? "" : default_file;
  settings.has_rate = setting("SMPI_ACQUIRE_RATE") != nullptr;
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
