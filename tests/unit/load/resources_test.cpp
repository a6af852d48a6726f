// SPDX-License-Identifier: BSD-3-Clause
//
// Needs against limits: what fits passes, what does not is all named at once with what to raise.
#include "libsmpi/load/resources.h"

#include <gtest/gtest.h>

#include "kernel/error.h"

namespace smpi::load {
namespace {

constexpr std::uint64_t plenty = 1ULL << 60;

std::string message_of(const ResourceNeeds& needs, const ResourceLimits& limits) {
  try {
    check_resources(1000, needs, limits);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Resources, WhatFitsPasses) {
  EXPECT_EQ(message_of({.mappings = 1000, .address_space_bytes = 1 << 20, .memory_bytes = 1 << 20},
                       {.mappings = 65000, .address_space_bytes = plenty, .memory_bytes = plenty}),
            "");
}

TEST(Resources, TooManyMappingsNameTheSysctl) {
  const std::string message =
      message_of({.mappings = 70000},
                 {.mappings = 65000, .address_space_bytes = plenty, .memory_bytes = plenty});
  EXPECT_NE(message.find("71000 needed, 65000 left"), std::string::npos) << message;
  EXPECT_NE(message.find("sysctl vm.max_map_count=196608"), std::string::npos) << message;
  EXPECT_NE(message.find("1000 ranks"), std::string::npos) << message;
}

TEST(Resources, EverythingMissingIsNamedAtOnce) {
  const std::string message = message_of(
      {.mappings = 70000, .address_space_bytes = 1ULL << 40, .memory_bytes = 1ULL << 40},
      {.mappings = 65000, .address_space_bytes = 1ULL << 30, .memory_bytes = 1ULL << 30});
  for (const char* part : {"memory mappings", "address space", "memory (1048577 MB", "ulimit -v"}) {
    EXPECT_NE(message.find(part), std::string::npos) << part << " in " << message;
  }
}

// 8,192 stacks have guard pages, which are mappings of their own; 64 share a region beyond.
TEST(Resources, StacksBeyondTheGuardedOnesNeedFewMappings) {
  const std::uint64_t guarded = stack_needs(8192, 8 << 20).mappings;
  const std::uint64_t more = stack_needs(8192 + 6400, 8 << 20).mappings;
  EXPECT_EQ(guarded, 2 * 8192 + 1U);
  EXPECT_EQ(more - guarded, 100U);
}

TEST(Resources, LimitsOfThisProcessAreRead) {
  const ResourceLimits limits = ResourceLimits::of_this_process();
  EXPECT_GT(limits.mappings, 1000U);
  EXPECT_GT(limits.memory_bytes, 1U << 20);
}

}  // namespace
}  // namespace smpi::load
