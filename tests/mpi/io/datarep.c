/* SPDX-License-Identifier: BSD-3-Clause */
/* Registered representations (MPI 14.5.3): ints as 3 characters, doubles refused. */
#include "file.h"

static int state = 42;

static int file_extent(MPI_Datatype type, MPI_Aint* extent, void* extra) {
  CHECK(extra == &state);
  *extent = 3;
  return type == MPI_INT ? MPI_SUCCESS : MPI_ERR_TYPE;
}

static int from_file(void* user, MPI_Datatype type, int count, void* file, MPI_Offset position,
                     void* extra) {
  int i;
  CHECK(type == MPI_INT && extra == &state);
  for (i = 0; i < count; i++) {
    char text[4] = {0};
    memcpy(text, (char*)file + 3 * i, 3);
    ((int*)user)[position + i] = atoi(text);
  }
  return MPI_SUCCESS;
}

static int to_file(void* user, MPI_Datatype type, int count, void* file, MPI_Offset position,
                   void* extra) {
  int i;
  CHECK(type == MPI_INT && extra == &state);
  for (i = 0; i < count; i++) {
    char text[16];
    snprintf(text, sizeof(text), "%03d", ((int*)user)[position + i]);
    memcpy((char*)file + 3 * i, text, 3);
  }
  return MPI_SUCCESS;
}

static int fail(void* user, MPI_Datatype type, MPI_Count count, void* file, MPI_Offset position,
                void* extra) {
  (void)user, (void)type, (void)count, (void)file, (void)position, (void)extra;
  return MPI_ERR_OTHER;
}

static int native_extent(MPI_Datatype type, MPI_Aint* extent, void* extra) {
  int size;
  (void)extra;
  MPI_Type_size(type, &size);
  *extent = size;
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Status status;
  MPI_Aint extent;
  int out[4], in[6] = {0}, i;
  double real = 1;
  char text[13] = {0}, expected[16];
  start_test(&argc, &argv);
  MUST(MPI_Register_datarep("digits", from_file, to_file, file_extent, &state));
  MUST_FAIL(MPI_ERR_DUP_DATAREP,
            MPI_Register_datarep("digits", from_file, to_file, file_extent, &state));
  MUST_FAIL(MPI_ERR_DUP_DATAREP,
            MPI_Register_datarep("native", from_file, to_file, file_extent, &state));
  MUST(MPI_Register_datarep_c("failing", MPI_CONVERSION_FN_NULL_C, fail, native_extent, NULL));
  MUST(MPI_Register_datarep("plain", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, native_extent,
                            NULL));

  file = open_new("data", MPI_MODE_RDWR);
  MUST(MPI_File_set_view(file, 12 * world_rank, MPI_INT, MPI_INT, "digits", MPI_INFO_NULL));
  MUST(MPI_File_get_type_extent(file, MPI_INT, &extent));
  CHECK(extent == 3);
  for (i = 0; i < 4; i++) out[i] = 10 * world_rank + i;
  MUST(MPI_File_write_all(file, out, 4, MPI_INT, &status));
  CHECK(count_of(&status, MPI_INT) == 4);
  settle(file);
  look_at("data", 12 * world_rank, text, 12);
  snprintf(expected, sizeof(expected), "%03d%03d", out[0], out[1]);
  CHECK(strncmp(text, expected, 6) == 0, "%s", text);
  MUST(MPI_File_read_at(file, 1, in, 2, MPI_INT, &status));
  CHECK(in[0] == out[1] && in[1] == out[2] && count_of(&status, MPI_INT) == 2);
  if (world_rank == world_size - 1) {
    MUST(MPI_File_read_at(file, 2, in, 6, MPI_INT, &status));
    CHECK(count_of(&status, MPI_INT) == 2 && in[1] == out[3]);
  }
  MUST_FAIL(MPI_ERR_CONVERSION, MPI_File_write_at(file, 0, &real, 1, MPI_DOUBLE, &status));
  MPI_Barrier(MPI_COMM_WORLD);

  MUST(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "failing", MPI_INFO_NULL));
  MUST_FAIL(MPI_ERR_CONVERSION, MPI_File_write_at(file, 0, out, 1, MPI_INT, &status));
  MUST(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "plain", MPI_INFO_NULL));
  MUST(MPI_File_write_at_all(file, world_rank, out, 1, MPI_INT, &status));
  settle(file);
  MUST(MPI_File_read_at(file, world_size - 1, in, 1, MPI_INT, &status));
  CHECK(in[0] == 10 * (world_size - 1));
  MUST(MPI_File_close(&file));
  return end_test();
}
