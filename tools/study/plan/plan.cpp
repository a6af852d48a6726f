// SPDX-License-Identifier: BSD-3-Clause
//
// What follows from a plan without looking at its file again.
#include "tools/study/plan/plan.h"

namespace smpi::study {

std::uint64_t seed_of(const Plan& plan, std::size_t point, unsigned replica) {
  return plan.has_common_seeds ? replica + 1 : point * plan.replicas + replica + 1;
}

std::vector<Value> template_values(const Plan& plan, std::size_t point, unsigned replica) {
  std::vector<Value> values = plan.points.at(point).values;
  values.emplace_back(static_cast<double>(seed_of(plan, point, replica)));
  values.emplace_back(static_cast<double>(replica));
  return values;
}

std::vector<std::string> command_of(const Plan& plan, std::size_t point, unsigned replica) {
  const std::vector<Value> values = template_values(plan, point, replica);
  std::vector<std::string> command;
  for (const Template& word : plan.words) command.push_back(word.fill(values));
  return command;
}

}  // namespace smpi::study
