// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_T: events and their sources (MPI 5.0, 15.3.8). There are none: whatever names one is refused.
// The one source is the simulated clock, in nanoseconds.
#include <cmath>
#include <limits>

#include "libsmpi/api/tool.h"
#include "libsmpi/info/info.h"
#include "libsmpi/simulation.h"
#include "libsmpi/tool/categories.h"

namespace smpi::api {
namespace {

constexpr MPI_Count ticks_per_second = 1000000000;

// For calls that name an event or a handle of one.
int refuse(int code) {
  return tool_state() == nullptr ? MPI_T_ERR_NOT_INITIALIZED : code;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#define CALL_ANY_TIME(name) const Call call(name, __builtin_return_address(0), Allowed::any_time)

extern "C" {

int PMPI_T_source_get_num(int* num_sources) {
  CALL_ANY_TIME("MPI_T_source_get_num");
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(num_sources, 1);
  return MPI_SUCCESS;
}

int PMPI_T_source_get_info(int source_index, char* name, int* name_len, char* desc, int* desc_len,
                           MPI_T_source_order* ordering, MPI_Count* ticks, MPI_Count* max_ticks,
                           MPI_Info* info) {
  CALL_ANY_TIME("MPI_T_source_get_info");
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (source_index != 0) return MPI_T_ERR_INVALID_INDEX;
  put_text("simulated_time", name, name_len);
  put_text("simulated nanoseconds since the start of the run", desc, desc_len);
  put(ordering, MPI_T_SOURCE_ORDERED);
  put(ticks, ticks_per_second);
  put(max_ticks, std::numeric_limits<MPI_Count>::max());
  if (info != nullptr) *info = to_handle(make_info());
  return MPI_SUCCESS;
}

int PMPI_T_source_get_timestamp(int source_index, MPI_Count* timestamp) {
  CALL_ANY_TIME("MPI_T_source_get_timestamp");
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (source_index != 0) return MPI_T_ERR_INVALID_INDEX;
  const double now_s = current_rank().simulation.engine.now_s();
  put(timestamp, static_cast<MPI_Count>(std::llround(now_s * ticks_per_second)));
  return MPI_SUCCESS;
}

int PMPI_T_event_get_num(int* num_events) {
  CALL_ANY_TIME("MPI_T_event_get_num");
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(num_events, 0);
  return MPI_SUCCESS;
}

int PMPI_T_category_get_num_events(int cat_index, int* num_events) {
  CALL_ANY_TIME("MPI_T_category_get_num_events");
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (entry_at(tool::categories(), cat_index) == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put(num_events, 0);
  return MPI_SUCCESS;
}

int PMPI_T_category_get_events(int cat_index, int, int[]) {
  CALL_ANY_TIME("MPI_T_category_get_events");
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (entry_at(tool::categories(), cat_index) == nullptr) return MPI_T_ERR_INVALID_INDEX;
  return MPI_SUCCESS;
}

int PMPI_T_event_get_index(const char*, int*) {
  CALL_ANY_TIME("MPI_T_event_get_index");
  return refuse(MPI_T_ERR_INVALID_NAME);
}

int PMPI_T_event_get_info(int, char*, int*, int*, MPI_Datatype[], MPI_Aint[], int*, MPI_T_enum*,
                          MPI_Info*, char*, int*, int*) {
  CALL_ANY_TIME("MPI_T_event_get_info");
  return refuse(MPI_T_ERR_INVALID_INDEX);
}

int PMPI_T_event_handle_alloc(int, void*, MPI_Info, MPI_T_event_registration*) {
  CALL_ANY_TIME("MPI_T_event_handle_alloc");
  return refuse(MPI_T_ERR_INVALID_INDEX);
}

int PMPI_T_event_handle_free(MPI_T_event_registration, void*, MPI_T_event_free_cb_function) {
  CALL_ANY_TIME("MPI_T_event_handle_free");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_handle_get_info(MPI_T_event_registration, MPI_Info*) {
  CALL_ANY_TIME("MPI_T_event_handle_get_info");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_handle_set_info(MPI_T_event_registration, MPI_Info) {
  CALL_ANY_TIME("MPI_T_event_handle_set_info");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_register_callback(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info, void*,
                                   MPI_T_event_cb_function) {
  CALL_ANY_TIME("MPI_T_event_register_callback");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_callback_get_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info*) {
  CALL_ANY_TIME("MPI_T_event_callback_get_info");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_callback_set_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info) {
  CALL_ANY_TIME("MPI_T_event_callback_set_info");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration, MPI_T_event_dropped_cb_function) {
  CALL_ANY_TIME("MPI_T_event_set_dropped_handler");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_read(MPI_T_event_instance, int, void*) {
  CALL_ANY_TIME("MPI_T_event_read");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_copy(MPI_T_event_instance, void*) {
  CALL_ANY_TIME("MPI_T_event_copy");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_get_timestamp(MPI_T_event_instance, MPI_Count*) {
  CALL_ANY_TIME("MPI_T_event_get_timestamp");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_get_source(MPI_T_event_instance, int*) {
  CALL_ANY_TIME("MPI_T_event_get_source");
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

}  // extern "C"
