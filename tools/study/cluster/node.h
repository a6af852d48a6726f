// SPDX-License-Identifier: BSD-3-Clause
//
// A node, as the simulation of HPL needs it: what its kernels and its copies cost.
//
// The shape of all kernels, which is to say how many times a dgemm's flop or a byte of memory each
// of them costs, is that of Dahu (examples/reality: 32 cores of Xeon Gold 6130, measured while all
// cores worked). A node has two numbers: how fast its dgemm is, and how fast its memory. What HPL
// moves, such as exchanged rows, goes with the memory; what it multiplies goes with dgemm.
#pragma once

#include <cstdint>
#include <string>

#include "tools/study/cluster/panels.h"
#include "tools/study/cluster/spread.h"

namespace smpi::study::cluster {

struct Node {
  std::uint32_t ranks = 1;        // of HPL
  double flop_s = 0;              // of a large dgemm, of a rank, while all ranks work
  double memory_bytes_per_s = 0;  // all cores together, as STREAM measures it
  double loopback_share = 1;      // of the copies that memory allows, see loopback_bytes_per_s
  double spread = 0;              // standard deviation of nodes' speeds, relative
  Panels panels = {};             // how fast they are, where somebody said it
};

// Bytes per second of memory that a node has which reaches so many Gflop/s in HPL, where nobody
// says it.
Spread usual_memory_bytes_per_s(double node_gflops);

// A file of smpirun --blas=modeled: dgemm, dtrsm and the kernels of panels. Where it is known how
// fast panels are, it is for runs of this setup.
std::string kernels_text(const Node& node, const hpl::Setup& setup);
// An overlay of xhpl whose exchanges and copies of rows cost what they do on this node. `common` is
// the overlay of examples/hpl.
std::string overlay_text(const Node& node, const std::string& common);

// Of one message inside the node, and of all of them together.
double loopback_bytes_per_s(const Node& node);
double node_copies_bytes_per_s(const Node& node);

}  // namespace smpi::study::cluster
