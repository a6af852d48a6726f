/* SPDX-License-Identifier: BSD-3-Clause */
/* The times of what this plug-in does in the place of HPL: looking for a pivot (idamax), and
 * copying a panel (HPL_dlacpy). Follows overlay.c of examples/hpl. */
#include "smpi/injection.h"

/* Half-normal, as the noise of overlays (docs/blas.md). */
static void spend(double mean_s, double deviation_s) {
  double seconds = mean_s;
  if (deviation_s > 0) {
    const double radius = sqrt(-2 * log1p(-smpi_plausible_uniform()));
    const double normal = radius * cos(2 * M_PI * smpi_plausible_uniform());
    seconds += deviation_s * (fabs(normal) - sqrt(2 / M_PI)) / sqrt(1 - 2 / M_PI);
  }
  if (seconds > 0) smpi_execute_flops(seconds * HOST_FLOPS);
}

void timed_pivot(HPL_T_panel* panel, int count, int ii, int jj, double* work) {
  if (count > 0) spend(SEARCH_S * count, SEARCH_DEVIATION_S * count);
  drawn_pivot(panel, count, ii, jj, work);
}

/* As HPL_copyL: without the triangle, in the process row that has it. */
void timed_panel(HPL_T_panel* panel) {
  if (panel->grid->mycol == panel->pcol) {
    const int rows = panel->mp - (panel->grid->myrow == panel->prow ? panel->jb : 0);
    const double elements = (double)rows * panel->jb;
    spend(COPY_S * elements, COPY_DEVIATION_S * elements);
  }
  copied_panel(panel);
}
