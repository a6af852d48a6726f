// SPDX-License-Identifier: BSD-3-Clause
//
// What a Fortran library of the standard ABI tells MPI about its types (MPI 5.0, 20.5). One process
// may say it once.
#pragma once

#include <cstddef>
#include <vector>

#include "libsmpi/info/info.h"

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

}  // namespace smpi
