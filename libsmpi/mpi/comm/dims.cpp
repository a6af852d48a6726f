// SPDX-License-Identifier: BSD-3-Clause
//
// The exact optimum by a search over the divisors; heuristics on the prime factors miss it (Traeff
// and Luebbe, "Specification guideline violations by MPI_Dims_create", EuroMPI 2015). The largest
// factor is tried in ascending order from the k-th root on, each with smallest ones in descending
// order from there, as long as the two are not further apart than the best pair; what remains must
// split into factors between them. Numbers of nodes have at most some hundred divisors, and
// failures are remembered, so the search takes microseconds.
#include "libsmpi/mpi/comm/dims.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace smpi::comm {
namespace {

std::vector<int> divisors_of(int number) {
  std::vector<int> divisors;
  for (int divisor = 1; divisor <= number / divisor; divisor++) {
    if (number % divisor != 0) continue;
    divisors.push_back(divisor);
    if (divisor != number / divisor) divisors.push_back(number / divisor);
  }
  std::sort(divisors.begin(), divisors.end());
  return divisors;
}

class Search {
 public:
  explicit Search(int nodes) : nodes_(nodes), divisors_(divisors_of(nodes)) {}

  // REQUIRES: count >= 2.
  std::vector<int> closest(int count) {
    // A little off the root, for its rounding error.
    const double root = std::pow(nodes_, 1.0 / count);
    std::vector<int> best;
    for (const int largest : divisors_) {
      if (largest < root * (1 - 1e-9)) continue;
      if (!best.empty() && largest - root * (1 + 1e-9) > best.front() - best.back()) break;
      for (auto at = divisors_.rbegin(); at != divisors_.rend(); ++at) {
        const int smallest = *at;
        if (smallest > root * (1 + 1e-9)) continue;
        if (!best.empty() && largest - smallest > best.front() - best.back()) break;
        if (std::vector<int> factors = between(largest, smallest, count); !factors.empty()) {
          best = std::move(factors);
          break;
        }
      }
    }
    return best;
  }

 private:
  // `count` factors of all nodes, the first and the last given; empty when there are none.
  std::vector<int> between(int largest, int smallest, int count) {
    if (nodes_ / largest % smallest != 0) return {};
    failed_.clear();
    std::vector<int> factors = {largest};
    if (!split(nodes_ / largest / smallest, count - 2, largest, smallest, factors)) return {};
    factors.push_back(smallest);
    return factors;
  }

  // Appends `count` factors of `rest`, from `largest` down to `smallest`, the least first that will
  // do.
  bool split(int rest, int count, int largest, int smallest, std::vector<int>& factors) {
    if (count == 0) return rest == 1;
    const double least = std::pow(rest, 1.0 / count) * (1 - 1e-9);
    if (least > largest || std::pow(smallest, count) > rest * (1 + 1e-9)) return false;
    if (failed_.contains({rest, count, largest})) return false;
    for (const int divisor : divisors_) {
      if (divisor > largest || divisor > rest) break;
      if (divisor < least || divisor < smallest || rest % divisor != 0) continue;
      factors.push_back(divisor);
      if (split(rest / divisor, count - 1, divisor, smallest, factors)) return true;
      factors.pop_back();
    }
    failed_.insert({rest, count, largest});
    return false;
  }

  int nodes_;
  std::vector<int> divisors_;
  std::set<std::tuple<int, int, int>> failed_;
};

}  // namespace

std::vector<int> balanced_factors(int nodes, int factor_count) {
  if (factor_count == 0) return {};
  if (factor_count == 1) return {nodes};
  return Search(nodes).closest(factor_count);
}

}  // namespace smpi::comm
