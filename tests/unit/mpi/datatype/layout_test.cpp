// SPDX-License-Identifier: BSD-3-Clause
//
// Bounds and simplification of layouts: values from the standard's examples and formulas.
#include "libsmpi/mpi/datatype/layout.h"

#include <gtest/gtest.h>

#include <limits>

#include "libsmpi/mpi/datatype/constructors.h"

namespace smpi::datatype {
namespace {

Layout of(MPI_Datatype type) {
  return predefined_layout(element_of(reinterpret_cast<std::uintptr_t>(type)));
}

// {(double, 0), (char, 8)} has extent 16: padded to the alignment of double (MPI 5.0, example 5.1).
TEST(Layout, StructIsPaddedToItsStrictestAlignment) {
  const Layout parts[] = {of(MPI_DOUBLE), of(MPI_CHAR)};
  const Layout* const olds[] = {&parts[0], &parts[1]};
  const MPI_Count lengths[] = {1, 1};
  const MPI_Count displacements[] = {0, 8};
  const Layout type = structure(olds, lengths, displacements);
  EXPECT_EQ(type.size_bytes(), 9);
  EXPECT_EQ(type.extent(), 16);
  // MPI 5.0, example 5.2: three of them.
  const Layout three = contiguous(type, 3);
  EXPECT_EQ(three.extent(), 48);
  EXPECT_EQ(three.true_ub, 41);
}

// lb of {(int at 0), (resized(int, -4, 16) at 8)} is 8 - 4: implicit bounds do not count.
TEST(Layout, ExplicitBoundsOfPartsHideImplicitOnes) {
  const Layout plain = of(MPI_INT);
  const Layout with_bounds = resized(of(MPI_INT), -4, 16);
  const Layout* const olds[] = {&plain, &with_bounds};
  const MPI_Count lengths[] = {1, 1};
  const MPI_Count displacements[] = {0, 8};
  const Layout type = structure(olds, lengths, displacements);
  EXPECT_EQ(type.lb(), 4);
  EXPECT_EQ(type.extent(), 16);
  EXPECT_EQ(type.true_lb, 0);
}

// MPI-1 style: struct { int; MPI_UB at 64 } has extent 64, with an MPI_LB at -8 extent 72.
TEST(Layout, RemovedMarkersSetTheBounds) {
  const Layout parts[] = {of(MPI_LB), of(MPI_INT), of(MPI_UB)};
  const Layout* const olds[] = {&parts[0], &parts[1], &parts[2]};
  const MPI_Count lengths[] = {1, 1, 1};
  const MPI_Count displacements[] = {-8, 0, 64};
  const Layout type = structure(olds, lengths, displacements);
  EXPECT_EQ(type.size_bytes(), 4);
  EXPECT_EQ(type.lb(), -8);
  EXPECT_EQ(type.extent(), 72);
}

TEST(Layout, NegativeExtentRunsBackwards) {
  const Layout type = contiguous(resized(of(MPI_INT), 0, -8), 3);
  EXPECT_EQ(type.lb(), -16);
  EXPECT_EQ(type.extent(), 8);
  EXPECT_EQ(type.true_lb, -16);
  EXPECT_EQ(type.true_ub, 4);
}

TEST(Layout, VectorWithoutGapsIsOneRun) {
  const Layout type = vector(of(MPI_DOUBLE), 1000, 4, 4);
  EXPECT_TRUE(type.loop.is_run());
  EXPECT_EQ(type.loop.size_bytes, 32000);
}

TEST(Layout, RegularBlocksBecomeAVector) {
  const MPI_Count lengths[] = {2, 2, 2, 2};
  const MPI_Count displacements[] = {1, 11, 21, 31};
  const Layout type = indexed(of(MPI_INT), lengths, displacements);
  ASSERT_EQ(type.loop.kind, LoopKind::strided);
  EXPECT_EQ(type.loop.count, 4);
  EXPECT_EQ(type.loop.stride, 40);
  EXPECT_EQ(type.loop.offset, 4);
  EXPECT_EQ(type.loop.child().size_bytes, 8);
}

TEST(Layout, NestedVectorsOfOneStrideAreOneLoop) {
  const Layout column = resized(vector(of(MPI_INT), 8, 1, 2), 0, 64);
  const Layout type = contiguous(column, 5);
  ASSERT_EQ(type.loop.kind, LoopKind::strided);
  EXPECT_EQ(type.loop.count, 40);
}

// 3 GiB elements, 24 GiB in all: no loop over elements anywhere.
TEST(Layout, HugeCountsCostNothing) {
  const MPI_Count count = MPI_Count{3} << 30;
  const Layout type = hvector(of(MPI_DOUBLE), count, 1, 16);
  EXPECT_EQ(type.size_bytes(), count * 8);
  EXPECT_EQ(type.extent(), count * 16 - 8);
  EXPECT_EQ(type.signature.elements(), count);
  EXPECT_TRUE(type.is_representable());
}

TEST(Layout, SizesBeyond64BitsAreNoticed) {
  const Layout big = contiguous(of(MPI_BYTE), std::numeric_limits<MPI_Count>::max() / 2);
  EXPECT_TRUE(big.is_representable());
  EXPECT_FALSE(contiguous(big, 3).is_representable());
  const MPI_Count half = std::numeric_limits<MPI_Count>::max() / 2;
  EXPECT_FALSE(vector(of(MPI_INT), 2, 1, half).is_representable());
  const MPI_Count one[] = {1};
  const MPI_Count far[] = {std::numeric_limits<MPI_Count>::max() - 1};
  EXPECT_FALSE(hindexed(of(MPI_INT), one, far).is_representable());
  EXPECT_FALSE(hvector(of(MPI_INT), 3, 1, -half - 1).is_representable());
  EXPECT_FALSE(resized(of(MPI_INT), half + 10, half).is_representable());
}

TEST(Layout, PairsHaveTheLayoutOfTheirCStruct) {
  struct ShortInt {
    short value;
    int index;
  };
  struct DoubleInt {
    double value;
    int index;
  };
  struct LongDoubleInt {
    long double value;
    int index;
  };
  EXPECT_EQ(of(MPI_SHORT_INT).extent(), static_cast<std::int64_t>(sizeof(ShortInt)));
  EXPECT_EQ(of(MPI_DOUBLE_INT).extent(), static_cast<std::int64_t>(sizeof(DoubleInt)));
  EXPECT_EQ(of(MPI_LONG_DOUBLE_INT).extent(), static_cast<std::int64_t>(sizeof(LongDoubleInt)));
  EXPECT_EQ(of(MPI_SHORT_INT).size_bytes(), 6);
  EXPECT_EQ(of(MPI_LONG_DOUBLE_INT).size_bytes(), 20);
  EXPECT_EQ(of(MPI_2INT).extent(), 8);
}

TEST(Layout, UnitIsTheOnePredefinedTypeInside) {
  EXPECT_EQ(vector(of(MPI_DOUBLE_INT), 3, 1, 2).unit, unit_of(element_of(0x229)));
  const Layout parts[] = {of(MPI_INT), of(MPI_FLOAT)};
  const Layout* const olds[] = {&parts[0], &parts[1]};
  const MPI_Count lengths[] = {1, 1};
  const MPI_Count displacements[] = {0, 4};
  EXPECT_EQ(structure(olds, lengths, displacements).unit, std::nullopt);
}

}  // namespace
}  // namespace smpi::datatype
