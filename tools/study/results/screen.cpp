// SPDX-License-Identifier: BSD-3-Clause
//
// One function per kind of design, each from the results of its rows to an effect per parameter.
#include "tools/study/results/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "kernel/error.h"
#include "tools/study/design/morris.h"
#include "tools/study/design/saltelli.h"
#include "tools/study/plan/sampled_points.h"
#include "tools/study/statistics/anova.h"

namespace smpi::study {
namespace {

using Effects = std::vector<ParameterEffect>;

std::string axis_name(const Axis& axis) {
  return fmt::format("{}", fmt::join(axis.names, ","));
}

// From the base point to the value that changes the result most.
Effects one_at_a_time_effects(const Plan& plan, const std::vector<double>& results) {
  Effects effects;
  const std::vector<std::size_t> base = levels_of(plan.axes, plan.points.front());
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
    ParameterEffect effect{.parameter = axis_name(plan.axes[axis]), .interval = {}, .note = {}};
    for (std::size_t point = 1; point < plan.points.size(); ++point) {
      const std::size_t level = levels_of(plan.axes, plan.points[point])[axis];
      const double change = results[point] - results.front();
      if (level == base[axis] || std::abs(change) <= std::abs(effect.effect)) continue;
      effect.effect = change;
      effect.note = fmt::format("at {}", value_text(plan.axes[axis].rows[level].front()));
    }
    effects.push_back(std::move(effect));
  }
  return effects;
}

// Of an axis with a list of values the way from one level to another, as a part of the whole range,
// is not the way between the coordinates that chose them.
UnitPoints at_levels(const std::vector<Axis>& axes, UnitPoints points) {
  for (std::size_t point = 0; point < points.count(); ++point) {
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const std::size_t count = axes[axis].rows.size();
      if (axes[axis].span || count == 1) continue;
      double& coordinate = points[point][axis];
      coordinate =
          static_cast<double>(level_of(coordinate, count)) / static_cast<double>(count - 1);
    }
  }
  return points;
}

Effects morris_screening(const Plan& plan, const std::vector<double>& results) {
  const Design& design = plan.design;
  const UnitPoints points =
      at_levels(plan.axes, morris(design.count, plan.axes.size(), design.seed));
  const auto found = morris_effects(points, results);
  Effects effects;
  for (std::size_t i = 0; i < found.size(); ++i) {
    effects.push_back(
        {.parameter = axis_name(plan.axes[i]),
         .effect = found[i].mu_star,
         .interval = found[i].mu_star_interval,
         .note = fmt::format("mean {:.4g}, sigma {:.4g}", found[i].mu, found[i].sigma)});
  }
  return effects;
}

Effects saltelli_screening(const Plan& plan, const std::vector<double>& results) {
  const auto found = sobol_indices(results, plan.axes.size(), plan.design.seed);
  Effects effects;
  for (std::size_t i = 0; i < found.size(); ++i) {
    effects.push_back(
        {.parameter = axis_name(plan.axes[i]),
         .effect = found[i].total,
         .interval = found[i].total_interval,
         .note = fmt::format("alone {:.4f} [{:.4f}, {:.4f}]", found[i].first,
                             found[i].first_interval.low, found[i].first_interval.high)});
  }
  return effects;
}

Effects variance_screening(const Plan& plan, const std::vector<double>& results) {
  FactorTable table;
  for (const Axis& axis : plan.axes) table.level_counts.push_back(axis.rows.size());
  for (const Point& point : plan.points) table.rows.push_back(levels_of(plan.axes, point));
  const Anova found = anova(table, results);
  Effects effects;
  for (std::size_t i = 0; i < found.factors.size(); ++i) {
    const AnovaRow& row = found.factors[i];
    ParameterEffect effect{.parameter = axis_name(plan.axes[i]), .interval = {}, .note = {}};
    effect.effect = found.total > 0 ? row.sum_of_squares / found.total : 0;
    if (row.f && row.p) effect.note = fmt::format("F = {:.4g}, p = {:.3g}", *row.f, *row.p);
    effects.push_back(std::move(effect));
  }
  return effects;
}

struct Method {
  const char* text;
  Effects (*effects)(const Plan&, const std::vector<double>&);
};

Method method_of(const Plan& plan) {
  switch (plan.design.kind) {
    case Design::Kind::one_at_a_time:
      return {"largest change from the base point, one parameter at a time", one_at_a_time_effects};
    case Design::Kind::morris:
      return {"mean size of the elementary effects over the whole range (Morris)",
              morris_screening};
    case Design::Kind::saltelli:
      return {"share of the variance, interactions included (Sobol)", saltelli_screening};
    case Design::Kind::grid:
    case Design::Kind::d_optimal:
      return {"share of the variance (analysis of variance, main effects)", variance_screening};
    default:
      throw kernel::InputError(
          "this design does not tell the effects of parameters apart",
          {.file = plan.path, .hint = "grid, oat, morris:R, saltelli:N and doptimal:N do"});
  }
}

// A result per row of the design.
std::vector<double> results_of(const Plan& plan, const StudyView& view, const std::string& name) {
  const std::vector<std::optional<double>> means = view.means(name);
  std::vector<double> results;
  const bool repeats =
      plan.design.kind == Design::Kind::morris || plan.design.kind == Design::Kind::saltelli;
  const std::size_t count = repeats ? plan.rows.size() : plan.points.size();
  for (std::size_t row = 0; row < count; ++row) {
    const std::size_t point = repeats ? plan.rows[row] : row;
    if (point >= means.size() || !means[point]) {
      throw kernel::InputError(
          fmt::format("point {} has no '{}' yet", point + 1, name),
          {.file = plan.path, .hint = "effects need all points: smpi-study run"});
    }
    results.push_back(*means[point]);
  }
  return results;
}

// The points of one workload, as a plan of the other parameters.
struct OfWorkload {
  std::string workload;
  Plan plan;
  std::vector<std::size_t> places;  // of its points in the whole plan
};

OfWorkload without_points(const Plan& plan, std::string workload) {
  OfWorkload part{.workload = std::move(workload), .plan = {}, .places = {}};
  part.plan.path = plan.path;
  part.plan.design = plan.design;
  for (const Axis& axis : plan.axes) {
    if (!axis.is_workload) part.plan.axes.push_back(axis);
  }
  return part;
}

std::vector<OfWorkload> split_by_workload(const Plan& plan) {
  std::vector<OfWorkload> parts;
  std::unordered_map<std::string, std::size_t> part_of;
  for (std::size_t place = 0; place < plan.points.size(); ++place) {
    const std::string workload = plan.workload_of(place);
    const auto [found, is_new] = part_of.emplace(workload, parts.size());
    if (is_new) parts.push_back(without_points(plan, workload));
    OfWorkload& part = parts[found->second];
    Point point;
    for (std::size_t i = 0; i < plan.names.size(); ++i) {
      if (std::ranges::find(plan.workloads, plan.names[i]) != plan.workloads.end()) continue;
      point.values.push_back(plan.points[place].values[i]);
    }
    part.plan.points.push_back(std::move(point));
    part.places.push_back(place);
  }
  std::erase_if(parts, [](const OfWorkload& part) { return part.places.size() < 2; });
  return parts;
}

Screening screening_of(const Plan& plan, const std::string& name,
                       const std::vector<double>& results) {
  const Method method = method_of(plan);
  Screening screening{.workload = {},
                      .result = name,
                      .method = method.text,
                      .effects = method.effects(plan, results)};
  std::ranges::stable_sort(screening.effects, std::ranges::greater{},
                           [](const ParameterEffect& one) { return std::abs(one.effect); });
  return screening;
}

}  // namespace

std::vector<Screening> screen(const Plan& plan, const StudyView& view) {
  if (std::ranges::all_of(plan.axes, &Axis::is_workload)) {
    throw kernel::InputError(plan.axes.empty() ? "a plan without parameters has no effects"
                                               : "a plan of workloads alone has no effects",
                             {.file = plan.path});
  }
  std::vector<Screening> screenings;
  for (const Result& result : plan.results) {
    const std::vector<double> results = results_of(plan, view, result.name);
    if (plan.workloads.empty()) {
      screenings.push_back(screening_of(plan, result.name, results));
      continue;
    }
    for (const OfWorkload& part : split_by_workload(plan)) {
      std::vector<double> own;
      for (const std::size_t place : part.places) own.push_back(results[place]);
      screenings.push_back(screening_of(part.plan, result.name, own));
      screenings.back().workload = part.workload;
    }
  }
  return screenings;
}

std::string title_of(const Screening& screening) {
  return screening.workload.empty() ? screening.result
                                    : fmt::format("{}, {}", screening.result, screening.workload);
}

std::string screening_text(const std::vector<Screening>& screenings) {
  constexpr double widest = 40;
  std::string text;
  for (const Screening& screening : screenings) {
    text += fmt::format("{}: {}\n", title_of(screening), screening.method);
    double largest = 0;
    std::size_t name_width = 0;
    for (const ParameterEffect& effect : screening.effects) {
      largest = std::max(largest, std::abs(effect.effect));
      name_width = std::max(name_width, effect.parameter.size());
    }
    for (const ParameterEffect& effect : screening.effects) {
      const double share = largest > 0 ? std::abs(effect.effect) / largest : 0;
      std::string range;
      if (effect.interval) {
        range = fmt::format(" [{:.4g}, {:.4g}]", effect.interval->low, effect.interval->high);
      }
      const std::string bar(static_cast<std::size_t>(std::lround(share * widest)), '#');
      const std::string line = fmt::format("  {:<{}}  {:>11.5g}{}  {}  {}", effect.parameter,
                                           name_width, effect.effect, range, bar, effect.note);
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
  }
  return text;
}

}  // namespace smpi::study
