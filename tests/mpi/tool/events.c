/* SPDX-License-Identifier: BSD-3-Clause */
/* There are no events, and the calls about them say so; the one source of time is the simulated
   clock. */
#include "check.h"

static void check_refusals(void) {
  MPI_T_event_registration registration = NULL;
  MPI_T_event_instance instance = NULL;
  MPI_Count stamp;
  MPI_Info info;
  char buffer[8];
  int index;
  CHECK(MPI_T_event_get_index("event", &index) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_event_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
        MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_handle_free(registration, NULL, NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_handle_get_info(registration, &info) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_handle_set_info(registration, MPI_INFO_NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL,
                                      NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_callback_get_info(registration, MPI_T_CB_REQUIRE_NONE, &info) ==
        MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_callback_set_info(registration, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL) ==
        MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_set_dropped_handler(registration, NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_read(instance, 0, buffer) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_copy(instance, buffer) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_get_timestamp(instance, &stamp) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_get_source(instance, &index) == MPI_T_ERR_INVALID_HANDLE);
}

int main(int argc, char** argv) {
  int level, count = -1, length = 64, indices[1];
  char name[64];
  MPI_T_source_order order;
  MPI_Count ticks, ticks_max, before, after;
  MPI_Info info;
  double start_s;
  start_test(&argc, &argv);
  MUST(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
  MUST(MPI_T_event_get_num(&count));
  CHECK(count == 0);
  MUST(MPI_T_category_get_num_events(0, &count));
  CHECK(count == 0);
  MUST(MPI_T_category_get_events(0, 1, indices));
  check_refusals();
  MUST(MPI_T_source_get_num(&count));
  CHECK(count == 1);
  MUST(MPI_T_source_get_info(0, name, &length, NULL, NULL, &order, &ticks, &ticks_max, &info));
  CHECK(order == MPI_T_SOURCE_ORDERED && ticks == 1000000000 && ticks_max > ticks);
  MPI_Info_free(&info);
  CHECK(MPI_T_source_get_timestamp(1, &before) == MPI_T_ERR_INVALID_INDEX);
  MUST(MPI_T_source_get_timestamp(0, &before));
  start_s = MPI_Wtime();
  while (MPI_Wtime() < start_s + 0.001) {
  }
  MUST(MPI_T_source_get_timestamp(0, &after));
  CHECK(after - before > 990000 && after - before < 1100000);
  MUST(MPI_T_finalize());
  return end_test();
}
