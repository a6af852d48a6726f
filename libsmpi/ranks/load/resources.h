// SPDX-License-Identifier: BSD-3-Clause
//
// What N ranks need from the system, compared with what it gives, before anything is started.
//
// Found half-way, a limit is a crash after minutes. Each is a number the system tells: mappings
// (vm.max_map_count), address space (RLIMIT_AS), memory (MemAvailable, the memory limit of the
// control group). All that is missing is reported at once, with what to raise; of mappings, which
// are 65,530 where nobody raised them, we can also use fewer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace smpi::load {

struct ResourceNeeds {
  std::uint64_t mappings = 0;
  std::uint64_t address_space_bytes = 0;
  std::uint64_t memory_bytes = 0;  // at the start: what ranks allocate later is not known

  ResourceNeeds& operator+=(const ResourceNeeds& other);
  ResourceNeeds operator*(std::uint64_t count) const;
};

struct ResourceLimits {
  std::uint64_t mappings = 0;
  std::uint64_t address_space_bytes = 0;
  std::uint64_t memory_bytes = 0;

  // What is left for us now.
  static ResourceLimits of_this_process();
};

// How the copies of a program are made.
struct StartPlan {
  std::size_t way = 0;                   // of those offered
  std::uint64_t preferred_mappings = 0;  // what the first way would need
};

// Stacks of `rank_count` ranks, as kernel::StackPool makes them.
ResourceNeeds stack_needs(std::uint64_t rank_count, std::size_t stack_bytes);

// How `rank_count` ranks fit into the limits. `ways` to make all copies of the program need fewer
// mappings one after the other: the first that the system allows enough for is taken, or the last.
// Throws InputError that names everything that is missing all the same.
StartPlan plan_start(std::uint64_t rank_count, std::size_t stack_bytes,
                     std::span<const ResourceNeeds> ways, const ResourceLimits& limits);

// Throws InputError that names everything that is missing for `rank_count` ranks.
void check_resources(std::uint64_t rank_count, const ResourceNeeds& needs,
                     const ResourceLimits& limits);

}  // namespace smpi::load
