// SPDX-License-Identifier: BSD-3-Clause
//
// Type matching of messages (MPI 5.0, 3.3.1).
#include "libsmpi/mpi/datatype/signature.h"

#include <gtest/gtest.h>

#include "libsmpi/mpi/datatype/constructors.h"
#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi {
namespace {

Datatype& of(MPI_Datatype type) {
  return predefined_type(type);
}

Ref<Datatype> int_then_double() {
  const datatype::Layout* const olds[] = {&of(MPI_INT).layout(), &of(MPI_DOUBLE).layout()};
  const MPI_Count lengths[] = {1, 1};
  const MPI_Count displacements[] = {0, 8};
  return new Datatype(datatype::structure(olds, lengths, displacements));
}

TEST(Signature, PredefinedTypesMatchThemselves) {
  EXPECT_TRUE(signatures_match(of(MPI_INT), 3, of(MPI_INT), 3));
  EXPECT_TRUE(signatures_match(of(MPI_INT), 3, of(MPI_INT), 5));
  EXPECT_FALSE(signatures_match(of(MPI_INT), 5, of(MPI_INT), 3));
  EXPECT_FALSE(signatures_match(of(MPI_INT), 3, of(MPI_FLOAT), 3));
  EXPECT_FALSE(signatures_match(of(MPI_INT), 3, of(MPI_UNSIGNED), 3));
}

TEST(Signature, GapsDoNotMatter) {
  const Ref<Datatype> column(new Datatype(datatype::vector(of(MPI_DOUBLE).layout(), 10, 1, 7)));
  EXPECT_TRUE(signatures_match(*column, 2, of(MPI_DOUBLE), 20));
  EXPECT_TRUE(signatures_match(of(MPI_DOUBLE), 13, *column, 2));
  EXPECT_FALSE(signatures_match(*column, 2, of(MPI_DOUBLE), 19));
}

TEST(Signature, MixedTypesAreComparedElementByElement) {
  const Ref<Datatype> pair = int_then_double();
  const Ref<Datatype> four(new Datatype(datatype::contiguous(pair->layout(), 4)));
  EXPECT_TRUE(signatures_match(*pair, 4, *four, 1));
  EXPECT_TRUE(signatures_match(*pair, 7, *four, 2));
  EXPECT_TRUE(signatures_match(of(MPI_INT), 1, *four, 1));
  EXPECT_FALSE(signatures_match(of(MPI_INT), 2, *four, 1));
  EXPECT_FALSE(signatures_match(*four, 1, of(MPI_DOUBLE_INT), 4));
}

TEST(Signature, PackedDataMatchEverythingAndBytesThemselves) {
  EXPECT_TRUE(signatures_match(of(MPI_PACKED), 100, *int_then_double(), 1));
  EXPECT_TRUE(signatures_match(of(MPI_DOUBLE), 1, of(MPI_PACKED), 100));
  EXPECT_TRUE(signatures_match(of(MPI_BYTE), 8, of(MPI_BYTE), 9));
  EXPECT_FALSE(signatures_match(of(MPI_BYTE), 8, of(MPI_DOUBLE), 1));
  EXPECT_FALSE(signatures_match(of(MPI_INT), 1, of(MPI_BYTE), 4));
}

// 3e12 elements: the hash is computed from the arguments, not from the elements.
TEST(Signature, LongSequencesAreComparedQuickly) {
  const Ref<Datatype> pair = int_then_double();
  const MPI_Count million = 1000000;
  const Ref<Datatype> a(new Datatype(
      datatype::contiguous(datatype::contiguous(pair->layout(), 3 * million), million)));
  const Ref<Datatype> b(new Datatype(
      datatype::contiguous(datatype::contiguous(pair->layout(), million), 3 * million)));
  EXPECT_TRUE(signatures_match(*a, 1, *b, 1));
  EXPECT_FALSE(signatures_match(*a, 2, *b, 1));
}

}  // namespace
}  // namespace smpi
