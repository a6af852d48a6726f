// SPDX-License-Identifier: BSD-3-Clause
//
// An overlay: a file that says what functions of a program cost, instead of running them.
//
//   reference_speed = "1Gf"     # flop/s of the host that the seconds are of; 1 Gflop/s when absent
//   plugin = "pivots.so"        # beside this file; functions to call instead of the program's
//   folded = ["make_matrix"]    # what these functions allocate has no content, for all ranks
//   pooled = ["make_panel"]     # large blocks that these allocate, again and again, are kept
//   clearing = ["make_row"]     # what these clear by memset stays as it is where it has no content
//
//   [HPL_dlacpy]                                      # the function's symbol
//   arguments = "int M, int N, const double* A, int LDA, double* B, int LDB"
//   terms = {"M*N" = 1.2e-10}                         # seconds; or seconds = "1.2e-10*M*N"
//   deviation = {"M*N" = 3e-11}                       # standard deviation of a call, in seconds
//   writes = {B = {rows = "M", columns = "N", stride = "LDB"}}     # in elements; or B = "M*N"
//   result = "int"                                    # type of the result, void when absent
//   returns = "0"                                     # its value, a formula; 0 when absent
//
//   [HPL_dlocmax]
//   replace = "drawn_pivot"                           # a function of the plug-in, same arguments
//   control = true                                    # it decides what the program does next
//
// Every function may be static, and is told from others of its name as ["name@source.c"].
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/kernel_cost.h"
#include "libsmpi/cost/modeled/overlay/signature.h"

namespace smpi::modeled {

// What a function writes through a pointer, in elements of what it points to: `columns` pieces of
// `rows` elements, `stride` apart.
struct WrittenRange {
  std::size_t pointer;  // index of Signature::pointers
  std::size_t element_bytes;
  Formula rows;
  Formula columns;
  Formula stride;
};

struct OverlayFunction {
  std::string name;
  kernel::InputError::Where where;  // file and line of its table
  Signature signature;
  KernelCost cost;
  std::vector<WrittenRange> writes;
  ScalarType result_type = ScalarType::nothing;
  Formula result;
  std::string plugin_function;  // when not empty, signature to result are unused
  // Without it the program would do something else: comparisons keep it in both runs.
  bool is_control = false;
};

struct Overlay {
  std::string path;
  std::string plugin;  // path, or empty
  kernel::InputError::Where plugin_where;
  struct Allocating {
    std::string function;
    kernel::InputError::Where where;
  };
  std::vector<Allocating> folded;
  std::vector<Allocating> pooled;
  std::vector<Allocating> clearing;
  std::vector<OverlayFunction> functions;
};

// Throws InputError for anything that can be known to be wrong before the program is seen.
Overlay read_overlay(const std::string& path);

}  // namespace smpi::modeled
