// SPDX-License-Identifier: BSD-3-Clause
//
// Needs against limits: what fits passes, what does not is all named at once with what to raise.
#include "libsmpi/ranks/load/resources.h"

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

constexpr CopyNeeds small_program = {
    .preferred = {.mappings = 2, .address_space_bytes = 5 * 4096, .memory_bytes = 4096},
    .frugal = {.mappings = 1, .address_space_bytes = 5 * 4096, .memory_bytes = 4096}};

StartPlan plan(std::uint64_t rank_count, const ResourceLimits& limits) {
  return plan_start(rank_count, rank_count, 8 << 20, small_program, limits);
}

// 20,000 ranks: 40,000 mappings of copies, 128 x 128 of guarded stacks, 313 - 128 regions without
// guards, 1,000 in reserve.
TEST(Resources, CopiesAreFrugalOnlyWhereMappingsAreShort) {
  const std::uint64_t wanted = 40000 + 16384 + 185 + 1000;
  ResourceLimits limits{.mappings = wanted, .address_space_bytes = plenty, .memory_bytes = plenty};
  EXPECT_FALSE(plan(20000, limits).frugal);
  limits.mappings = wanted - 1;
  const StartPlan short_of_one = plan(20000, limits);
  EXPECT_TRUE(short_of_one.frugal);
  EXPECT_EQ(short_of_one.preferred_mappings, wanted);
}

// 32,768 ranks: 32,768 + 16,384 + (513 - 128) + 1,000 = 50,537 of the 65,530 that are the default.
TEST(Resources, FrugalCopiesMustFitToo) {
  ResourceLimits limits{.mappings = 50537, .address_space_bytes = plenty, .memory_bytes = plenty};
  EXPECT_TRUE(plan(32768, limits).frugal);
  limits.mappings = 50536;
  EXPECT_THROW(plan(32768, limits), kernel::InputError);
}

// Mappings are no reason to do without memory: 32,768 copies of a page and 24 KiB of stack.
TEST(Resources, FrugalCopiesNeedTheirMemory) {
  const std::uint64_t wanted_bytes = 32768 * (4096 + 24 * 1024ULL);
  ResourceLimits limits{
      .mappings = 65000, .address_space_bytes = plenty, .memory_bytes = wanted_bytes};
  EXPECT_TRUE(plan(32768, limits).frugal);
  limits.memory_bytes = wanted_bytes - 1;
  EXPECT_THROW(plan(32768, limits), kernel::InputError);
}

TEST(Resources, CopiesWithOneWayStayAsTheyAre) {
  const ResourceNeeds copy{.mappings = 6};
  EXPECT_THROW(
      plan_start(20000, 20000, 8 << 20, {copy, copy},
                 {.mappings = 65000, .address_space_bytes = plenty, .memory_bytes = plenty}),
      kernel::InputError);
  EXPECT_FALSE(
      plan_start(20000, 1, 8 << 20, {copy, copy},
                 {.mappings = 65000, .address_space_bytes = plenty, .memory_bytes = plenty})
          .frugal);
}

TEST(Resources, LimitsOfThisProcessAreRead) {
  const ResourceLimits limits = ResourceLimits::of_this_process();
  EXPECT_GT(limits.mappings, 1000U);
  EXPECT_GT(limits.memory_bytes, 1U << 20);
}

}  // namespace
}  // namespace smpi::load
