// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank knows about how it was started and, from a Fortran library of the standard ABI, about
// the types of Fortran (MPI 5.0, 20.5), which a process may say once.
#pragma once

#include <cstddef>
#include <vector>

#include "libsmpi/mpi/info/info.h"

namespace smpi {

// The two values of a LOGICAL of one size.
struct FortranBooleans {
  int size_bytes = 0;
  std::byte true_bytes[16] = {};
  std::byte false_bytes[16] = {};
};

struct FortranAbi {
  Ref<Info> info;  // sizes and optional types; nullptr while unknown
  std::vector<FortranBooleans> booleans;

  // nullptr while unknown.
  const FortranBooleans* booleans_of(int size_bytes) const {
    for (const FortranBooleans& known : booleans) {
      if (known.size_bytes == size_bytes) return &known;
    }
    return nullptr;
  }
};

struct RankInfo {
  Ref<Info> environment;  // MPI_INFO_ENV, made when it is first asked for
  FortranAbi fortran_abi;
};

}  // namespace smpi
