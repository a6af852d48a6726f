// SPDX-License-Identifier: BSD-3-Clause
//
// Sorting timings by shape, and fitting them.
#include "tools/calibrate/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernel/error.h"
#include "tools/calibrate/routines.h"

namespace smpi::calibrate {
namespace {

constexpr double interrupted_from_medians = 3;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// The timings of each shape of a kernel, by round: means over the workers, and all of them.
struct ShapeTimings {
  std::vector<double> all_s;
  std::vector<std::vector<double>> rounds_s;
};

std::vector<ShapeTimings> timings_of(std::uint32_t kernel, const Plan& plan,
                                     const Timings& timings) {
  std::vector<ShapeTimings> result(plan.shapes[kernel].size());
  for (std::size_t i = 0; i < plan.trials.size(); i++) {
    if (plan.trials[i].kernel != kernel) continue;
    ShapeTimings& shape = result[plan.trials[i].shape];
    std::vector<double>& round = shape.rounds_s.emplace_back();
    for (const std::vector<double>& worker : timings.seconds) {
      if (worker[i] > 0) round.push_back(worker[i]);
    }
    shape.all_s.insert(shape.all_s.end(), round.begin(), round.end());
  }
  return result;
}

// Takes interrupted calls away; returns how many.
std::size_t leave_out_interrupted(ShapeTimings& shape) {
  if (shape.all_s.empty()) return 0;
  const double limit_s = interrupted_from_medians * median(shape.all_s);
  const auto too_long = [&](double seconds) { return seconds > limit_s; };
  for (std::vector<double>& round : shape.rounds_s) std::erase_if(round, too_long);
  return std::erase_if(shape.all_s, too_long);
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Relative variances within shapes, pooled.
struct Spread {
  double squares = 0;
  double degrees_of_freedom = 0;

  void add(const std::vector<double>& values) {
    const double middle = mean(values);
    for (const double value : values) squares += std::pow(value / middle - 1, 2);
    degrees_of_freedom += static_cast<double>(values.size()) - 1;
  }
  double deviation() const {
    return degrees_of_freedom > 0 ? std::sqrt(squares / degrees_of_freedom) : 0;
  }
};

KernelModel model_of(std::uint32_t kernel_index, const Plan& plan, const Timings& timings) {
  const Kernel& kernel = kernels()[kernel_index];
  const Terms terms(kernel);
  KernelModel model{.kernel = &kernel, .fit = {}, .points = {}};
  std::vector<Observation> observations;
  Spread single;
  Spread any;
  double operations = 0;
  double total_s = 0;
  std::vector<ShapeTimings> all = timings_of(kernel_index, plan, timings);
  for (std::size_t i = 0; i < all.size(); i++) {
    const Shape& shape = plan.shapes[kernel_index][i];
    ShapeTimings& times = all[i];
    model.timed += times.all_s.size();
    model.left_out += leave_out_interrupted(times);
    if (times.all_s.empty()) continue;
    const auto group = static_cast<std::uint32_t>(model.points.size());
    for (const std::vector<double>& round : times.rounds_s) {
      if (!round.empty()) observations.push_back({terms.evaluate(shape), mean(round), group});
    }
    const double measured_s = mean(times.all_s);
    model.points.push_back({measured_s, 0});
    any.add(times.all_s);
    if (calls_at_once(kernel, shape) == 1) single.add(times.all_s);
    operations += operations_of(kernel, shape);
    total_s += measured_s;
  }
  const std::uint32_t needed = groups_needed(kernel.terms.size());
  if (model.points.size() < needed) {
    throw kernel::InputError(
        fmt::format("the time was over after {} shapes of {}, its fit needs {}",
                    model.points.size(), kernel.routine, needed),
        {.text = "--time-budget", .hint = "give more time, or smaller shapes (--max-size)"});
  }
  model.fit = fit_terms(observations);
  for (std::size_t i = 0; i < observations.size(); i++) {
    model.points[observations[i].group].predicted_s = model.fit.predicted_s[i];
  }
  model.noise = single.degrees_of_freedom > 0 ? single.deviation() : any.deviation();
  model.speed_flops = operations / total_s;
  return model;
}

}  // namespace

double KernelModel::mean_residual() const {
  double sum = 0;
  for (const Point& point : points) sum += std::abs(point.residual());
  return sum / static_cast<double>(points.size());
}

double KernelModel::worst_residual() const {
  double worst = 0;
  for (const Point& point : points) {
    if (std::abs(point.residual()) > std::abs(worst)) worst = point.residual();
  }
  return worst;
}

std::string KernelModel::formula() const {
  std::string text;
  for (std::size_t i = 0; i < fit.coefficients.size(); i++) {
    if (fit.coefficients[i] == 0) continue;
    const bool is_constant = kernel->terms[i] == "1";
    text += fmt::format("{}{:.4g}{}{}", text.empty() ? "" : " + ", fit.coefficients[i],
                        is_constant ? "" : "*", is_constant ? "" : kernel->terms[i]);
  }
  return text;
}

Model make_model(std::string title, const Plan& plan, const Timings& timings) {
  Model model{.title = std::move(title), .kernels = {}};
  for (std::uint32_t i = 0; i < plan.shapes.size(); i++) {
    model.kernels.push_back(model_of(i, plan, timings));
  }
  return model;
}

}  // namespace smpi::calibrate
