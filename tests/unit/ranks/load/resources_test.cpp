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

// Two mappings a rank, one, or one for four ranks.
StartPlan plan(std::uint64_t rank_count, const ResourceLimits& limits) {
  const ResourceNeeds separate =
      ResourceNeeds{.mappings = 2, .address_space_bytes = 5 * 4096, .memory_bytes = 4096} *
      rank_count;
  ResourceNeeds ways[] = {separate, separate, separate};
  ways[1].mappings = rank_count;
  ways[2].mappings = rank_count / 4;
  return plan_start(rank_count, 8 << 20, ways, limits);
}

// 20,000 ranks: 40,000 mappings of copies, 128 x 128 of guarded stacks, 313 - 128 regions without
// guards, 1,000 in reserve.
TEST(Resources, CopiesAreFrugalOnlyWhereMappingsAreShort) {
  const std::uint64_t wanted = 40000 + 16384 + 185 + 1000;
  ResourceLimits limits{.mappings = wanted, .address_space_bytes = plenty, .memory_bytes = plenty};
  EXPECT_EQ(plan(20000, limits).way, 0U);
  limits.mappings = wanted - 1;
  const StartPlan short_of_one = plan(20000, limits);
  EXPECT_EQ(short_of_one.way, 1U);
  EXPECT_EQ(short_of_one.preferred_mappings, wanted);
}

// 32,768 ranks: 32,768 + 16,384 + (513 - 128) + 1,000 = 50,537 of the 65,530 that are the default.
TEST(Resources, WhereFrugalCopiesDoNotFitRanksShare) {
  ResourceLimits limits{.mappings = 50537, .address_space_bytes = plenty, .memory_bytes = plenty};
  EXPECT_EQ(plan(32768, limits).way, 1U);
  limits.mappings = 50536;
  EXPECT_EQ(plan(32768, limits).way, 2U);
}

// 100,000 ranks: 25,000 + 16,384 + (1,563 - 128) + 1,000 = 43,819.
TEST(Resources, SharedCopiesMustFitToo) {
  ResourceLimits limits{.mappings = 43819, .address_space_bytes = plenty, .memory_bytes = plenty};
  EXPECT_EQ(plan(100000, limits).way, 2U);
  limits.mappings = 43818;
  EXPECT_THROW(plan(100000, limits), kernel::InputError);
}

// Mappings are no reason to do without memory: 32,768 copies of a page and 24 KiB of stack.
TEST(Resources, FrugalCopiesNeedTheirMemory) {
  const std::uint64_t wanted_bytes = 32768 * (4096 + 24 * 1024ULL);
  ResourceLimits limits{
      .mappings = 65000, .address_space_bytes = plenty, .memory_bytes = wanted_bytes};
  EXPECT_EQ(plan(32768, limits).way, 1U);
  limits.memory_bytes = wanted_bytes - 1;
  EXPECT_THROW(plan(32768, limits), kernel::InputError);
}

TEST(Resources, CopiesWithOneWayStayAsTheyAre) {
  const ResourceLimits limits{
      .mappings = 65000, .address_space_bytes = plenty, .memory_bytes = plenty};
  ResourceNeeds copies{.mappings = 120000};
  EXPECT_THROW(plan_start(20000, 8 << 20, {&copies, 1}, limits), kernel::InputError);
  copies.mappings = 6;
  EXPECT_EQ(plan_start(20000, 8 << 20, {&copies, 1}, limits).way, 0U);
}

TEST(Resources, LimitsOfThisProcessAreRead) {
  const ResourceLimits limits = ResourceLimits::of_this_process();
  EXPECT_GT(limits.mappings, 1000U);
  EXPECT_GT(limits.memory_bytes, 1U << 20);
}

}  // namespace
}  // namespace smpi::load
