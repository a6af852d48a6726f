// SPDX-License-Identifier: BSD-3-Clause
//
// The exact optimum by a search over the divisors; heuristics on the prime factors miss it (Traeff
// and Luebbe, "Specification guideline violations by MPI_Dims_create", EuroMPI 2015). The largest
// factor is tried in ascending order from the k-th root on, and what remains must split into
// factors that are no larger; the first success is the optimum. Numbers of nodes have at most some
// hundred divisors, and failures are remembered, so the search takes microseconds.
#include "libsmpi/comm/dims.h"

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
  explicit Search(int nodes) : divisors_(divisors_of(nodes)) {}

  // Appends `count` factors of `rest`, none larger than `largest`.
  bool split(int rest, int count, int largest, std::vector<int>& factors) {
    if (count == 0) return rest == 1;
    if (failed_.contains({rest, count, largest})) return false;
    // A little below the root, for its rounding error.
    const double least = std::pow(rest, 1.0 / count) * (1 - 1e-9);
    for (const int divisor : divisors_) {
      if (divisor > largest || divisor > rest) break;
      if (divisor < least || rest % divisor != 0) continue;
      factors.push_back(divisor);
      if (split(rest / divisor, count - 1, divisor, factors)) return true;
      factors.pop_back();
    }
    failed_.insert({rest, count, largest});
    return false;
  }

 private:
  std::vector<int> divisors_;
  std::set<std::tuple<int, int, int>> failed_;
};

}  // namespace

std::vector<int> balanced_factors(int nodes, int factor_count) {
  std::vector<int> factors;
  Search(nodes).split(nodes, factor_count, nodes, factors);
  return factors;
}

}  // namespace smpi::comm
