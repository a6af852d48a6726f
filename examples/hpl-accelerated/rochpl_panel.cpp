// SPDX-License-Identifier: BSD-3-Clause
//
// The factorization of a few columns, in the place of rocHPL's six kernels for it.
//
// rocHPL starts one kernel for these columns. It runs on the device beside the host, and for each
// column both wait for flags that the other one sets. Here kernels take time and compute nothing,
// so such a flag is never set. What this file does instead: a kernel for each column, whose time is
// in rochpl.toml, and then, as in rocHPL, the search for the pivot among the processes of the
// column by rocHPL's own HPL_pdmxswp. Cost of the difference: one call of the host per column
// instead of two flags.
//
// Pivots are drawn: for n entries of like size, the largest has the distribution of the n-th root
// of a uniform number, and is at any place with equal probability.
//
// The file is compiled with rocHPL's headers. The linker (--wrap) sends the references to the six
// functions here; `run` says how.
#include <math.h>

#include "hpl.hpp"
#include "smpi/overlay.h"

namespace {

constexpr int block_threads = 1024;

__global__ void panel_column(int rows, int columns, double*, int) {}

// As the kernel leaves it: the largest entry and its local row, counted from the first row of the
// panel that is not finished.
void draw_pivot(double* work, int first_row, int end_row) {
  const int count = end_row - first_row;
  work[0] = count > 0 ? exp2(log2(1 - smpi_plausible_uniform()) / count) : 0;
  work[1] = first_row + (count > 0 ? static_cast<int>(count * smpi_plausible_uniform()) : 0);
}

void factor(HPL_T_panel* panel, int rows, int columns, int offset) {
  const bool has_diagonal = panel->grid->myrow == panel->prow;
  const int first_row = has_diagonal ? offset : 0;
  double* const work = panel->pmat->host_workspace;
  double* const here = Mptr(panel->A0, first_row, offset, panel->lda0);
  hipStream_t stream;
  CHECK_ROCBLAS_ERROR(rocblas_get_stream(handle, &stream));
  for (int j = 0; j < columns; j++) {
    if (rows > 0) {
      const dim3 grid((rows + block_threads - 1) / block_threads);
      panel_column<<<grid, block_threads, 0, stream>>>(rows, columns - j, here, panel->lda0);
      CHECK_HIP_ERROR(hipStreamSynchronize(stream));
      draw_pivot(work, has_diagonal ? j : 0, rows);
    }
    HPL_pdmxswp(panel, rows, first_row, offset + j, work);
  }
}

}  // namespace

// The names that --wrap gives to HPL_pdpan{ll,cr,rl}{N,T}(HPL_S_panel*, int, int, int).
#define REPLACED(name)                                                           \
  extern "C" void __wrap__Z12HPL_pdpan##name##P11HPL_S_paneliii(                 \
      HPL_T_panel* panel, const int rows, const int columns, const int offset) { \
    factor(panel, rows, columns, offset);                                        \
  }
REPLACED(llN)
REPLACED(llT)
REPLACED(crN)
REPLACED(crT)
REPLACED(rlN)
REPLACED(rlT)
