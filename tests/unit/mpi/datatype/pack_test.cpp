// SPDX-License-Identifier: BSD-3-Clause
//
// Every special case of the copying loops: run sizes 1 to 200 at constant, irregular and mixed
// distances, against a plain loop over bytes.
#include "libsmpi/mpi/datatype/pack.h"

#include <gtest/gtest.h>

#include <numeric>

#include "libsmpi/mpi/datatype/constructors.h"

namespace smpi {
namespace {

using datatype::Layout;

std::vector<std::byte> noise(std::size_t size) {
  std::vector<std::byte> result(size);
  std::uint32_t state = 12345;
  for (auto& b : result) b = static_cast<std::byte>((state = state * 1664525 + 1013904223) >> 24);
  return result;
}

// Blocks of `lengths` bytes at `offsets`.
void check(const Ref<Datatype>& type, const std::vector<MPI_Count>& lengths,
           const std::vector<MPI_Count>& offsets) {
  const std::vector<std::byte> memory = noise(20000);
  std::vector<std::byte> expected;
  for (std::size_t i = 0; i < offsets.size(); i++) {
    const auto from = memory.begin() + offsets[i];
    expected.insert(expected.end(), from, from + lengths[i]);
  }
  ASSERT_EQ(type->size_bytes(), static_cast<MPI_Count>(expected.size()));
  std::vector<std::byte> packed(expected.size());
  pack(memory.data(), 1, *type, packed.data());
  EXPECT_EQ(packed, expected);

  std::vector<std::byte> restored(memory.size());
  std::vector<std::byte> wanted(memory.size());
  unpack(packed.data(), restored.data(), 1, *type);
  std::size_t position = 0;
  for (std::size_t i = 0; i < offsets.size(); i++) {
    for (MPI_Count b = 0; b < lengths[i]; b++) {
      wanted[static_cast<std::size_t>(offsets[i] + b)] = packed[position++];
    }
  }
  EXPECT_EQ(restored, wanted);

  std::vector<std::byte> copied(memory.size());
  auto* source = const_cast<std::byte*>(memory.data());
  copy({source, 1, type.get()}, {copied.data(), 1, type.get()});
  EXPECT_EQ(copied, wanted);
}

TEST(Pack, RunsOfEverySizeAtAConstantStride) {
  const Layout& byte = predefined_type(MPI_BYTE).layout();
  for (MPI_Count size = 1; size <= 200; size++) {
    const MPI_Count count = 7;
    std::vector<MPI_Count> offsets;
    for (MPI_Count i = 0; i < count; i++) offsets.push_back(i * (size + 3));
    SCOPED_TRACE(size);
    check(new Datatype(datatype::hvector(byte, count, size, size + 3)),
          std::vector<MPI_Count>(static_cast<std::size_t>(count), size), offsets);
  }
}

TEST(Pack, RunsOfEverySizeAtIrregularOffsets) {
  const Layout& byte = predefined_type(MPI_BYTE).layout();
  for (MPI_Count size = 1; size <= 200; size++) {
    const std::vector<MPI_Count> offsets = {500, 0, 1000, 1300, 777};
    const MPI_Count lengths[] = {size};
    SCOPED_TRACE(size);
    check(new Datatype(datatype::hindexed(byte, lengths, offsets)),
          std::vector<MPI_Count>(offsets.size(), size), offsets);
  }
}

TEST(Pack, RunsOfMixedSizes) {
  const Layout& byte = predefined_type(MPI_BYTE).layout();
  std::vector<MPI_Count> lengths(150);
  std::vector<MPI_Count> offsets;
  std::iota(lengths.begin(), lengths.end(), 1);
  for (const MPI_Count length : lengths) offsets.push_back(length * 120 - length);
  check(new Datatype(datatype::hindexed(byte, lengths, offsets)), lengths, offsets);
}

TEST(Pack, ZeroElementsTouchNothing) {
  const Datatype& type = predefined_type(MPI_DOUBLE);
  pack(nullptr, 0, type, nullptr);
  unpack(nullptr, nullptr, 0, type);
  int runs = 0;
  for_each_run(type, 0, [&](std::int64_t, std::int64_t) { runs++; });
  EXPECT_EQ(runs, 0);
}

TEST(Pack, BottomMeansAbsoluteDisplacements) {
  int a = 1;
  int b = 2;
  const MPI_Count displacements[] = {reinterpret_cast<MPI_Aint>(&b),
                                     reinterpret_cast<MPI_Aint>(&a)};
  const MPI_Count lengths[] = {1};
  const Ref<Datatype> type(
      new Datatype(datatype::hindexed(predefined_type(MPI_INT).layout(), lengths, displacements)));
  int packed[2] = {};
  pack(MPI_BOTTOM, 1, *type, packed);
  EXPECT_EQ(packed[0], 2);
  EXPECT_EQ(packed[1], 1);
}

// A part of an enormous type is found without walking to it.
TEST(Pack, RangeFarInsideAHugeType) {
  const MPI_Count stride = MPI_Count{1} << 20;
  const MPI_Count count = MPI_Count{1} << 40;
  const Ref<Datatype> type(
      new Datatype(datatype::hvector(predefined_type(MPI_INT).layout(), count, 1, stride)));
  std::vector<std::pair<std::int64_t, std::int64_t>> runs;
  const MPI_Count from = (MPI_Count{1} << 41) + 2;
  for_each_run(*type, 1, {from, from + 4},
               [&](std::int64_t offset, std::int64_t size) { runs.emplace_back(offset, size); });
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0], std::pair((from / 4) * stride + 2, std::int64_t{2}));
  EXPECT_EQ(runs[1], std::pair((from / 4 + 1) * stride, std::int64_t{2}));
}

}  // namespace
}  // namespace smpi
