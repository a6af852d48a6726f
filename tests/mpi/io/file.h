/* SPDX-License-Identifier: BSD-3-Clause */
/* What the programs of this chapter share: opening one file on all ranks, and looking at it. */
#pragma once

#include "check.h"

/* A file of all ranks, made anew. */
__attribute__((unused)) static MPI_File open_new(const char* name, int mode) {
  MPI_File file;
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank == 0) MPI_File_delete(name, MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | mode, MPI_INFO_NULL, &file));
  return file;
}

/* What all ranks have written can be read by all. */
__attribute__((unused)) static void settle(MPI_File file) {
  MUST(MPI_File_sync(file));
  MPI_Barrier(MPI_COMM_WORLD);
  MUST(MPI_File_sync(file));
}

__attribute__((unused)) static int count_of(MPI_Status* status, MPI_Datatype type) {
  int count;
  MPI_Get_count(status, type, &count);
  return count;
}

/* Bytes from .. from + size - 1 of a file, read as plain bytes by whoever asks. */
__attribute__((unused)) static void look_at(const char* name, long from, void* bytes, long size) {
  FILE* stream = fopen(name, "rb");
  CHECK(stream != NULL, "%s", name);
  CHECK(fseek(stream, from, SEEK_SET) == 0, "%s", name);
  CHECK(fread(bytes, 1, (size_t)size, stream) == (size_t)size, "%s ends before %ld", name,
        from + size);
  fclose(stream);
}
