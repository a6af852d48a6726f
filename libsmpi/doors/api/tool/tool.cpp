// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_T: beginning and end, enumerations and categories (MPI 5.0, 15.3.4, 15.3.5 and 15.3.9).
#include "libsmpi/doors/api/tool/tool.h"

#include <string_view>

#include "libsmpi/watch/tool/categories.h"
#include "libsmpi/watch/tool/enumerations.h"

namespace smpi::api {
namespace {

// Shared by the four lists of what a category contains.
int put_indices(int index, int length, int* out, std::vector<int> (*members)(tool::CategoryId)) {
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::Category* category = entry_at(tool::categories(), index);
  if (category == nullptr) return MPI_T_ERR_INVALID_INDEX;
  if (length > 0 && out == nullptr) return MPI_T_ERR_INVALID;
  const std::vector<int> found = members(category->id);
  std::copy_n(found.begin(), std::min(found.size(), static_cast<std::size_t>(std::max(length, 0))),
              out);
  return MPI_SUCCESS;
}

int count(std::vector<int> (*members)(tool::CategoryId), const tool::Category& category) {
  return static_cast<int>(members(category.id).size());
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_T_init_thread(int required, int* provided) {
  const AnyTimeCall call;
  Rank& rank = current_rank();
  if (!rank.tool) rank.tool = std::make_shared<tool::State>();
  rank.tool->init_count++;
  put(provided, required);
  return MPI_SUCCESS;
}

int PMPI_T_finalize(void) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  state->init_count--;
  return MPI_SUCCESS;
}

int PMPI_T_enum_get_info(MPI_T_enum enumtype, int* num, char* name, int* name_len) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::Enumeration* found = tool::find_enumeration(enumtype);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  put(num, static_cast<int>(found->items.size()));
  put_text(found->name, name, name_len);
  return MPI_SUCCESS;
}

int PMPI_T_enum_get_item(MPI_T_enum enumtype, int indx, int* value, char* name, int* name_len) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::Enumeration* found = tool::find_enumeration(enumtype);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  const tool::EnumerationItem* item = entry_at(found->items, indx);
  if (item == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put(value, item->value);
  put_text(item->name, name, name_len);
  return MPI_SUCCESS;
}

int PMPI_T_category_get_num(int* num_cat) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(num_cat, static_cast<int>(tool::categories().size()));
  return MPI_SUCCESS;
}

int PMPI_T_category_get_info(int cat_index, char* name, int* name_len, char* desc, int* desc_len,
                             int* num_cvars, int* num_pvars, int* num_categories) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::Category* category = entry_at(tool::categories(), cat_index);
  if (category == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put_text(category->name, name, name_len);
  put_text(category->description, desc, desc_len);
  put(num_cvars, count(tool::control_variables_of, *category));
  put(num_pvars, count(tool::performance_variables_of, *category));
  put(num_categories, count(tool::subcategories_of, *category));
  return MPI_SUCCESS;
}

int PMPI_T_category_get_index(const char* name, int* cat_index) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (name == nullptr || cat_index == nullptr) return MPI_T_ERR_INVALID;
  const auto all = tool::categories();
  const auto found = std::ranges::find(all, std::string_view(name), &tool::Category::name);
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *cat_index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}

int PMPI_T_category_get_cvars(int cat_index, int len, int indices[]) {
  const AnyTimeCall call;
  return put_indices(cat_index, len, indices, tool::control_variables_of);
}

int PMPI_T_category_get_pvars(int cat_index, int len, int indices[]) {
  const AnyTimeCall call;
  return put_indices(cat_index, len, indices, tool::performance_variables_of);
}

int PMPI_T_category_get_categories(int cat_index, int len, int indices[]) {
  const AnyTimeCall call;
  return put_indices(cat_index, len, indices, tool::subcategories_of);
}

// The categories are those that were there at the start.
int PMPI_T_category_changed(int* update_number) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(update_number, 0);
  return MPI_SUCCESS;
}

}  // extern "C"
