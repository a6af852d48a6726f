// SPDX-License-Identifier: BSD-3-Clause
//
// How the time of one execution is divided among the kernels that it is made of.
#include "libsmpi/watch/record/report/owed_kernels.h"

#include <gtest/gtest.h>

#include <tuple>

namespace smpi::record {
namespace {

using Paid = std::vector<std::tuple<std::uint32_t, double, double>>;

Paid pay(OwedKernels& owed, std::uint32_t process, double flops, double begin_s, double end_s) {
  Paid paid;
  owed.pay(process, flops, begin_s, end_s, [&](std::uint32_t kernel, double from_s, double to_s) {
    paid.emplace_back(kernel, from_s, to_s);
  });
  return paid;
}

TEST(OwedKernels, TakeTheirPartsInTheOrderOfFirstCalls) {
  OwedKernels owed;
  owed.owe(2, 7, 1);
  owed.owe(2, 5, 2);
  owed.owe(2, 7, 3);
  const Paid expected = {{7, 10, 14}, {5, 14, 16}};
  EXPECT_EQ(pay(owed, 2, 8, 10, 18), expected);  // the last 2 flops are not of kernels
  EXPECT_TRUE(pay(owed, 2, 8, 18, 26).empty()) << "paid twice";
}

TEST(OwedKernels, OfRanksAreApart) {
  OwedKernels owed;
  owed.owe(0, 1, 4);
  owed.owe(1, 2, 4);
  EXPECT_TRUE(pay(owed, 9, 4, 0, 1).empty());
  EXPECT_EQ(pay(owed, 1, 4, 0, 1), (Paid{{2, 0, 1}}));
  EXPECT_EQ(pay(owed, 0, 4, 0, 2), (Paid{{1, 0, 2}}));
}

}  // namespace
}  // namespace smpi::record
