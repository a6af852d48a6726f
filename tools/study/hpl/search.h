// SPDX-License-Identifier: BSD-3-Clause
//
// Level 0: every machine of the market, by closed forms.
//
// All numbers of nodes up to 256 are looked at; above, steps of 2 %, and around the best of each
// kind of machine (a node type with a network) all numbers between two steps.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tools/study/hpl/candidate.h"
#include "tools/study/hpl/correction.h"

namespace smpi::study::hpl {

// What simulations said about a kind of machine.
struct KnownKind {
  KnownSizes sizes = {};
  double shape = 0;  // rows / columns of the grid that was best; 0: any
};
using KindOfMachine = std::pair<std::size_t, std::size_t>;  // node, network
using KnownKinds = std::map<KindOfMachine, KnownKind>;

struct Search {
  const Market& market;
  Networks& networks;
  KnownKinds known = {};
  Setting setting = {};     // of all but NB, which is chosen among market.tried
  double reach = no_limit;  // how many times larger or smaller machines a known one corrects
};

// True if `a` is the better choice. With a goal: what reaches it before what does not, then the
// cheaper one; without, and among those that fall short, the faster one.
bool is_better(const Market& market, const Candidate& a, const Candidate& b);
bool reaches_goal(const Market& market, const Candidate& candidate);

// What a candidate takes by its closed form, and what its flops alone do. Throws InputError.
struct ClosedForm {
  double time_s;
  double compute_s;
};
ClosedForm closed_form_of(const Search& search, const Candidate& candidate);

// The grids and sizes that are legal for one machine, the fastest first; empty where the budget
// allows none. Throws InputError.
std::vector<Candidate> settings_of(const Search& search, KindOfMachine kind, std::uint32_t nodes);

// The best of settings_of for each machine that the budget allows, in the order of the market and
// by number of nodes. Throws InputError.
std::vector<Candidate> all_machines(const Search& search);

// The best of each kind, the best first.
std::vector<Candidate> best_of_kinds(const Market& market, const std::vector<Candidate>& machines);

// Those that no other one beats, or equals, in Gflops, cost, power, Gflops per watt and time all at
// once; by Gflops.
std::vector<Candidate> pareto_front(const std::vector<Candidate>& candidates);

}  // namespace smpi::study::hpl
