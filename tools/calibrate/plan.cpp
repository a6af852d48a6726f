// SPDX-License-Identifier: BSD-3-Clause
//
// Drawing shapes and shuffling rounds.
#include "tools/calibrate/plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/random_stream.h"

namespace smpi::calibrate {
namespace {

using kernel::RandomStream;

constexpr int size_min = 4;

int draw_size(RandomStream& stream, int size_max) {
  const double size = size_min * std::pow((size_max + 1.0) / size_min, stream.uniform());
  return std::min(static_cast<int>(size), size_max);
}

// Fisher and Yates: std::shuffle is another order with another library.
void shuffle(std::vector<Trial>& trials, std::size_t first, RandomStream& stream) {
  for (std::size_t i = trials.size(); i > first + 1; i--) {
    const auto other =
        first + static_cast<std::size_t>(stream.uniform() * static_cast<double>(i - first));
    std::swap(trials[i - 1], trials[other]);
  }
}

}  // namespace

Plan make_plan(const PlanSettings& settings) {
  Plan plan;
  std::uint64_t stream_index = 0;
  for (const Kernel& kernel : kernels()) {
    RandomStream stream(settings.seed, stream_index++);
    std::vector<Shape>& shapes = plan.shapes.emplace_back();
    const int size_max = kernel.has_matrix ? settings.size_max : vector_size_max(settings.size_max);
    for (std::uint32_t i = 0; i < settings.shape_count; i++) {
      Shape& shape = shapes.emplace_back();
      for (int k = 0; k < kernel.dimension_count; k++) {
        shape.sizes[static_cast<std::size_t>(k)] = draw_size(stream, size_max);
      }
      shape.is_other_variant = (stream.next() >> 63U) != 0;
    }
  }
  RandomStream stream(settings.seed, stream_index);
  for (std::uint32_t round = 0; round < settings.repetitions; round++) {
    const std::size_t first = plan.trials.size();
    for (std::uint32_t kernel = 0; kernel < plan.shapes.size(); kernel++) {
      for (std::uint32_t shape = 0; shape < settings.shape_count; shape++) {
        plan.trials.push_back({kernel, shape});
      }
    }
    shuffle(plan.trials, first, stream);
  }
  return plan;
}

}  // namespace smpi::calibrate
