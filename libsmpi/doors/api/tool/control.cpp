// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_T: control variables (MPI 5.0, 15.3.6).
#include <string_view>

#include "libsmpi/doors/api/tool/tool.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/tool/control_variables.h"

namespace smpi::api {
namespace {

tool::ControlHandle* find_handle(const tool::State& state, MPI_T_cvar_handle handle) {
  return state.control_handles.find(reinterpret_cast<std::uintptr_t>(handle));
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_T_cvar_get_num(int* num_cvar) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(num_cvar, static_cast<int>(tool::control_variables().size()));
  return MPI_SUCCESS;
}

int PMPI_T_cvar_get_info(int cvar_index, char* name, int* name_len, int* verbosity,
                         MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len,
                         int* bind, int* scope) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::ControlVariable* found = entry_at(tool::control_variables(), cvar_index);
  if (found == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put_text(found->option->name, name, name_len);
  put_text(found->option->help, desc, desc_len);
  put(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  put(datatype, tool::datatype(*found));
  put(enumtype, tool::to_handle(found->is_boolean() ? &tool::boolean_enumeration : nullptr));
  put(bind, MPI_T_BIND_NO_OBJECT);
  put(scope, found->is_writable() ? MPI_T_SCOPE_ALL_EQ : MPI_T_SCOPE_READONLY);
  return MPI_SUCCESS;
}

int PMPI_T_cvar_get_index(const char* name, int* cvar_index) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (name == nullptr || cvar_index == nullptr) return MPI_T_ERR_INVALID;
  const auto all = tool::control_variables();
  const auto found =
      std::ranges::find(all, std::string_view(name), [](const tool::ControlVariable& variable) {
        return std::string_view(variable.option->name);
      });
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *cvar_index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}

int PMPI_T_cvar_handle_alloc(int cvar_index, void*, MPI_T_cvar_handle* handle, int* count) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::ControlVariable* variable = entry_at(tool::control_variables(), cvar_index);
  if (variable == nullptr) return MPI_T_ERR_INVALID_INDEX;
  if (handle == nullptr) return MPI_T_ERR_INVALID;
  auto* made = new tool::ControlHandle{.variable = variable};
  made->handle = state->control_handles.add(made);
  *handle = tool_handle<MPI_T_cvar_handle>(*made);
  put(count, tool::count_of(*variable, current_rank().simulation));
  return MPI_SUCCESS;
}

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle* handle) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::ControlHandle* found = handle == nullptr ? nullptr : find_handle(*state, *handle);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  state->control_handles.remove(found->handle);
  delete found;
  *handle = MPI_T_CVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void* buf) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::ControlHandle* found = find_handle(*state, handle);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  if (buf == nullptr) return MPI_T_ERR_INVALID;
  tool::read(*found->variable, current_rank().simulation, buf);
  return MPI_SUCCESS;
}

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void* buf) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::ControlHandle* found = find_handle(*state, handle);
  if (found == nullptr) return MPI_T_ERR_INVALID_HANDLE;
  if (buf == nullptr) return MPI_T_ERR_INVALID;
  if (!found->variable->is_writable()) return MPI_T_ERR_CVAR_SET_NEVER;
  const bool written = tool::write(*found->variable, current_rank().simulation, buf);
  return written ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

}  // extern "C"
