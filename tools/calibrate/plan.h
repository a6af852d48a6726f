// SPDX-License-Identifier: BSD-3-Clause
//
// What is measured, in which order: random shapes from a seed, so that two calibrations with the
// same seed time the same calls.
//
// Logarithms of dimensions are equally likely: small calls are as many as large ones. Every shape
// of every kernel is timed once before any is timed again, each round in an order of its own, so a
// machine that slows down while it gets warm slows all of them, and a budget that ends early takes
// repetitions away before it takes shapes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tools/calibrate/kernels.h"

namespace smpi::calibrate {

struct PlanSettings {
  std::uint64_t seed = 1;
  std::uint32_t shape_count = 60;  // of each kernel
  std::uint32_t repetitions = 5;
  int size_max = 2048;  // of a matrix
};

// One timing: a kernel and one of its shapes.
struct Trial {
  std::uint32_t kernel;
  std::uint32_t shape;
};

struct Plan {
  std::vector<std::vector<Shape>> shapes;  // by kernel
  std::vector<Trial> trials;               // in order
};

Plan make_plan(const PlanSettings& settings);

}  // namespace smpi::calibrate
