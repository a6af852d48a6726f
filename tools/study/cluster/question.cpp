// SPDX-License-Identifier: BSD-3-Clause
//
// The rules of tools/study/hpl/rules.h, from a measured node instead of a market.
#include "tools/study/cluster/question.h"

#include <algorithm>
#include <cmath>

#include "tools/study/hpl/rules.h"

namespace smpi::study::cluster {
namespace {

constexpr double memory_share = 0.8;
constexpr std::size_t grids_most = 2;

}  // namespace

std::vector<Question> questions_of(const Measurement& measured, const Wishes& wishes,
                                   std::uint32_t nodes) {
  Question question{.nodes = nodes, .setup = measured.run.setup};
  hpl::Setup& setup = question.setup;
  const double count = nodes;
  if (wishes.memory_bytes) {
    setup.n = hpl::matrix_order(count * *wishes.memory_bytes, memory_share, setup.nb);
  } else {
    const double n = static_cast<double>(setup.n) * std::sqrt(count / measured.nodes);
    setup.n = static_cast<std::uint64_t>(n / setup.nb) * setup.nb;
  }
  setup.n = std::max<std::uint64_t>(setup.n, setup.nb);
  const auto ranks = static_cast<std::uint32_t>(measured.run.setup.ranks() / measured.nodes);
  std::vector<Question> questions;
  // Grids ascend by P.
  for (const hpl::Grid& grid : hpl::process_grids(nodes, ranks)) {
    if (grid.dropped > 0 || grid.rows > grid.columns) continue;
    setup.p = grid.rows;
    setup.q = grid.columns;
    questions.insert(questions.begin(), question);
  }
  questions.resize(std::min(questions.size(), grids_most));
  return questions;
}

double by_division_gflops(const Measurement& measured, std::uint32_t nodes) {
  return measured.run.gflops * nodes / measured.nodes;
}

}  // namespace smpi::study::cluster
