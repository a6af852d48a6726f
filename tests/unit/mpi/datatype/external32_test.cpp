// SPDX-License-Identifier: BSD-3-Clause
//
// external32 (MPI 5.0, 14.5.2): sizes of the table there, bytes of known values, round trips.
#include "libsmpi/mpi/datatype/external32.h"

#include <gtest/gtest.h>

#include <complex>

#include "libsmpi/mpi/datatype/constructors.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi {
namespace {

Datatype& of(MPI_Datatype type) {
  return predefined_type(type);
}

std::vector<unsigned> bytes_of(const void* value, MPI_Count count, const Datatype& type) {
  std::vector<unsigned char> external(
      static_cast<std::size_t>(external_size_bytes(count, type)) + 1, 0xee);
  EXPECT_EQ(pack_external(value, count, type, external.data()), MPI_SUCCESS);
  EXPECT_EQ(external.back(), 0xee) << "wrote behind the end";
  return {external.begin(), external.end() - 1};
}

TEST(External32, SizesOfTheStandardsTable) {
  const std::pair<MPI_Datatype, MPI_Count> sizes[] = {{MPI_PACKED, 1},
                                                      {MPI_BYTE, 1},
                                                      {MPI_CHAR, 1},
                                                      {MPI_WCHAR, 2},
                                                      {MPI_SHORT, 2},
                                                      {MPI_INT, 4},
                                                      {MPI_LONG, 4},
                                                      {MPI_UNSIGNED_LONG, 4},
                                                      {MPI_LONG_LONG, 8},
                                                      {MPI_FLOAT, 4},
                                                      {MPI_DOUBLE, 8},
                                                      {MPI_LONG_DOUBLE, 16},
                                                      {MPI_C_BOOL, 1},
                                                      {MPI_INT8_T, 1},
                                                      {MPI_INT64_T, 8},
                                                      {MPI_AINT, 8},
                                                      {MPI_COUNT, 8},
                                                      {MPI_OFFSET, 8},
                                                      {MPI_C_COMPLEX, 8},
                                                      {MPI_C_DOUBLE_COMPLEX, 16},
                                                      {MPI_C_LONG_DOUBLE_COMPLEX, 32},
                                                      {MPI_CHARACTER, 1},
                                                      {MPI_LOGICAL, 4},
                                                      {MPI_INTEGER, 4},
                                                      {MPI_REAL, 4},
                                                      {MPI_DOUBLE_PRECISION, 8},
                                                      {MPI_COMPLEX, 8},
                                                      {MPI_INTEGER16, 16},
                                                      {MPI_REAL16, 16},
                                                      {MPI_COMPLEX32, 32},
                                                      {MPI_DOUBLE_INT, 12},
                                                      {MPI_LONG_INT, 8},
                                                      {MPI_LONG_DOUBLE_INT, 20}};
  for (const auto& [type, size] : sizes) {
    EXPECT_EQ(external_size_bytes(3, of(type)), 3 * size) << of(type).notes.name;
  }
}

TEST(External32, KnownValues) {
  const int integer = 0x01020304;
  EXPECT_EQ(bytes_of(&integer, 1, of(MPI_INT)), (std::vector<unsigned>{1, 2, 3, 4}));
  const long negative = -2;
  EXPECT_EQ(bytes_of(&negative, 1, of(MPI_LONG)), (std::vector<unsigned>{0xff, 0xff, 0xff, 0xfe}));
  const double real = -1.5;  // IEEE: 0xbff8000000000000
  EXPECT_EQ(bytes_of(&real, 1, of(MPI_DOUBLE)),
            (std::vector<unsigned>{0xbf, 0xf8, 0, 0, 0, 0, 0, 0}));
  const long double wide = -1.5L;  // binary128: 0xbfff8000...
  EXPECT_EQ(bytes_of(&wide, 1, of(MPI_LONG_DOUBLE)),
            (std::vector<unsigned>{0xbf, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  const std::complex<float> complex(1.0F, 2.0F);  // 0x3f800000, 0x40000000
  EXPECT_EQ(bytes_of(&complex, 1, of(MPI_C_COMPLEX)),
            (std::vector<unsigned>{0x3f, 0x80, 0, 0, 0x40, 0, 0, 0}));
}

TEST(External32, ValuesThatDoNotFitAreAnError) {
  std::byte external[4];
  const long big = 1L << 40;
  EXPECT_EQ(pack_external(&big, 1, of(MPI_LONG), external), MPI_ERR_CONVERSION);
  const unsigned long unsigned_big = 0xffffffffUL;
  EXPECT_EQ(pack_external(&unsigned_big, 1, of(MPI_UNSIGNED_LONG), external), MPI_SUCCESS);
}

// A struct of all kinds of conversion, in a vector with gaps, 700 times: several pieces.
TEST(External32, RoundTripOfADerivedType) {
  struct Record {
    char c;
    long l;
    long double ld[2];
    std::complex<double> z;
    short s;
  };
  const datatype::Layout* const olds[] = {
      &of(MPI_CHAR).layout(), &of(MPI_LONG).layout(), &of(MPI_LONG_DOUBLE).layout(),
      &of(MPI_C_DOUBLE_COMPLEX).layout(), &of(MPI_SHORT).layout()};
  const MPI_Count lengths[] = {1, 1, 2, 1, 1};
  const MPI_Count displacements[] = {offsetof(Record, c), offsetof(Record, l), offsetof(Record, ld),
                                     offsetof(Record, z), offsetof(Record, s)};
  const auto record = datatype::structure(olds, lengths, displacements);
  ASSERT_EQ(record.extent(), static_cast<std::int64_t>(sizeof(Record)));
  const Ref<Datatype> type(new Datatype(datatype::vector(record, 350, 2, 3)));
  EXPECT_EQ(external_size_bytes(1, *type), 700 * (1 + 4 + 32 + 16 + 2));
  std::vector<Record> in(1050);
  std::vector<Record> out(1050);
  for (int i = 0; i < 1050; i++) {
    in[i] = {static_cast<char>(i),
             -i * 1000L,
             {i / 3.0L, -i / 7.0L},
             {i * 0.1, i * 0.2},
             static_cast<short>(i)};
    out[i].c = 'x';
  }
  std::vector<std::byte> external(static_cast<std::size_t>(external_size_bytes(1, *type)));
  ASSERT_EQ(pack_external(in.data(), 1, *type, external.data()), MPI_SUCCESS);
  ASSERT_EQ(unpack_external(external.data(), out.data(), 1, *type), MPI_SUCCESS);
  for (int i = 0; i < 1050; i++) {
    if (i % 3 == 2) {
      ASSERT_EQ(out[i].c, 'x');
      continue;
    }
    ASSERT_EQ(out[i].c, in[i].c);
    ASSERT_EQ(out[i].l, in[i].l);
    ASSERT_EQ(out[i].ld[0], in[i].ld[0]);
    ASSERT_EQ(out[i].ld[1], in[i].ld[1]);
    ASSERT_EQ(out[i].z, in[i].z);
    ASSERT_EQ(out[i].s, in[i].s);
  }
}

}  // namespace
}  // namespace smpi
