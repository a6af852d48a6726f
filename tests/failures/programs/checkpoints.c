// SPDX-License-Identifier: BSD-3-Clause
//
// A job that survives the failure of its hosts because it starts again: SEGMENTS times it works for
// SECONDS and then writes a checkpoint of BYTES bytes on each rank. A new checkpoint takes the
// place of the old one when it is complete. With `posix` rank 0 writes it with the C library.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, ranks;

static void work(double seconds) {
  const struct timespec time = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
  nanosleep(&time, NULL);
}

static void write_together(const char* name, int done, int bytes) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  char* state = calloc((size_t)bytes, 1);
  memcpy(state, &done, sizeof done);
  MPI_File_write_at(file, (MPI_Offset)rank * bytes, state, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
  free(state);
  MPI_File_close(&file);
}

static void write_alone(const char* name, int done) {
  FILE* file = fopen(name, "w");
  fprintf(file, "%d\n", done);
  fclose(file);
}

// Segments that are done. Each rank reads the number; without a file it is 0.
static int read_checkpoint(int is_posix) {
  int done = 0;
  if (is_posix) {
    FILE* file = fopen("job.ckpt", "r");
    if (file != NULL) {
      if (fscanf(file, "%d", &done) != 1) MPI_Abort(MPI_COMM_WORLD, 9);
      fclose(file);
    }
    return done;
  }
  MPI_File file;
  if (MPI_File_open(MPI_COMM_SELF, "job.ckpt", MPI_MODE_RDONLY, MPI_INFO_NULL, &file)) return 0;
  MPI_File_read_at(file, 0, &done, sizeof done, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  return done;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 4) MPI_Abort(MPI_COMM_WORLD, 2);
  const int segments = atoi(argv[1]);
  const double seconds = atof(argv[2]);
  const int bytes = atoi(argv[3]);
  const int is_posix = argc > 4 && strcmp(argv[4], "posix") == 0;
  for (int done = read_checkpoint(is_posix); done < segments;) {
    work(seconds);
    done++;
    if (bytes == 0) continue;
    if (is_posix) {
      if (rank == 0) write_alone("job.new", done);
    } else {
      write_together("job.new", done, bytes);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) rename("job.new", "job.ckpt");
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (rank == 0) printf("done\n");
  MPI_Finalize();
  return 0;
}
