// SPDX-License-Identifier: BSD-3-Clause
//
// The table of predefined datatypes; see predefined.h. Columns: ABI value, name, group, machine
// type, size, alignment, size in external32, elements of a pair.
#include "libsmpi/mpi/datatype/predefined.h"

#include <algorithm>
#include <array>

namespace smpi::datatype {

namespace {

using enum Group;
using enum Machine;

constexpr Predefined table[] = {
    {0x201, "MPI_AINT", multi_language, i64, 8, 8, 8},
    {0x202, "MPI_COUNT", multi_language, i64, 8, 8, 8},
    {0x203, "MPI_OFFSET", multi_language, i64, 8, 8, 8},
    {0x207, "MPI_PACKED", packed, u8, 1, 1, 1},
    {0x208, "MPI_SHORT", c_integer, i16, 2, 2, 2},
    {0x209, "MPI_INT", c_integer, i32, 4, 4, 4},
    {0x20a, "MPI_LONG", c_integer, i64, 8, 8, 4},
    {0x20b, "MPI_LONG_LONG_INT", c_integer, i64, 8, 8, 8},
    {0x20c, "MPI_UNSIGNED_SHORT", c_integer, u16, 2, 2, 2},
    {0x20d, "MPI_UNSIGNED", c_integer, u32, 4, 4, 4},
    {0x20e, "MPI_UNSIGNED_LONG", c_integer, u64, 8, 8, 4},
    {0x20f, "MPI_UNSIGNED_LONG_LONG", c_integer, u64, 8, 8, 8},
    {0x210, "MPI_FLOAT", floating, f32, 4, 4, 4},
    {0x212, "MPI_C_COMPLEX", complex, c32, 8, 4, 8},
    {0x213, "MPI_CXX_FLOAT_COMPLEX", complex, c32, 8, 4, 8},
    {0x214, "MPI_DOUBLE", floating, f64, 8, 8, 8},
    {0x216, "MPI_C_DOUBLE_COMPLEX", complex, c64, 16, 8, 16},
    {0x217, "MPI_CXX_DOUBLE_COMPLEX", complex, c64, 16, 8, 16},
    {0x218, "MPI_LOGICAL", logical, i32, 4, 4, 4},
    {0x219, "MPI_INTEGER", fortran_integer, i32, 4, 4, 4},
    {0x21a, "MPI_REAL", floating, f32, 4, 4, 4},
    {0x21b, "MPI_COMPLEX", complex, c32, 8, 4, 8},
    {0x21c, "MPI_DOUBLE_PRECISION", floating, f64, 8, 8, 8},
    {0x21d, "MPI_DOUBLE_COMPLEX", complex, c64, 16, 8, 16},
    {0x21e, "MPI_CHARACTER", text, u8, 1, 1, 1},
    {0x220, "MPI_LONG_DOUBLE", floating, f80, 16, 16, 16},
    {0x224, "MPI_C_LONG_DOUBLE_COMPLEX", complex, c80, 32, 16, 32},
    {0x225, "MPI_CXX_LONG_DOUBLE_COMPLEX", complex, c80, 32, 16, 32},
    {0x228, "MPI_FLOAT_INT", pair, none, 8, 4, 8, 0x10, 0x09},
    {0x229, "MPI_DOUBLE_INT", pair, none, 12, 8, 12, 0x14, 0x09},
    {0x22a, "MPI_LONG_INT", pair, none, 12, 8, 8, 0x0a, 0x09},
    {0x22b, "MPI_2INT", pair, none, 8, 4, 8, 0x09, 0x09},
    {0x22c, "MPI_SHORT_INT", pair, none, 6, 4, 6, 0x08, 0x09},
    {0x22d, "MPI_LONG_DOUBLE_INT", pair, none, 20, 16, 20, 0x20, 0x09},
    {0x230, "MPI_2REAL", pair, none, 8, 4, 8, 0x1a, 0x1a},
    {0x231, "MPI_2DOUBLE_PRECISION", pair, none, 16, 8, 16, 0x1c, 0x1c},
    {0x232, "MPI_2INTEGER", pair, none, 8, 4, 8, 0x19, 0x19},
    {0x238, "MPI_C_BOOL", logical, i8, 1, 1, 1},
    {0x239, "MPI_CXX_BOOL", logical, i8, 1, 1, 1},
    {0x23c, "MPI_WCHAR", text, i32, 4, 4, 2},
    {0x240, "MPI_INT8_T", c_integer, i8, 1, 1, 1},
    {0x241, "MPI_UINT8_T", c_integer, u8, 1, 1, 1},
    {0x243, "MPI_CHAR", character, i8, 1, 1, 1},
    {0x244, "MPI_SIGNED_CHAR", c_integer, i8, 1, 1, 1},
    {0x245, "MPI_UNSIGNED_CHAR", c_integer, u8, 1, 1, 1},
    {0x247, "MPI_BYTE", byte, u8, 1, 1, 1},
    {0x248, "MPI_INT16_T", c_integer, i16, 2, 2, 2},
    {0x249, "MPI_UINT16_T", c_integer, u16, 2, 2, 2},
    {0x250, "MPI_INT32_T", c_integer, i32, 4, 4, 4},
    {0x251, "MPI_UINT32_T", c_integer, u32, 4, 4, 4},
    {0x258, "MPI_INT64_T", c_integer, i64, 8, 8, 8},
    {0x259, "MPI_UINT64_T", c_integer, u64, 8, 8, 8},
    {0x2c0, "MPI_LOGICAL1", logical, i8, 1, 1, 1},
    {0x2c1, "MPI_INTEGER1", fortran_integer, i8, 1, 1, 1},
    {0x2c8, "MPI_LOGICAL2", logical, i16, 2, 2, 2},
    {0x2c9, "MPI_INTEGER2", fortran_integer, i16, 2, 2, 2},
    {0x2ca, "MPI_REAL2", floating, none, 2, 2, 2},
    {0x2d0, "MPI_LOGICAL4", logical, i32, 4, 4, 4},
    {0x2d1, "MPI_INTEGER4", fortran_integer, i32, 4, 4, 4},
    {0x2d2, "MPI_REAL4", floating, f32, 4, 4, 4},
    {0x2d3, "MPI_COMPLEX4", complex, none, 4, 2, 4},
    {0x2d8, "MPI_LOGICAL8", logical, i64, 8, 8, 8},
    {0x2d9, "MPI_INTEGER8", fortran_integer, i64, 8, 8, 8},
    {0x2da, "MPI_REAL8", floating, f64, 8, 8, 8},
    {0x2db, "MPI_COMPLEX8", complex, c32, 8, 4, 8},
    {0x2e0, "MPI_LOGICAL16", logical, i128, 16, 16, 16},
    {0x2e1, "MPI_INTEGER16", fortran_integer, i128, 16, 16, 16},
    {0x2e2, "MPI_REAL16", floating, f128, 16, 16, 16},
    {0x2e3, "MPI_COMPLEX16", complex, c64, 16, 8, 16},
    {0x2eb, "MPI_COMPLEX32", complex, c128, 32, 16, 32},
    {0x2fc, "MPI_LB", marker, none, 0, 1, 0},
    {0x2fd, "MPI_UB", marker, none, 0, 1, 0},
};

constexpr Predefined no_type{0, "", Group::absent, none, 0, 1, 0};

constexpr auto by_element = [] {
  std::array<Predefined, 256> result{};
  result.fill(no_type);
  for (const Predefined& entry : table) result[element_of(entry.abi_value)] = entry;
  return result;
}();

}  // namespace

const Predefined& predefined(Element element) {
  return by_element[element];
}

bool is_supported(Element element) {
  const Predefined& type = predefined(element);
  return type.group != Group::absent &&
         !((type.group == floating || type.group == complex) && type.machine == none);
}

Unit unit_of(Element type) {
  const Predefined& entry = predefined(type);
  return entry.group == pair ? Unit{entry.value, entry.index} : Unit{type, 0};
}

Element type_of(Unit unit) {
  if (!unit.is_pair()) return unit.element;
  for (const Predefined& entry : table) {
    if (entry.group == pair && entry.value == unit.element && entry.index == unit.index) {
      return element_of(entry.abi_value);
    }
  }
  return 0;
}

std::size_t index_offset(Unit pair) {
  const std::size_t alignment = predefined(pair.index).alignment_bytes;
  return (predefined(pair.element).size_bytes + alignment - 1) / alignment * alignment;
}

std::size_t extent_bytes(Unit unit) {
  const Predefined& first = predefined(unit.element);
  if (!unit.is_pair()) return first.size_bytes;
  const Predefined& second = predefined(unit.index);
  const std::size_t alignment = std::max(first.alignment_bytes, second.alignment_bytes);
  return (index_offset(unit) + second.size_bytes + alignment - 1) / alignment * alignment;
}

}  // namespace smpi::datatype
