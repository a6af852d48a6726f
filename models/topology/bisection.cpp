// SPDX-License-Identifier: BSD-3-Clause
//
// Lanczos with full orthogonalisation, and exchanges by gain.
#include "models/topology/bisection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace smpi::models {
namespace {

constexpr std::uint32_t start_count = 32;

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void add_multiple(Vector& a, double factor, const Vector& b) {
  for (std::size_t i = 0; i < a.size(); i++) a[i] += factor * b[i];
}

// A multiplicative generator (Knuth's MMIX): the same numbers in every run.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return state_ >> 33;
  }

 private:
  std::uint64_t state_;
};

Vector laplacian_times(const RouterGraph& graph, const Vector& x) {
  Vector y(x.size());
  for (const RouterCable& cable : graph.cables()) {
    const double difference = cable.width * (x[cable.from] - x[cable.to]);
    y[cable.from] += difference;
    y[cable.to] -= difference;
  }
  return y;
}

// The number of eigenvalues below `x` of a symmetric tridiagonal matrix (Sturm's sequence).
std::size_t count_below(double x, const Vector& diagonal, const Vector& beside) {
  std::size_t count = 0;
  double pivot = 1;
  for (std::size_t i = 0; i < diagonal.size(); i++) {
    pivot = diagonal[i] - x - (i == 0 ? 0 : beside[i - 1] * beside[i - 1] / pivot);
    if (pivot == 0) pivot = 1e-300;
    if (pivot < 0) count++;
  }
  return count;
}

// The smallest eigenvalue of the Laplacian but the 0 of the vector of ones. Orthogonal to that
// vector, a Krylov space that is exhausted holds it exactly: each step is orthogonalised twice, and
// at most R - 1 steps are made.
double algebraic_connectivity(const RouterGraph& graph) {
  const std::size_t count = graph.router_count();
  std::vector<Vector> basis{Vector(count, 1 / std::sqrt(static_cast<double>(count)))};
  const auto make_orthogonal = [&](Vector& x) {
    for (int round = 0; round < 2; round++) {
      for (const Vector& known : basis) add_multiple(x, -dot(x, known), known);
    }
  };
  Draws draw(1);
  Vector x(count);
  for (double& value : x) value = static_cast<double>(draw() % 2001) - 1000;
  make_orthogonal(x);
  Vector diagonal;
  Vector beside;
  double norm = std::sqrt(dot(x, x));
  while (norm > 1e-9 && basis.size() < count) {
    for (double& value : x) value /= norm;
    basis.push_back(x);
    Vector next = laplacian_times(graph, x);
    diagonal.push_back(dot(next, x));
    make_orthogonal(next);
    norm = std::sqrt(dot(next, next));
    beside.push_back(norm);
    x = std::move(next);
  }
  double low = 0;
  double high = 2 * *std::max_element(diagonal.begin(), diagonal.end()) + 1;
  for (int step = 0; step < 100; step++) {
    const double middle = (low + high) / 2;
    (count_below(middle, diagonal, beside) > 0 ? high : low) = middle;
  }
  return low;
}

class Halves {
 public:
  Halves(const RouterGraph& graph, std::uint64_t seed)
      : graph_(graph), side_(graph.router_count()) {
    std::vector<std::uint32_t> order(graph.router_count());
    std::iota(order.begin(), order.end(), 0U);
    Draws draw(seed);
    for (std::size_t i = order.size(); i > 1; i--) std::swap(order[i - 1], order[draw() % i]);
    for (std::size_t i = 0; i < order.size() / 2; i++) side_[order[i]] = 1;
  }

  double improved_cut() {
    while (improve()) {
    }
    return cut();
  }

 private:
  double cut() const {
    double sum = 0;
    for (const RouterCable& cable : graph_.cables()) {
      if (side_[cable.from] != side_[cable.to]) sum += cable.width;
    }
    return sum;
  }

  void move(std::uint32_t router) {
    side_[router] ^= 1U;
    gain_[router] = -gain_[router];
    for (const RouterGraph::Port& port : graph_.ports(router)) {
      const double width = graph_.cables()[port.cable].width;
      gain_[port.router] += side_[port.router] == side_[router] ? -2 * width : 2 * width;
    }
  }

  // The router of a side whose move gains most, among those that have not moved.
  std::uint32_t best_of(std::uint8_t side) const {
    std::uint32_t best = no_id;
    for (std::uint32_t router = 0; router < side_.size(); router++) {
      if (side_[router] != side || has_moved_[router]) continue;
      if (best == no_id || gain_[router] > gain_[best]) best = router;
    }
    return best;
  }

  // One pass: exchanges all routers pair by pair, and takes back what came after the best moment.
  bool improve() {
    gain_.assign(side_.size(), 0);
    has_moved_.assign(side_.size(), false);
    for (const RouterCable& cable : graph_.cables()) {
      const double gain = side_[cable.from] == side_[cable.to] ? -cable.width : cable.width;
      gain_[cable.from] += gain;
      gain_[cable.to] += gain;
    }
    std::vector<std::uint32_t> moved;
    double sum = 0;
    double best_sum = 0;
    std::size_t best_count = 0;
    for (std::size_t exchange = 0; exchange < side_.size() / 2; exchange++) {
      for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}}) {
        const std::uint32_t router = best_of(side);
        sum += gain_[router];
        has_moved_[router] = true;
        moved.push_back(router);
        move(router);
      }
      if (sum <= best_sum + 1e-9) continue;
      best_sum = sum;
      best_count = moved.size();
    }
    for (std::size_t i = best_count; i < moved.size(); i++) side_[moved[i]] ^= 1U;
    return best_count > 0;
  }

  const RouterGraph& graph_;
  std::vector<std::uint8_t> side_;
  std::vector<double> gain_;
  std::vector<bool> has_moved_;
};

}  // namespace

BisectionBounds bisection_bounds(const RouterGraph& graph) {
  const double count = graph.router_count();
  const double half = std::floor(count / 2);
  const double low = algebraic_connectivity(graph) * half * (count - half) / count;
  const bool is_whole =
      std::all_of(graph.cables().begin(), graph.cables().end(), [](const RouterCable& cable) {
        return cable.width == std::floor(cable.width) && !cable.figures;
      });
  BisectionBounds bounds;
  bounds.low = is_whole ? std::ceil(low - 1e-6 * low) : low * (1 - 1e-6);
  bounds.high = Halves(graph, 1).improved_cut();
  for (std::uint64_t seed = 2; seed <= start_count; seed++) {
    bounds.high = std::min(bounds.high, Halves(graph, seed).improved_cut());
  }
  return bounds;
}

}  // namespace smpi::models
