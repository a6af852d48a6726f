// SPDX-License-Identifier: BSD-3-Clause
//
// What follows from a plan without looking at its file again.
#include "tools/study/plan/plan.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "kernel/error.h"
#include "models/platform/units.h"

namespace smpi::study {

std::uint64_t seed_of(const Plan& plan, std::size_t point, unsigned replica) {
  if (plan.replicas.have_common_seeds) return replica + 1;
  const std::string text = point_json(plan, point);
  constexpr std::uint64_t seed_most = (1ULL << 31) - 1;  // smpirun takes them as they are printed
  return XXH3_64bits_withSeed(text.data(), text.size(), replica) % seed_most + 1;
}

std::vector<Value> template_values(const Plan& plan, std::size_t point, unsigned replica) {
  std::vector<Value> values = plan.points.at(point).values;
  values.emplace_back(static_cast<double>(seed_of(plan, point, replica)));
  values.emplace_back(static_cast<double>(replica));
  return values;
}

nlohmann::json value_json(const Value& value) {
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  const double number = std::get<double>(value);
  constexpr double whole_most = 1e15;
  if (number == std::floor(number) && std::abs(number) < whole_most) {
    return static_cast<std::int64_t>(number);
  }
  return number;
}

std::string point_json(const Plan& plan, std::size_t point) {
  nlohmann::json json = nlohmann::json::object();
  const std::vector<Value>& values = plan.points.at(point).values;
  for (std::size_t i = 0; i < values.size(); ++i) json[plan.names[i]] = value_json(values[i]);
  return json.dump();
}

double memory_bytes(const Plan& plan, std::size_t point) {
  if (!plan.limits.memory) return 0;
  const std::string text = plan.limits.memory->fill(template_values(plan, point, 0));
  try {
    return models::parse_quantity(text, models::Quantity::size_bytes).value;
  } catch (const kernel::InputError& error) {
    throw FormulaError("the memory of a run is bytes, or a text such as \"4GB\"", text);
  }
}

std::string Plan::workload_of(std::size_t point) const {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::ranges::find(workloads, names[i]) == workloads.end()) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", names[i],
                        value_text(points.at(point).values[i]));
  }
  return text;
}

DirectedResults Plan::directed_results() const {
  DirectedResults directed;
  for (const Result& result : results) {
    if (result.better != Result::Better::unknown) directed.push_back(result.name);
  }
  return directed;
}

}  // namespace smpi::study
