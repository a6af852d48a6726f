// SPDX-License-Identifier: BSD-3-Clause
//
// How fast panels are factorised, where an output says how long that took: programs that were built
// with HPL_DETAILED_TIMING print "Max aggregated wall time rfact" and, in it, mxswp.
//
// A panel of m rows is NB^2 (m - NB/3) flops however its recursion is set (the cost that HPL's own
// HPL_pdfact gives), so one number, the seconds per flop, is what an output can say. Elsewhere
// panels cost what they do on Dahu, by memory (node.h).
//
// Programs for accelerators factorise panels on the host while the device updates, so of a panel
// only that counts which is left when the update of the rank's columns is done.
#pragma once

#include <string>

#include "tools/study/cluster/hpl_output.h"

namespace smpi::study::cluster {

struct Panels {
  double flop_s = 0;        // of a rank; 0: nobody said it
  bool are_beside = false;  // the host's, while a device updates
};

// Of the output of a run. Messages for pivots are left out where they are known.
Panels panels_of(const OutputRun& run);

// Flops of all panels, of the rank that has most of them.
double panel_flops(const hpl::Setup& setup);

// What makes matrix products and solves in a file of smpirun --blas=modeled.
struct UpdateCosts {
  double mnk_s = 0;  // of dgemm per M N K, and of its edges
  double mn_s = 0;
  double mk_s = 0;
  double nk_s = 0;
  double rtt_s = 0;       // of dtrsm per R T^2
  double row_copy_s = 0;  // of an element of a panel that is copied
};
// The tables of that file for known panels: products with fewer terms than NB, and solves with
// smaller triangles, are those of panels. REQUIRES: panels.flop_s > 0.
std::string panel_kernels_text(const Panels& panels, const UpdateCosts& update,
                               const hpl::Setup& setup);

}  // namespace smpi::study::cluster
