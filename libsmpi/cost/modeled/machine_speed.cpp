// SPDX-License-Identifier: BSD-3-Clause
//
// The loop that is timed, and the choice of the best round.
#include "libsmpi/cost/modeled/machine_speed.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "libsmpi/ranks/load/real_clock.h"

namespace smpi::modeled {
namespace {

constexpr std::size_t elements = 1024;
constexpr int sweeps = 1024;
constexpr int rounds = 40;

using Pair = double __attribute__((vector_size(16)));  // whatever the optimisation, SSE2
using Vector = std::array<Pair, elements / 2>;

void sweep(const Vector& x, Vector& y) {
  for (std::size_t i = 0; i < x.size(); i++) y[i] += x[i] * 1e-9;
}

double round_s(const Vector& x, Vector& y) {
  const double start_s = load::real_processor_time_s();
  for (int i = 0; i < sweeps; i++) {
    sweep(x, y);
    asm volatile("" : : "r"(&y) : "memory");  // each sweep is done
  }
  return load::real_processor_time_s() - start_s;
}

double measure() {
  Vector x;
  Vector y;
  x.fill(Pair{1, 1});
  y.fill(Pair{1, 1});
  double best_s = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rounds; i++) best_s = std::min(best_s, round_s(x, y));
  return 2.0 * elements * sweeps / best_s;
}

}  // namespace

double machine_speed_flops() {
  static const double speed_flops = measure();
  return speed_flops;
}

}  // namespace smpi::modeled
