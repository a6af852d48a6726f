// SPDX-License-Identifier: BSD-3-Clause
//
// The loops of the predefined reduction operations (MPI 5.0, 6.9.2 and 6.9.4).
//
// One loop per operation and machine type; several MPI types share a machine type (MPI_INT,
// MPI_INTEGER, MPI_INT32_T). Which MPI types an operation accepts is decided by their group.
#pragma once

#include <cstdint>

#include "libsmpi/mpi/datatype/predefined.h"

namespace smpi::datatype {

// The low bits of the ABI value of an operation.
enum class OpCode : std::uint8_t {
  sum = 0x01,
  min,
  max,
  prod,
  band = 0x08,
  bor,
  bxor,
  land = 0x10,
  lor,
  lxor,
  minloc = 0x18,
  maxloc,
  replace = 0x1c,
  no_op,
};

// inout[i] = in[i] op inout[i] for `count` elements.
using Kernel = void (*)(const void* in, void* inout, std::int64_t count);

// nullptr when the operation is not defined for the type. Not for replace and no_op, which have no
// arithmetic.
Kernel find_kernel(OpCode op, Unit type);

}  // namespace smpi::datatype
