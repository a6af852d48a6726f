// SPDX-License-Identifier: BSD-3-Clause
//
// A failed run has an infinite value: the last place of its block, which is all that ranks need.
#include "tools/study/tuning/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tools/study/statistics/ranks.h"

namespace smpi::study {
namespace {

constexpr unsigned seeds_before_dropping = 5;
constexpr double alpha = 0.05;
constexpr double failed = std::numeric_limits<double>::infinity();

}  // namespace

Race::Race(CandidateNames names, std::size_t budget)
    : Tuner(std::move(names)),
      budget_(budget),
      alive_(dropped().size()),
      values_(dropped().size()) {
  std::iota(alive_.begin(), alive_.end(), std::size_t{0});
}

std::vector<Trial> Race::ask() {
  std::vector<Trial> trials;
  if (is_over_ || !refusal().empty()) return trials;
  if (spent_ + alive_.size() > budget_) {
    decide(fmt::format("stops: {} of {} runs are spent, {} candidates are left", spent_, budget_,
                       alive_.size()));
    is_over_ = true;
    return trials;
  }
  for (const std::size_t candidate : alive_) {
    trials.push_back({.candidate = candidate, .rung = 0, .replica = seeds_});
  }
  return trials;
}

void Race::tell(const std::vector<std::optional<double>>& values) {
  for (std::size_t i = 0; i < alive_.size(); ++i) {
    values_[alive_[i]].push_back(values[i].value_or(failed));
  }
  spent_ += alive_.size();
  seeds_++;
  sort_alive();
  const bool depends_on_seed = std::ranges::any_of(alive_, [&](std::size_t candidate) {
    return values_[candidate].front() != values_[candidate].back();
  });
  if (seeds_ == 2 && !depends_on_seed) {
    decide("stops: two seeds give equal results, nothing depends on the seed");
    is_over_ = true;
  } else if (seeds_ >= seeds_before_dropping && alive_.size() > 1) {
    drop_worse();
  }
  if (!std::isfinite(values_[alive_.front()].front()) && seeds_ == 1)
    refuse("every candidate failed");
  if (alive_.size() == 1 && !is_over_ && seeds_ >= seeds_before_dropping) {
    decide(fmt::format("stops: {} is the last candidate", name(alive_.front())));
    is_over_ = true;
  }
}

// By the sum of ranks over all seeds, then by place.
void Race::sort_alive() {
  std::vector<double> sums(values_.size(), 0);
  for (unsigned seed = 0; seed < seeds_; ++seed) {
    std::vector<double> block;
    for (const std::size_t candidate : alive_) block.push_back(values_[candidate][seed]);
    const std::vector<double> of_block = ranks(block);
    for (std::size_t i = 0; i < alive_.size(); ++i) sums[alive_[i]] += of_block[i];
  }
  std::ranges::sort(alive_, {},
                    [&](std::size_t candidate) { return std::pair(sums[candidate], candidate); });
}

void Race::drop_worse() {
  std::vector<std::vector<double>> blocks(seeds_);
  for (unsigned seed = 0; seed < seeds_; ++seed) {
    for (const std::size_t candidate : alive_) blocks[seed].push_back(values_[candidate][seed]);
  }
  const Friedman test = friedman(blocks, alpha);
  const std::size_t before = alive_.size();
  if (test.p < alpha) {
    const double best_sum = test.rank_sums.front();
    for (std::size_t i = 1; i < before; ++i) {
      if (test.rank_sums[i] - best_sum <= test.critical_difference) continue;
      drop(alive_[i], fmt::format("rank sum {:g} against {:g} after {} seeds", test.rank_sums[i],
                                  best_sum, seeds_));
    }
    std::erase_if(alive_, [&](std::size_t candidate) { return !dropped()[candidate].empty(); });
  }
  decide(fmt::format("seed {}: p = {:.3g}, {} of {} candidates go on, first {}", seeds_, test.p,
                     alive_.size(), before, name(alive_.front())));
}

std::optional<std::size_t> Race::best() const {
  if (seeds_ == 0 || !refusal().empty()) return std::nullopt;
  return alive_.front();
}

}  // namespace smpi::study
