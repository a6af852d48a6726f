/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks write files of all kinds while time passes, and look at them again: a file of MPI-IO that
   is open all the time, one that is opened in each step, a log of stdio whose buffer is written
   rarely, and a scratch file that is renamed and removed. Prints what it finds. usage: files STEPS
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { numbers = 1000 };

static long size_of(const char* name) {
  struct stat status;
  return stat(name, &status) == 0 ? (long)status.st_size : -1;
}

static void write_scratch(const char* name, int rank, int step) {
  char other[64];
  snprintf(other, sizeof other, "%s.new", name);
  FILE* file = fopen(other, "w");
  if (file == NULL) MPI_Abort(MPI_COMM_WORLD, 9);
  fprintf(file, "step %d of rank %d\n", step, rank);
  fclose(file);
  if (rename(other, name) != 0) MPI_Abort(MPI_COMM_WORLD, 8);
  if (step % 3 == 2 && unlink(name) != 0) MPI_Abort(MPI_COMM_WORLD, 7);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int steps = argc > 1 ? atoi(argv[1]) : 10;
  int rank;
  int size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_File all;
  MPI_File_open(MPI_COMM_WORLD, "all.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &all);
  char name[64];
  snprintf(name, sizeof name, "log.%d", rank);
  FILE* log = fopen(name, "w+");
  char scratch[64];
  snprintf(scratch, sizeof scratch, "scratch.%d", rank);
  double values[numbers];
  double sum = 0;
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < numbers; i++) values[i] = rank + step + i;
    const MPI_Offset offset = ((MPI_Offset)step * size + rank) * (MPI_Offset)sizeof values;
    MPI_File_write_at_all(all, offset, values, numbers, MPI_DOUBLE, MPI_STATUS_IGNORE);
    fprintf(log, "step %d\n", step);
    write_scratch(scratch, rank, step);
    const int part = open("parts.data", O_WRONLY | O_CREAT, 0666);
    const char byte = (char)('a' + (step + rank) % 26);
    if (part < 0 || pwrite(part, &byte, 1, step * size + rank) != 1) MPI_Abort(MPI_COMM_WORLD, 6);
    close(part);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(all, offset, values, numbers, MPI_DOUBLE, MPI_STATUS_IGNORE);
    sum += values[numbers - 1];
    if (rank == 0) printf("step %d at %.9f\n", step, MPI_Wtime());
  }
  MPI_File_close(&all);
  fflush(log);
  rewind(log);
  int lines = 0;
  for (char line[64]; fgets(line, sizeof line, log) != NULL;) lines++;
  fclose(log);
  printf("rank %d: %d lines, sum %.0f, log %ld, all %ld, parts %ld, scratch %ld\n", rank, lines,
         sum, size_of(name), size_of("all.data"), size_of("parts.data"), size_of(scratch));
  MPI_Finalize();
  return 0;
}
