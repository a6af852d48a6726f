// SPDX-License-Identifier: BSD-3-Clause
//
// Each variable names its category; what a category contains is found by looking.
#include "libsmpi/watch/tool/categories.h"

#include <array>

#include "libsmpi/watch/tool/control_variables.h"
#include "libsmpi/watch/tool/performance_variables.h"

namespace smpi::tool {
namespace {

constexpr std::array<Category, 7> all = {{
    {CategoryId::everything, "libsmpi", "everything that libsmpi shows"},
    {CategoryId::communication, "communication", "messages, thresholds and the costs of calls"},
    {CategoryId::collectives, "collectives", "which algorithms run"},
    {CategoryId::network, "network", "the model of the network"},
    {CategoryId::computation, "computation", "time between the calls, and the model of the hosts"},
    {CategoryId::memory, "memory", "folded allocations"},
    {CategoryId::modeling, "modeling", "kernels that are described instead of executed"},
}};

template <class Variable>
std::vector<int> members(std::span<const Variable> variables, CategoryId category) {
  std::vector<int> found;
  for (std::size_t i = 0; i < variables.size(); i++) {
    if (variables[i].category == category) found.push_back(static_cast<int>(i));
  }
  return found;
}

}  // namespace

std::span<const Category> categories() {
  return all;
}

std::vector<int> subcategories_of(CategoryId category) {
  std::vector<int> found;
  if (category != CategoryId::everything) return found;
  for (std::size_t i = 1; i < all.size(); i++) found.push_back(static_cast<int>(i));
  return found;
}

std::vector<int> control_variables_of(CategoryId category) {
  return members(control_variables(), category);
}

std::vector<int> performance_variables_of(CategoryId category) {
  return members(performance_variables(), category);
}

}  // namespace smpi::tool
