// SPDX-License-Identifier: BSD-3-Clause
//
// Predefined operations: every (operation, type) pair of MPI 5.0, 6.9.2 against a plain
// computation, and accumulation into derived types.
#include "libsmpi/mpi/datatype/op.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>

#include "libsmpi/mpi/datatype/constructors.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi {
namespace {

Op& of(MPI_Op op) {
  return *predefined_op(reinterpret_cast<std::uintptr_t>(op));
}
Datatype& of(MPI_Datatype type) {
  return predefined_type(type);
}

template <class T>
std::vector<T> reduced(MPI_Op op, MPI_Datatype type, const std::vector<T>& in,
                       std::vector<T> inout) {
  EXPECT_TRUE(of(op).accepts(of(type)));
  EXPECT_EQ(of(type).extent(), static_cast<MPI_Count>(sizeof(T)));
  of(op).apply_predefined(in.data(), inout.data(), static_cast<MPI_Count>(in.size()), of(type));
  return inout;
}

// 19 elements: more than a vector register and not a multiple of one.
template <class T>
std::vector<T> values(int seed) {
  std::vector<T> result;
  for (int i = 0; i < 19; i++) result.push_back(static_cast<T>((i * 7 + seed * 13) % 23));
  return result;
}

template <class T, class Function>
void check(MPI_Op op, MPI_Datatype type, Function&& function) {
  const auto a = values<T>(1);
  const auto b = values<T>(2);
  const auto result = reduced(op, type, a, b);
  for (std::size_t i = 0; i < a.size(); i++) {
    ASSERT_EQ(result[i], static_cast<T>(function(a[i], b[i]))) << of(type).notes.name << " " << i;
  }
}

template <class T>
void check_ordered_and_arithmetic(MPI_Datatype type) {
  check<T>(MPI_SUM, type, [](T a, T b) { return a + b; });
  check<T>(MPI_PROD, type, [](T a, T b) { return a * b; });
  check<T>(MPI_MIN, type, [](T a, T b) { return std::min(a, b); });
  check<T>(MPI_MAX, type, [](T a, T b) { return std::max(a, b); });
}

template <class T>
void check_bitwise(MPI_Datatype type) {
  check<T>(MPI_BAND, type, [](T a, T b) { return a & b; });
  check<T>(MPI_BOR, type, [](T a, T b) { return a | b; });
  check<T>(MPI_BXOR, type, [](T a, T b) { return a ^ b; });
}

template <class T>
void check_logical(MPI_Datatype type) {
  check<T>(MPI_LAND, type, [](T a, T b) { return a && b; });
  check<T>(MPI_LOR, type, [](T a, T b) { return a || b; });
  check<T>(MPI_LXOR, type, [](T a, T b) { return !a != !b; });
}

template <class T>
void check_c_integer(MPI_Datatype type) {
  check_ordered_and_arithmetic<T>(type);
  check_bitwise<T>(type);
  check_logical<T>(type);
}

TEST(Op, CIntegers) {
  check_c_integer<int>(MPI_INT);
  check_c_integer<short>(MPI_SHORT);
  check_c_integer<long>(MPI_LONG);
  check_c_integer<long long>(MPI_LONG_LONG);
  check_c_integer<unsigned short>(MPI_UNSIGNED_SHORT);
  check_c_integer<unsigned>(MPI_UNSIGNED);
  check_c_integer<unsigned long>(MPI_UNSIGNED_LONG);
  check_c_integer<unsigned long long>(MPI_UNSIGNED_LONG_LONG);
  check_c_integer<signed char>(MPI_SIGNED_CHAR);
  check_c_integer<unsigned char>(MPI_UNSIGNED_CHAR);
  check_c_integer<char>(MPI_CHAR);
  check_c_integer<std::int8_t>(MPI_INT8_T);
  check_c_integer<std::int16_t>(MPI_INT16_T);
  check_c_integer<std::int32_t>(MPI_INT32_T);
  check_c_integer<std::int64_t>(MPI_INT64_T);
  check_c_integer<std::uint8_t>(MPI_UINT8_T);
  check_c_integer<std::uint16_t>(MPI_UINT16_T);
  check_c_integer<std::uint32_t>(MPI_UINT32_T);
  check_c_integer<std::uint64_t>(MPI_UINT64_T);
}

TEST(Op, FortranIntegersAndAddresses) {
  check_ordered_and_arithmetic<int>(MPI_INTEGER);
  check_bitwise<int>(MPI_INTEGER);
  check_ordered_and_arithmetic<std::int8_t>(MPI_INTEGER1);
  check_bitwise<std::int16_t>(MPI_INTEGER2);
  check_ordered_and_arithmetic<std::int64_t>(MPI_INTEGER8);
  check_ordered_and_arithmetic<MPI_Aint>(MPI_AINT);
  check_logical<MPI_Aint>(MPI_AINT);
  check_bitwise<MPI_Offset>(MPI_OFFSET);
  check_ordered_and_arithmetic<MPI_Count>(MPI_COUNT);
  check_logical<MPI_Count>(MPI_COUNT);
  __extension__ using Int128 = __int128;
  check_ordered_and_arithmetic<Int128>(MPI_INTEGER16);
}

TEST(Op, FloatingPoint) {
  check_ordered_and_arithmetic<float>(MPI_FLOAT);
  check_ordered_and_arithmetic<double>(MPI_DOUBLE);
  check_ordered_and_arithmetic<long double>(MPI_LONG_DOUBLE);
  check_ordered_and_arithmetic<float>(MPI_REAL);
  check_ordered_and_arithmetic<double>(MPI_DOUBLE_PRECISION);
  check_ordered_and_arithmetic<float>(MPI_REAL4);
  check_ordered_and_arithmetic<double>(MPI_REAL8);
  __extension__ using Float128 = __float128;
  check_ordered_and_arithmetic<Float128>(MPI_REAL16);
}

template <class Real>
void check_complex(MPI_Datatype type) {
  using C = std::complex<Real>;
  const std::vector<C> a = {{1, 2}, {3, -4}, {0, 1}};
  const std::vector<C> b = {{5, 6}, {-7, 8}, {0, 1}};
  EXPECT_EQ(reduced(MPI_SUM, type, a, b), (std::vector<C>{{6, 8}, {-4, 4}, {0, 2}}));
  EXPECT_EQ(reduced(MPI_PROD, type, a, b), (std::vector<C>{{-7, 16}, {11, 52}, {-1, 0}}));
  EXPECT_FALSE(of(MPI_MAX).accepts(of(type)));
}

TEST(Op, Complex) {
  check_complex<float>(MPI_C_FLOAT_COMPLEX);
  check_complex<double>(MPI_C_DOUBLE_COMPLEX);
  check_complex<long double>(MPI_C_LONG_DOUBLE_COMPLEX);
  check_complex<float>(MPI_CXX_FLOAT_COMPLEX);
  check_complex<double>(MPI_DOUBLE_COMPLEX);
  check_complex<float>(MPI_COMPLEX8);
  check_complex<double>(MPI_COMPLEX16);
}

TEST(Op, Logical) {
  check_logical<int>(MPI_LOGICAL);
  check_logical<std::int8_t>(MPI_LOGICAL1);
  check_logical<std::int64_t>(MPI_LOGICAL8);
  const std::vector<char> a = {0, 0, 1, 1};
  const std::vector<char> b = {0, 1, 0, 1};
  EXPECT_EQ(reduced(MPI_LAND, MPI_C_BOOL, a, b), (std::vector<char>{0, 0, 0, 1}));
  EXPECT_EQ(reduced(MPI_LXOR, MPI_CXX_BOOL, a, b), (std::vector<char>{0, 1, 1, 0}));
}

TEST(Op, IntegersWrapAround) {
  const std::vector<int> a = {std::numeric_limits<int>::max(), 1 << 20};
  const std::vector<int> b = {1, 1 << 20};
  EXPECT_EQ(reduced(MPI_SUM, MPI_INT, a, b)[0], std::numeric_limits<int>::min());
  EXPECT_EQ(reduced(MPI_PROD, MPI_INT, a, b)[1], 0);
}

template <class Value, class Index>
void check_pairs(MPI_Datatype type) {
  struct Pair {
    Value value;
    Index index;
    bool operator==(const Pair& o) const { return value == o.value && index == o.index; }
  };
  const std::vector<Pair> a = {{1, 4}, {2, 5}, {3, 6}, {3, 1}};
  const std::vector<Pair> b = {{2, 1}, {1, 2}, {3, 3}, {3, 2}};
  EXPECT_EQ(reduced(MPI_MAXLOC, type, a, b), (std::vector<Pair>{{2, 1}, {2, 5}, {3, 3}, {3, 1}}));
  EXPECT_EQ(reduced(MPI_MINLOC, type, a, b), (std::vector<Pair>{{1, 4}, {1, 2}, {3, 3}, {3, 1}}));
  EXPECT_FALSE(of(MPI_SUM).accepts(of(type)));
}

TEST(Op, PairsKeepTheLowerIndexOfEqualValues) {
  check_pairs<float, int>(MPI_FLOAT_INT);
  check_pairs<double, int>(MPI_DOUBLE_INT);
  check_pairs<long, int>(MPI_LONG_INT);
  check_pairs<int, int>(MPI_2INT);
  check_pairs<short, int>(MPI_SHORT_INT);
  check_pairs<long double, int>(MPI_LONG_DOUBLE_INT);
  check_pairs<float, float>(MPI_2REAL);
  check_pairs<double, double>(MPI_2DOUBLE_PRECISION);
  check_pairs<int, int>(MPI_2INTEGER);
}

// The table of MPI 5.0, 6.9.2: what is not in it is refused, but for logical operations of
// addresses.
TEST(Op, OtherCombinationsAreRefused) {
  const std::pair<MPI_Op, MPI_Datatype> refused[] = {
      {MPI_SUM, MPI_BYTE},    {MPI_SUM, MPI_PACKED},     {MPI_SUM, MPI_LOGICAL},
      {MPI_SUM, MPI_WCHAR},   {MPI_SUM, MPI_DOUBLE_INT}, {MPI_MAX, MPI_DOUBLE_COMPLEX},
      {MPI_LAND, MPI_DOUBLE}, {MPI_LAND, MPI_BYTE},      {MPI_LOR, MPI_INTEGER},
      {MPI_BAND, MPI_FLOAT},  {MPI_BXOR, MPI_LOGICAL},   {MPI_BOR, MPI_COMPLEX},
      {MPI_MAXLOC, MPI_INT},  {MPI_MINLOC, MPI_DOUBLE},  {MPI_REPLACE, MPI_INT},
      {MPI_NO_OP, MPI_INT},   {MPI_MIN, MPI_C_BOOL},     {MPI_PROD, MPI_CHARACTER}};
  for (const auto& [op, type] : refused) {
    EXPECT_FALSE(of(op).accepts(of(type))) << of(op).handle << " " << of(type).notes.name;
  }
  const Ref<Datatype> derived(new Datatype(datatype::contiguous(of(MPI_INT).layout(), 2)));
  EXPECT_FALSE(of(MPI_SUM).accepts(*derived));
}

TEST(Op, HandlesOutsideTheTableAreNoOperations) {
  EXPECT_EQ(predefined_op(0x20), nullptr);
  EXPECT_EQ(predefined_op(0x25), nullptr);
  EXPECT_EQ(predefined_op(0x3e), nullptr);
  EXPECT_EQ(predefined_op(0x40), nullptr);
  EXPECT_EQ(predefined_op(0), nullptr);
}

TEST(Op, AccumulatesIntoGappedTypes) {
  std::vector<int> target = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::vector<int> data = {100, 200, 300};
  const Ref<Datatype> type(new Datatype(datatype::vector(of(MPI_INT).layout(), 3, 1, 4)));
  ASSERT_TRUE(of(MPI_SUM).accumulates(*type));
  of(MPI_SUM).accumulate(data.data(), target.data(), 1, *type);
  EXPECT_EQ(target, (std::vector<int>{100, 1, 2, 3, 204, 5, 6, 7, 308, 9}));
  of(MPI_REPLACE).accumulate(data.data(), target.data(), 1, *type);
  EXPECT_EQ(target, (std::vector<int>{100, 1, 2, 3, 200, 5, 6, 7, 300, 9}));
  of(MPI_NO_OP).accumulate(data.data(), target.data(), 1, *type);
  EXPECT_EQ(target[0], 100);
}

// 2500 pairs of 12 packed bytes in structs of 16: several pieces.
TEST(Op, AccumulatesPairsWithGapsInTheStruct) {
  struct DoubleInt {
    double value;
    int index;
  };
  const int count = 2500;
  std::vector<DoubleInt> source(count);
  std::vector<DoubleInt> target(2 * count);
  for (int i = 0; i < count; i++) {
    source[i] = {i % 3 == 0 ? 10.0 : -10.0, i};
    target[2 * i] = {0.0, -i};
    target[2 * i + 1] = {77.0, 77};
  }
  std::vector<std::byte> packed(count * 12);
  pack(source.data(), count, of(MPI_DOUBLE_INT), packed.data());
  const Ref<Datatype> type(
      new Datatype(datatype::vector(of(MPI_DOUBLE_INT).layout(), count, 1, 2)));
  ASSERT_TRUE(of(MPI_MAXLOC).accumulates(*type));
  of(MPI_MAXLOC).accumulate(packed.data(), target.data(), 1, *type);
  for (int i = 0; i < count; i++) {
    ASSERT_EQ(target[2 * i].value, i % 3 == 0 ? 10.0 : 0.0);
    ASSERT_EQ(target[2 * i].index, i % 3 == 0 ? i : -i);
    ASSERT_EQ(target[2 * i + 1].value, 77.0);
  }
}

TEST(Op, AccumulatesIntoUnalignedData) {
  std::vector<std::byte> memory(64);
  const double three = 3.0;
  std::memcpy(memory.data() + 3, &three, sizeof three);
  const MPI_Count lengths[] = {1};
  const MPI_Count displacements[] = {3};
  const Ref<Datatype> type(
      new Datatype(datatype::hindexed(of(MPI_DOUBLE).layout(), lengths, displacements)));
  const double four = 4.0;
  of(MPI_SUM).accumulate(&four, memory.data(), 1, *type);
  double result = 0;
  std::memcpy(&result, memory.data() + 3, sizeof result);
  EXPECT_EQ(result, 7.0);
}

TEST(Op, MixedTypesAccumulateByReplacementOnly) {
  const datatype::Layout* const olds[] = {&of(MPI_INT).layout(), &of(MPI_FLOAT).layout()};
  const MPI_Count lengths[] = {1, 1};
  const MPI_Count displacements[] = {0, 4};
  const Ref<Datatype> type(new Datatype(datatype::structure(olds, lengths, displacements)));
  EXPECT_FALSE(of(MPI_SUM).accumulates(*type));
  EXPECT_TRUE(of(MPI_REPLACE).accumulates(*type));
}

}  // namespace
}  // namespace smpi
