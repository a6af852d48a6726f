// SPDX-License-Identifier: BSD-3-Clause
//
// Categories of variables (MPI 5.0, 15.3.9): one that contains all others, and one for each table
// of options. The set never changes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace smpi::tool {

enum class CategoryId : std::uint8_t {
  everything,
  communication,
  collectives,
  network,
  computation,
  memory,
  modeling
};

struct Category {
  CategoryId id;
  const char* name;
  const char* description;
};

std::span<const Category> categories();
// Indices of what is directly in a category.
std::vector<int> subcategories_of(CategoryId category);
std::vector<int> control_variables_of(CategoryId category);
std::vector<int> performance_variables_of(CategoryId category);

}  // namespace smpi::tool
