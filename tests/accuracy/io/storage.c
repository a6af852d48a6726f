/* SPDX-License-Identifier: BSD-3-Clause */
/* Simulated times of file access against closed forms, on the platform disks.xml. The argument says
   which machine it is run on: the hostfile and the options are in CMakeLists.txt. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { size = 1000000 };
static char data[4 * size];
static int rank, failed;
static MPI_File file;

static void expect(const char* what, double measured_s, double expected_s) {
  if (fabs(measured_s - expected_s) <= 1e-9 * expected_s + 1e-15) return;
  printf("rank %d: %s takes %.12g s, not %.12g\n", rank, what, measured_s, expected_s);
  failed = 1;
}

static double begin(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}

static void open_own(const char* folder) {
  char name[64];
  snprintf(name, sizeof(name), "%sstorage.%d.%d", folder, (int)getpid(), rank);
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
}

static double timed_write(MPI_Offset at, int bytes) {
  const double start_s = begin();
  MPI_File_write_at(file, at, data, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
  return MPI_Wtime() - start_s;
}

static double timed_read(MPI_Offset at, int bytes) {
  const double start_s = begin();
  MPI_File_read_at(file, at, data, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
  return MPI_Wtime() - start_s;
}

/* Rank 0 on a, rank 1 on b, rank 2 on bare: bytes / bandwidth each. */
static void own_disks(void) {
  static const double read_s[] = {0.01, 0.005, 0}, write_s[] = {0.025, 0.0125, 0};
  open_own("");
  expect("a write", timed_write(0, size), write_s[rank]);
  expect("a read", timed_read(0, size), read_s[rank]);
  expect("half a read, at the end", timed_read(size / 2, size), read_s[rank] / 2);
  expect("a write of nothing", timed_write(0, 0), 0);
  /* Work during a nonblocking write. */
  MPI_Request request;
  double start_s = begin();
  MPI_File_iwrite_at(file, 0, data, size, MPI_BYTE, &request);
  usleep(15000);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect("a write and 15 ms", MPI_Wtime() - start_s, fmax(0.015, write_s[rank]));
  /* A view with holes costs its data. */
  MPI_Datatype holes;
  MPI_Type_vector(10, size / 10, size / 5, MPI_BYTE, &holes);
  MPI_Type_commit(&holes);
  MPI_File_set_view(file, 0, MPI_BYTE, holes, "native", MPI_INFO_NULL);
  expect("a write with holes", timed_write(0, size), write_s[rank]);
  MPI_Type_free(&holes);
  MPI_File_close(&file);
  open_own("/dev/shm/");
  expect("a write to another disk", timed_write(0, size), rank == 0 ? 0.001 : write_s[rank]);
  MPI_File_close(&file);
}

/* All of 4 ranks on a: reads share 100 MB/s, writes 40, both 100. */
static void one_disk(void) {
  open_own("");
  expect("4 writes", timed_write(0, size), 0.1);
  expect("4 reads", timed_read(0, size), 0.04);
  /* 2 reads and 2 writes: the equal share is 25, writes have 20 each, so reads have 30. */
  if (rank < 2) {
    expect("a read among writes", timed_read(0, size), size / 30e6);
  } else {
    expect("a write among reads", timed_write(0, size), size / 20e6);
  }
  /* Rank r writes r + 1 MB: the rates change at each end. */
  static const double ends_s[] = {0.1, 0.175, 0.225, 0.25};
  expect("writes of 1 to 4 MB", timed_write(0, (rank + 1) * size), ends_s[rank]);
  MPI_File_close(&file);
}

static double message_s(double bytes) {
  return 10e-6 + (bytes + 16) / 1e9;
}

/* Rank 0 on a, the files on the server. */
static void server(void) {
  open_own("");
  expect("a write", timed_write(0, size), fmax(message_s(size), size / 250e6) + message_s(0));
  expect("a read", timed_read(0, size), message_s(0) + fmax(message_s(size), size / 500e6));
  expect("a small write", timed_write(0, 1), message_s(1) + message_s(0));
  /* The shared pointer is there too. */
  const double start_s = begin();
  MPI_File_write_shared(file, data, 1, MPI_BYTE, MPI_STATUS_IGNORE);
  expect("a shared write", MPI_Wtime() - start_s, message_s(1) + 3 * message_s(0));
  MPI_File_close(&file);
}

/* Rank 0 on a and rank 1 on b write interleaved pieces; the aggregator is rank 0, and the network
   is so fast that only its disk costs time. */
static void two_phase(void) {
  MPI_Datatype pieces;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cb_nodes", "1");
  MPI_Info_set(info, "cb_buffer_size", "300000");
  MPI_File_open(MPI_COMM_WORLD, "both", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                info, &file);
  MPI_Info_free(&info);
  MPI_Type_create_resized(MPI_INT, 0, 8, &pieces);
  MPI_Type_commit(&pieces);
  MPI_File_set_view(file, 4 * rank, MPI_INT, pieces, "native", MPI_INFO_NULL);
  MPI_Type_free(&pieces);
  double start_s = begin();
  MPI_File_write_all(file, data, size / 4, MPI_INT, MPI_STATUS_IGNORE);
  expect("a write in two phases", MPI_Wtime() - start_s, 2 * size / 40e6);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  start_s = begin();
  MPI_File_read_all(file, data, size / 4, MPI_INT, MPI_STATUS_IGNORE);
  expect("a read in two phases", MPI_Wtime() - start_s, 2 * size / 100e6);
  MPI_File_close(&file);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc == 2 && strcmp(argv[1], "own_disks") == 0) own_disks();
  if (argc == 2 && strcmp(argv[1], "one_disk") == 0) one_disk();
  if (argc == 2 && strcmp(argv[1], "server") == 0) server();
  if (argc == 2 && strcmp(argv[1], "two_phase") == 0) two_phase();
  MPI_Finalize();
  return failed;
}
