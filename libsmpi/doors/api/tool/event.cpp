// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_T: events and their sources (MPI 5.0, 15.3.8). There are none: whatever names one is refused.
// The one source is the simulated clock, in nanoseconds.
#include <cmath>
#include <limits>

#include "libsmpi/doors/api/tool/tool.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/tool/categories.h"

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

extern "C" {

int PMPI_T_source_get_num(int* num_sources) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(num_sources, 1);
  return MPI_SUCCESS;
}

int PMPI_T_source_get_info(int source_index, char* name, int* name_len, char* desc, int* desc_len,
                           MPI_T_source_order* ordering, MPI_Count* ticks, MPI_Count* max_ticks,
                           MPI_Info* info) {
  const AnyTimeCall call;
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
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (source_index != 0) return MPI_T_ERR_INVALID_INDEX;
  const double now_s = current_rank().simulation.engine.now_s();
  put(timestamp, static_cast<MPI_Count>(std::llround(now_s * ticks_per_second)));
  return MPI_SUCCESS;
}

int PMPI_T_event_get_num(int* num_events) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  put(num_events, 0);
  return MPI_SUCCESS;
}

int PMPI_T_category_get_num_events(int cat_index, int* num_events) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (entry_at(tool::categories(), cat_index) == nullptr) return MPI_T_ERR_INVALID_INDEX;
  put(num_events, 0);
  return MPI_SUCCESS;
}

int PMPI_T_category_get_events(int cat_index, int, int[]) {
  const AnyTimeCall call;
  if (tool_state() == nullptr) return MPI_T_ERR_NOT_INITIALIZED;
  if (entry_at(tool::categories(), cat_index) == nullptr) return MPI_T_ERR_INVALID_INDEX;
  return MPI_SUCCESS;
}

int PMPI_T_event_get_index(const char*, int*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_NAME);
}

int PMPI_T_event_get_info(int, char*, int*, int*, MPI_Datatype[], MPI_Aint[], int*, MPI_T_enum*,
                          MPI_Info*, char*, int*, int*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_INDEX);
}

int PMPI_T_event_handle_alloc(int, void*, MPI_Info, MPI_T_event_registration*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_INDEX);
}

int PMPI_T_event_handle_free(MPI_T_event_registration, void*, MPI_T_event_free_cb_function) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_handle_get_info(MPI_T_event_registration, MPI_Info*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_handle_set_info(MPI_T_event_registration, MPI_Info) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_register_callback(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info, void*,
                                   MPI_T_event_cb_function) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_callback_get_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_callback_set_info(MPI_T_event_registration, MPI_T_cb_safety, MPI_Info) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration, MPI_T_event_dropped_cb_function) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_read(MPI_T_event_instance, int, void*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_copy(MPI_T_event_instance, void*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_get_timestamp(MPI_T_event_instance, MPI_Count*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

int PMPI_T_event_get_source(MPI_T_event_instance, int*) {
  const AnyTimeCall call;
  return refuse(MPI_T_ERR_INVALID_HANDLE);
}

}  // extern "C"
