// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_T: performance variables and their sessions (MPI 5.0, 15.3.7).
#include <string_view>

#include "libsmpi/doors/api/tool/tool.h"
#include "libsmpi/mpi/session/session.h"
#include "libsmpi/watch/tool/performance_variables.h"

namespace smpi::api {
namespace {

using tool::PerformanceHandle;

tool::Session* find_session(const tool::State& state, MPI_T_pvar_session handle) {
  return state.sessions.find(reinterpret_cast<std::uintptr_t>(handle));
}

// The handle that a call names, with the error of the names.
struct Named {
  Named(MPI_T_pvar_session session_handle, MPI_T_pvar_handle handle) : state(tool_state()) {
    if (state == nullptr) {
      error = MPI_T_ERR_NOT_INITIALIZED;
      return;
    }
    session = find_session(*state, session_handle);
    if (session == nullptr) {
      error = MPI_T_ERR_INVALID_SESSION;
      return;
    }
    is_all = handle == MPI_T_PVAR_ALL_HANDLES;
    found = state->performance_handles.find(reinterpret_cast<std::uintptr_t>(handle));
    const bool valid = is_all || (found != nullptr && found->session == session);
    if (!valid) error = MPI_T_ERR_INVALID_HANDLE;
  }

  tool::State* state;
  tool::Session* session = nullptr;
  PerformanceHandle* found = nullptr;
  bool is_all = false;
  int error = MPI_SUCCESS;
};

using Action = void (*)(PerformanceHandle& handle, const Rank& rank);

// Applies an action that only counting variables allow; `refusal` is the error of the others.
// MPI_T_PVAR_ALL_HANDLES passes over them.
int apply(const Named& named, Action action, int refusal) {
  if (named.error != MPI_SUCCESS) return named.error;
  const Rank& rank = current_rank();
  if (named.is_all) {
    named.state->performance_handles.for_each([&](PerformanceHandle& handle) {
      if (handle.session == named.session && handle.variable->is_counted()) action(handle, rank);
    });
    return MPI_SUCCESS;
  }
  if (!named.found->variable->is_counted()) return refusal;
  action(*named.found, rank);
  return MPI_SUCCESS;
}

int read(const Named& named, void* out) {
  if (named.error != MPI_SUCCESS) return named.error;
  if (named.is_all) return MPI_T_ERR_INVALID_HANDLE;
  if (out == nullptr) return MPI_T_ERR_INVALID;
  tool::store(*named.found->variable, named.found->value(current_rank()), out);
  return MPI_SUCCESS;
}

void reset(PerformanceHandle& handle, const Rank& rank) {
  handle.set(rank, 0);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_T_pvar_get_num(int* num_pvar) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(num_pvar, static_cast<int>(tool::performance_variables().size()));
  return MPI_SUCCESS;
}

int PMPI_T_pvar_get_info(int pvar_index, char* name, int* name_len, int* verbosity, int* var_class,
                         MPI_Datatype* datatype, MPI_T_enum* enumtype, char* desc, int* desc_len,
                         int* bind, int* readonly, int* continuous, int* atomic) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::PerformanceVariable* found = entry_at(tool::performance_variables(), pvar_index);
  if (found == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put_text(found->name, name, name_len);
  put_text(found->description, desc, desc_len);
  put(verbosity, MPI_T_VERBOSITY_USER_BASIC);
  put(var_class, found->variable_class);
  put(datatype, found->datatype);
  put(enumtype, tool::to_handle(found->enumeration));
  put(bind, MPI_T_BIND_NO_OBJECT);
  put(readonly, found->is_counted() ? 0 : 1);
  put(continuous, found->is_counted() ? 0 : 1);
  put(atomic, found->is_counted() ? 1 : 0);
  return MPI_SUCCESS;
}

int PMPI_T_pvar_get_index(const char* name, int var_class, int* pvar_index) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (name == nullptr || pvar_index == nullptr) return MPI_T_ERR_INVALID;
  const auto all = tool::performance_variables();
  const auto found = std::ranges::find_if(all, [&](const tool::PerformanceVariable& variable) {
    return std::string_view(variable.name) == name && variable.variable_class == var_class;
  });
  if (found == all.end()) return MPI_T_ERR_INVALID_NAME;
  *pvar_index = static_cast<int>(found - all.begin());
  return MPI_SUCCESS;
}

int PMPI_T_pvar_session_create(MPI_T_pvar_session* session) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (session == nullptr) return MPI_T_ERR_INVALID;
  auto* made = new tool::Session;
  made->handle = state->sessions.add(made);
  *session = tool_handle<MPI_T_pvar_session>(*made);
  return MPI_SUCCESS;
}

int PMPI_T_pvar_session_free(MPI_T_pvar_session* session) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::Session* found = session == nullptr ? nullptr : find_session(*state, *session);
  if (found == nullptr) return MPI_T_ERR_INVALID_SESSION;
  state->performance_handles.for_each([&](PerformanceHandle& handle) {
    if (handle.session != found) return;
    state->performance_handles.remove(handle.handle);
    delete &handle;
  });
  state->sessions.remove(found->handle);
  delete found;
  *session = MPI_T_PVAR_SESSION_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session session, int pvar_index, void*,
                             MPI_T_pvar_handle* handle, int* count) {
  const AnyTimeCall call;
  tool::State* state = tool_state();
  if (state == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  const tool::Session* owner = find_session(*state, session);
  if (owner == nullptr) return MPI_T_ERR_INVALID_SESSION;
  const tool::PerformanceVariable* variable = entry_at(tool::performance_variables(), pvar_index);
  if (variable == nullptr) return MPI_T_ERR_INVALID_INDEX;
  if (handle == nullptr) return MPI_T_ERR_INVALID;
  auto* made = new PerformanceHandle{.variable = variable, .session = owner};
  made->handle = state->performance_handles.add(made);
  *handle = tool_handle<MPI_T_pvar_handle>(*made);
  put(count, 1);
  return MPI_SUCCESS;
}

int PMPI_T_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle* handle) {
  const AnyTimeCall call;
  const Named named(session, handle == nullptr ? MPI_T_PVAR_HANDLE_NULL : *handle);
  if (named.error != MPI_SUCCESS) return named.error;
  if (named.is_all) return MPI_T_ERR_INVALID_HANDLE;
  named.state->performance_handles.remove(named.found->handle);
  delete named.found;
  *handle = MPI_T_PVAR_HANDLE_NULL;
  return MPI_SUCCESS;
}

int PMPI_T_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const AnyTimeCall call;
  return apply(
      Named(session, handle),
      [](PerformanceHandle& started, const Rank& rank) { started.start(rank); },
      MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int PMPI_T_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const AnyTimeCall call;
  return apply(
      Named(session, handle),
      [](PerformanceHandle& stopped, const Rank& rank) { stopped.stop(rank); },
      MPI_T_ERR_PVAR_NO_STARTSTOP);
}

int PMPI_T_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf) {
  const AnyTimeCall call;
  return read(Named(session, handle), buf);
}

int PMPI_T_pvar_write(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const void* buf) {
  const AnyTimeCall call;
  const Named named(session, handle);
  if (named.error != MPI_SUCCESS) return named.error;
  if (named.is_all) return MPI_T_ERR_INVALID_HANDLE;
  if (buf == nullptr) return MPI_T_ERR_INVALID;
  if (!named.found->variable->is_counted()) return MPI_T_ERR_PVAR_NO_WRITE;
  named.found->set(current_rank(), tool::fetch(*named.found->variable, buf));
  return MPI_SUCCESS;
}

int PMPI_T_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
  const AnyTimeCall call;
  return apply(Named(session, handle), reset, MPI_T_ERR_PVAR_NO_WRITE);
}

int PMPI_T_pvar_readreset(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void* buf) {
  const AnyTimeCall call;
  const Named named(session, handle);
  if (named.error == MPI_SUCCESS && !named.is_all && !named.found->variable->is_counted()) {
    return MPI_T_ERR_PVAR_NO_ATOMIC;
  }
  const int error = read(named, buf);
  if (error == MPI_SUCCESS) reset(*named.found, current_rank());
  return error;
}

}  // extern "C"
