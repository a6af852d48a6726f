// SPDX-License-Identifier: BSD-3-Clause
//
// Names of the values that some variables of MPI_T take (MPI 5.0, 15.3.4).
#pragma once

#include <span>

#include "include/mpi.h"

namespace smpi::tool {

struct EnumerationItem {
  int value;
  const char* name;
};

struct Enumeration {
  const char* name;
  std::span<const EnumerationItem> items;
};

// What booleans and the phase of a rank are called.
extern const Enumeration boolean_enumeration;
extern const Enumeration phase_enumeration;

// MPI_T_ENUM_NULL for nullptr.
MPI_T_enum to_handle(const Enumeration* enumeration);
// nullptr for a handle that is none of ours.
const Enumeration* find_enumeration(MPI_T_enum handle);

}  // namespace smpi::tool
