// SPDX-License-Identifier: BSD-3-Clause
//
// What can be bought, for how much, and what it is to do: the file of `smpi-study hpl`
// (docs/planner.md).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tools/study/plan/expression.h"

namespace smpi::study::hpl {

struct NodeType {
  std::string name;
  std::uint32_t cores = 1;
  std::uint32_t ranks = 1;   // of HPL, per node
  double flop_s = 0;         // of dgemm, of a rank
  std::string kernels;       // a file of smpi-calibrate, absolute; empty: dgemm and dtrsm by flop_s
  std::string overlay = {};  // of the rows of HPL, absolute; empty: they cost nothing
  std::string measured = {};  // an output of HPL on such a node, absolute; empty: none
  double speed_flops = 1e9;   // of a rank, that the coefficients are for
  double memory_bytes = 0;
  double idle_w = 0;
  double loaded_w = 0;
  double price = 0;
  std::uint32_t available = 1;  // how many can be bought
};

struct NetworkType {
  std::string name;
  Template platform;  // of smpirun, with {nodes}
  double bandwidth_bytes_per_s = 0;
  double latency_s = 0;  // of a link
  double switch_price = 0;
  double cable_price = 0;
  double card_price = 0;  // one per node
  double switch_w = 0;
  double cable_w = 0;
  double card_w = 0;
  std::optional<std::uint32_t> ports;  // that a switch has
};

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

// What one may spend. Money is for everything: machine and electricity.
struct Budget {
  double money = no_limit;
  double power_w = no_limit;  // of nodes and network under load
  double run_s = no_limit;    // of one run of HPL
};

struct Operation {
  double electricity_price = 0;  // per kWh
  double pue = 1;
  double years = 0;
  double utilisation = 1;  // share of the time that nodes are under load
};

// What a run of HPL is set to, besides its size and grid.
struct Setting {
  std::uint32_t nb = 128;
  std::string broadcast = "2ring";
  std::uint32_t depth = 1;
  std::string swap = "binary";

  bool operator==(const Setting&) const = default;
};

struct Tried {
  std::vector<std::uint32_t> nb = {128};
  std::vector<std::string> broadcasts = {"2ring"};
  std::vector<std::uint32_t> depths = {1};
  std::vector<std::string> swaps = {"binary"};
  double memory_share = 0.8;
};

struct Simulation {
  std::string program;               // xhpl, absolute; empty: that of this build tree
  std::vector<std::string> options;  // of smpirun, for all runs
  std::uint32_t keep = 4;            // kinds of machines that are simulated first
  std::uint32_t replicas = 3;        // of whole runs
};

struct Market {
  std::string path;
  std::string name;
  std::string folder;                 // of the file
  std::optional<double> goal_gflops;  // else as many as possible
  Budget budget;
  Operation operation;
  Tried tried;
  Simulation simulation;
  std::vector<NodeType> nodes;
  std::vector<NetworkType> networks;
};

// HPL's numbers for the words that a market file, or examples/hpl, has.
std::uint32_t broadcast_number(const std::string& word);
std::uint32_t swap_number(const std::string& word);

// Throws InputError with file, line, text and a hint.
Market read_market(const std::string& path);

}  // namespace smpi::study::hpl
