// SPDX-License-Identifier: BSD-3-Clause
//
// All that HPL's input file says of a run. The numbers are HPL's own (TUNING, in its source).
#pragma once

#include <cstdint>

namespace smpi::study::hpl {

struct Setup {
  std::uint64_t n = 0;
  std::uint32_t nb = 128;
  std::uint32_t p = 1;
  std::uint32_t q = 1;
  std::uint32_t pmap = 0;   // 0: ranks go along rows; 1: down columns
  std::uint32_t pfact = 1;  // 0: left, 1: Crout, 2: right
  std::uint32_t nbmin = 2;
  std::uint32_t ndiv = 2;
  std::uint32_t rfact = 2;  // as pfact
  std::uint32_t bcast = 2;  // 0: 1ring, 1: 1ringM, 2: 2ring, 3: 2ringM, 4: long, 5: longM
  std::uint32_t depth = 1;
  std::uint32_t swap = 0;  // 0: binary exchange, 1: long, 2: mix
  std::uint32_t swap_threshold = 64;
  std::uint32_t l1 = 0;  // 0: transposed
  std::uint32_t u = 0;   // 0: transposed
  std::uint32_t equilibration = 1;
  std::uint32_t alignment = 8;  // in doubles

  std::uint64_t ranks() const { return std::uint64_t{p} * q; }
  bool operator==(const Setup&) const = default;
};

}  // namespace smpi::study::hpl
