// SPDX-License-Identifier: BSD-3-Clause
//
// What simulations said about the closed form of a kind of machine.
//
// A simulation that takes longer slows all of the closed form down; one that is faster than it
// hides a part of its messages behind the update, as lookahead does. So no correction makes a
// machine faster than its dgemm. How much is hidden changes with the size of the machine: what was
// measured at one size holds there and near it, and changes evenly (by the logarithm of the size)
// from one that was measured to the next.
//
// Alternatives considered: one factor of the time for all sizes of a kind. Four nodes of Ethernet
// hide their messages and ten do not, so the factor of four made ten 34 % too fast, and one node 25
// % faster than its processors.
#pragma once

#include <cstdint>
#include <map>

#include "tools/study/hpl/closed_form.h"

namespace smpi::study::hpl {

struct Correction {
  double slowdown = 1;  // of all, at least 1
  double shown = 1;     // part of the time of messages that shows, at most 1

  bool operator==(const Correction&) const = default;
};

// That makes the closed form take `simulated_s`, which is `closed_s` of which `compute_s` are
// flops; the nearest to it where it is faster than its flops.
Correction correction_of(double simulated_s, double closed_s, double compute_s);
// What the closed form takes instead of `costs`.
Costs corrected(const Costs& costs, const Correction& correction);

// Of one kind of machine.
class KnownSizes {
 public:
  // In the place of what was known of that size.
  void add(std::uint32_t nodes, const Correction& correction);
  void forget() { by_nodes_.clear(); }
  bool is_empty() const { return by_nodes_.empty(); }
  // Is one of the measured sizes at most `reach` times as large or as small?
  bool are_near(std::uint32_t nodes, double reach) const;
  // REQUIRES: not empty.
  Correction at(std::uint32_t nodes) const;

 private:
  std::map<std::uint32_t, Correction> by_nodes_;
};

}  // namespace smpi::study::hpl
