// SPDX-License-Identifier: BSD-3-Clause
//
// eta is 3: a third survives each rung. Ties go to the earlier candidate.
#include "tools/study/tuning/halving.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tools/study/statistics/ranks.h"

namespace smpi::study {
namespace {

constexpr std::size_t eta = 3;
constexpr std::size_t correlated_least = 5;
constexpr double correlation_least = 0.5;
constexpr double failed = std::numeric_limits<double>::infinity();

}  // namespace

Halving::Halving(CandidateNames names, std::vector<std::string> rungs, unsigned replicas)
    : Tuner(std::move(names)),
      rungs_(std::move(rungs)),
      replicas_(replicas),
      alive_(dropped().size()),
      means_before_(dropped().size(), failed) {
  std::iota(alive_.begin(), alive_.end(), std::size_t{0});
}

std::vector<Trial> Halving::ask() {
  std::vector<Trial> trials;
  if (rung_ == rungs_.size() || !refusal().empty()) return trials;
  for (const std::size_t candidate : alive_) {
    for (unsigned replica = 0; replica < replicas_; ++replica) {
      trials.push_back({.candidate = candidate, .rung = rung_, .replica = replica});
    }
  }
  return trials;
}

// Of the candidates that did not fail at either rung.
bool Halving::ranks_as_before(const std::vector<double>& means) {
  std::vector<double> before;
  std::vector<double> now;
  for (const std::size_t candidate : alive_) {
    if (!std::isfinite(means_before_[candidate]) || !std::isfinite(means[candidate])) continue;
    before.push_back(means_before_[candidate]);
    now.push_back(means[candidate]);
  }
  const std::optional<double> correlation = spearman(before, now);
  if (!correlation) return true;
  decide(fmt::format("rank correlation of {} with {}: {:.2f} over {} candidates", rungs_[rung_ - 1],
                     rungs_[rung_], *correlation, now.size()));
  return now.size() < correlated_least || *correlation >= correlation_least;
}

void Halving::tell(const std::vector<std::optional<double>>& values) {
  std::vector<double> means(means_before_.size(), failed);
  std::size_t place = 0;
  for (const std::size_t candidate : alive_) {
    double sum = 0;
    for (unsigned replica = 0; replica < replicas_; ++replica)
      sum += values[place++].value_or(failed);
    means[candidate] = sum / replicas_;
  }
  const bool is_trusted = rung_ == 0 || ranks_as_before(means);
  std::ranges::stable_sort(alive_, {}, [&](std::size_t candidate) { return means[candidate]; });
  has_results_ = true;
  if (!is_trusted) {
    return refuse(fmt::format("candidates do not rank at {} as they do at {}; start higher",
                              rungs_[rung_ - 1], rungs_[rung_]));
  }
  means_before_ = means;
  rung_++;
  const bool is_last = rung_ == rungs_.size();
  const std::size_t kept = is_last ? 1 : (alive_.size() + eta - 1) / eta;
  const std::size_t tried = alive_.size();
  for (std::size_t i = 0; i < alive_.size(); ++i) {
    if (i < kept && std::isfinite(means[alive_[i]])) continue;
    drop(alive_[i], std::isfinite(means[alive_[i]])
                        ? fmt::format("place {} of {} at {}", i + 1, tried, rungs_[rung_ - 1])
                        : fmt::format("failed at {}", rungs_[rung_ - 1]));
  }
  std::erase_if(alive_, [&](std::size_t candidate) { return !dropped()[candidate].empty(); });
  decide(fmt::format("{}: {} of {} candidates go on{}", rungs_[rung_ - 1], alive_.size(), tried,
                     alive_.empty() ? "" : fmt::format(", first {}", name(alive_.front()))));
  if (alive_.empty()) refuse("every candidate failed");
}

std::optional<std::size_t> Halving::best() const {
  if (!has_results_ || alive_.empty()) return std::nullopt;
  return alive_.front();
}

}  // namespace smpi::study
