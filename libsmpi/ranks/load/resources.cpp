// SPDX-License-Identifier: BSD-3-Clause
//
// Where the system says what it allows, and the comparison.
#include "libsmpi/ranks/load/resources.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include "kernel/error.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
// Left for what the simulator and the program allocate while they run.
constexpr std::uint64_t mappings_reserve = 1000;
// Measured: a rank that starts, calls MPI and prints touches six pages of its stack.
constexpr std::uint64_t touched_stack_bytes = 24 * 1024;
// As in kernel/stack_pool.cpp.
constexpr std::uint64_t mapped_guards_max = 8192;
constexpr std::uint64_t stack_guard_bytes = 1024 * 1024;
constexpr std::uint64_t region_stacks = 64;

std::uint64_t subtract(std::uint64_t limit, std::uint64_t used) {
  return limit > used ? limit - used : 0;
}

std::uint64_t read_number(const std::string& path, std::uint64_t fallback) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : fallback;
}

std::uint64_t count_mappings() {
  std::ifstream file("/proc/self/maps");
  std::uint64_t count = 0;
  for (std::string line; std::getline(file, line);) count++;
  return count;
}

// A line "Name:   123 kB" of /proc/meminfo.
std::uint64_t memory_field_bytes(const std::string& name, std::uint64_t fallback) {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name + ":")) continue;
    std::uint64_t kib = 0;
    std::istringstream(line.substr(name.size() + 1)) >> kib;
    return kib * 1024;
  }
  return fallback;
}

std::uint64_t control_group_bytes() {
  std::ifstream membership("/proc/self/cgroup");
  for (std::string line; std::getline(membership, line);) {
    if (!line.starts_with("0::")) continue;
    const std::string group = "/sys/fs/cgroup" + line.substr(3);
    const std::uint64_t limit = read_number(group + "/memory.max", unlimited);
    if (limit == unlimited) return unlimited;
    return subtract(limit, read_number(group + "/memory.current", 0));
  }
  return unlimited;
}

std::uint64_t address_space_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return subtract(limit.rlim_cur, read_number("/proc/self/statm", 0) * page_bytes);
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{} MB", (bytes >> 20) + 1);
}

}  // namespace

ResourceNeeds& ResourceNeeds::operator+=(const ResourceNeeds& other) {
  mappings += other.mappings;
  address_space_bytes += other.address_space_bytes;
  memory_bytes += other.memory_bytes;
  return *this;
}

ResourceNeeds ResourceNeeds::operator*(std::uint64_t count) const {
  return {.mappings = mappings * count,
          .address_space_bytes = address_space_bytes * count,
          .memory_bytes = memory_bytes * count};
}

ResourceLimits ResourceLimits::of_this_process() {
  ResourceLimits limits;
  limits.mappings =
      subtract(read_number("/proc/sys/vm/max_map_count", unlimited), count_mappings());
  limits.address_space_bytes = address_space_left();
  limits.memory_bytes =
      std::min(memory_field_bytes("MemAvailable", unlimited), control_group_bytes());
  return limits;
}

// The engine's loop has a stack of the same pool. In a region with guards each stack is two
// mappings, else the region is one.
ResourceNeeds stack_needs(std::uint64_t rank_count, std::size_t stack_bytes) {
  const std::uint64_t regions = rank_count / region_stacks + 1;
  const std::uint64_t guarded = std::min(regions, mapped_guards_max / region_stacks);
  return {.mappings = 2 * region_stacks * guarded + (regions - guarded),
          .address_space_bytes = regions * region_stacks * (stack_bytes + stack_guard_bytes),
          .memory_bytes = rank_count * touched_stack_bytes};
}

StartPlan plan_start(std::uint64_t rank_count, std::size_t stack_bytes,
                     std::span<const ResourceNeeds> ways, const ResourceLimits& limits) {
  StartPlan plan;
  ResourceNeeds all;
  for (std::size_t way = 0; way < ways.size(); way++) {
    all = ways[way];
    all += stack_needs(rank_count, stack_bytes);
    const std::uint64_t mappings = all.mappings + mappings_reserve;
    if (way == 0) plan.preferred_mappings = mappings;
    plan.way = way;
    if (mappings <= limits.mappings) break;
  }
  check_resources(rank_count, all, limits);
  return plan;
}

void check_resources(std::uint64_t rank_count, const ResourceNeeds& needs,
                     const ResourceLimits& limits) {
  std::vector<std::string> missing;
  std::vector<std::string> remedies;
  if (needs.mappings + mappings_reserve > limits.mappings) {
    missing.push_back(fmt::format("memory mappings ({} needed, {} left)",
                                  needs.mappings + mappings_reserve, limits.mappings));
    const std::uint64_t enough = (needs.mappings + mappings_reserve) / 65536 * 65536 + 131072;
    remedies.push_back(fmt::format("sudo sysctl vm.max_map_count={}", enough));
  }
  if (needs.address_space_bytes > limits.address_space_bytes) {
    missing.push_back(fmt::format("address space ({} needed, {} left)",
                                  megabytes(needs.address_space_bytes),
                                  megabytes(limits.address_space_bytes)));
    remedies.emplace_back("ulimit -v unlimited, or smaller stacks (--cfg=contexts/stack-size:KiB)");
  }
  if (needs.memory_bytes > limits.memory_bytes) {
    missing.push_back(fmt::format("memory ({} needed to start, {} left)",
                                  megabytes(needs.memory_bytes), megabytes(limits.memory_bytes)));
    remedies.emplace_back("use fewer ranks");
  }
  if (missing.empty()) return;
  throw kernel::InputError(
      fmt::format("not enough {} for {} ranks", fmt::join(missing, ", nor "), rank_count),
      {.hint = fmt::format("{}", fmt::join(remedies, "; "))});
}

}  // namespace smpi::load
