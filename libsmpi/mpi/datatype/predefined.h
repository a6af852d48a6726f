// SPDX-License-Identifier: BSD-3-Clause
//
// The predefined datatypes (MPI 5.0, 3.2.2, 5.1, 6.9; ABI table in chapter 20).
//
// The last byte of an ABI value (0x200..0x2ff) names a type; the same byte names the basic elements
// of signatures. What a type is for reductions is its group (which operations are allowed,
// MPI 6.9.2) and its machine type (which loop runs). Sizes are those of x86-64 and aarch64 Linux
// with gfortran; REAL2 and COMPLEX4, which gfortran lacks, are known but not supported.
#pragma once

#include <cstddef>
#include <cstdint>

#include "include/mpi.h"

namespace smpi::datatype {

// A basic element: the low byte of its predefined type's ABI value.
using Element = std::uint8_t;

constexpr Element element_of(std::uintptr_t abi_value) {
  return static_cast<Element>(abi_value & 0xff);
}

// A predefined type by its elements: one, or the two of a pair (index 0 otherwise).
struct Unit {
  Element element = 0;
  Element index = 0;

  bool is_pair() const { return index != 0; }
  bool operator==(const Unit&) const = default;
};

enum class Group : std::uint8_t {
  absent,  // no such type
  c_integer,
  fortran_integer,
  floating,
  logical,
  complex,
  byte,
  multi_language,  // MPI_AINT, MPI_OFFSET, MPI_COUNT
  character,       // MPI_CHAR: arithmetic is not in the standard but in both big implementations
  text,            // MPI_WCHAR, MPI_CHARACTER: no arithmetic
  packed,
  pair,    // two elements, for MPI_MINLOC and MPI_MAXLOC
  marker,  // MPI_LB and MPI_UB, removed in MPI-3.0
};

enum class Machine : std::uint8_t {
  none,
  i8,
  i16,
  i32,
  i64,
  i128,
  u8,
  u16,
  u32,
  u64,
  f32,
  f64,
  f80,
  f128,
  c32,
  c64,
  c80,
  c128
};

struct Predefined {
  std::uint16_t abi_value;
  const char* name;
  Group group;
  Machine machine;
  std::uint8_t size_bytes;
  std::uint8_t alignment_bytes;
  std::uint8_t external_bytes;  // in external32 (MPI 14.5.2)
  // Pairs: the two elements.
  Element value = 0;
  Element index = 0;
};

// The entry of an element; its group is absent if there is no such type.
const Predefined& predefined(Element element);
// Known to the ABI, but not to our compilers.
bool is_supported(Element element);
Unit unit_of(Element type);
// The named type of a unit; 0 for a pair that has no name.
Element type_of(Unit unit);
// Offset of the index in a pair.
std::size_t index_offset(Unit pair);
// Distance of two elements in an array, as the C struct has it.
std::size_t extent_bytes(Unit unit);

}  // namespace smpi::datatype
