/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collective calls on files that a rank dies in, whenever that is: nobody hangs, who gets no error
 * has the right result, and afterwards all that live write a file together.
 *
 * usage: files CALL. The calls begin at 1 s. Rank 0 prints how long they took; rank 1 may end at
 * any time.
 */
#include <stdlib.h>

#include "survivors.h"

enum { blocks = 24, block = 64, count = blocks * block, calls = 3 };

static MPI_File data;
static int written[count], found[count];
static MPI_Request request;
static int is_ordered;
static const char* name = "data";
static const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR;

static void open_file(MPI_Comm communicator) {
  MPI_Info hints;
  MPI_Info_create(&hints);
  MPI_Info_set(hints, "cb_buffer_size", "8192"); /* several rounds */
  MPI_Info_set(hints, "collective_buffering", "true");
  EXPECT(MPI_File_open(communicator, name, mode, hints, &data) == MPI_SUCCESS);
  MPI_Info_free(&hints);
}

/* In the view of a rank each size-th block is its own, so that accesses of all ranks interleave;
   the shared pointer needs the same view at all of them. */
static int set_view(void) {
  if (is_ordered) return MPI_File_set_view(data, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_Datatype mine, spaced;
  MPI_Type_contiguous(block, MPI_INT, &mine);
  MPI_Type_create_resized(mine, 0, (MPI_Aint)sizeof(int) * block * size, &spaced);
  MPI_Type_commit(&spaced);
  const int code = MPI_File_set_view(data, (MPI_Offset)sizeof(int) * block * rank, MPI_INT, spaced,
                                     "native", MPI_INFO_NULL);
  MPI_Type_free(&spaced);
  MPI_Type_free(&mine);
  return code;
}

static int wait_for(int code) {
  return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

static int end(int code, int (*function)(MPI_File, void*, MPI_Status*), int* buffer) {
  return code == MPI_SUCCESS ? function(data, buffer, MPI_STATUS_IGNORE) : code;
}

static int end_write(int code, int (*function)(MPI_File, const void*, MPI_Status*)) {
  return code == MPI_SUCCESS ? function(data, written, MPI_STATUS_IGNORE) : code;
}

#define WRITE written, count, MPI_INT
#define READ found, count, MPI_INT

static int write_at_all(void) {
  return MPI_File_write_at_all(data, 0, WRITE, MPI_STATUS_IGNORE);
}
static int write_all(void) {
  MPI_File_seek(data, 0, MPI_SEEK_SET);
  return MPI_File_write_all(data, WRITE, MPI_STATUS_IGNORE);
}
static int write_ordered(void) {
  return MPI_File_write_ordered(data, WRITE, MPI_STATUS_IGNORE);
}
static int iwrite_at_all(void) {
  return wait_for(MPI_File_iwrite_at_all(data, 0, WRITE, &request));
}
static int iwrite_all(void) {
  MPI_File_seek(data, 0, MPI_SEEK_SET);
  return wait_for(MPI_File_iwrite_all(data, WRITE, &request));
}
static int write_at_all_begin(void) {
  return end_write(MPI_File_write_at_all_begin(data, 0, WRITE), MPI_File_write_at_all_end);
}
static int write_all_begin(void) {
  MPI_File_seek(data, 0, MPI_SEEK_SET);
  return end_write(MPI_File_write_all_begin(data, WRITE), MPI_File_write_all_end);
}
static int write_ordered_begin(void) {
  return end_write(MPI_File_write_ordered_begin(data, WRITE), MPI_File_write_ordered_end);
}
static int read_at_all(void) {
  return MPI_File_read_at_all(data, 0, READ, MPI_STATUS_IGNORE);
}
static int read_all(void) {
  MPI_File_seek(data, 0, MPI_SEEK_SET);
  return MPI_File_read_all(data, READ, MPI_STATUS_IGNORE);
}
static int read_ordered(void) {
  return MPI_File_read_ordered(data, READ, MPI_STATUS_IGNORE);
}
static int iread_at_all(void) {
  return wait_for(MPI_File_iread_at_all(data, 0, READ, &request));
}
static int iread_all(void) {
  MPI_File_seek(data, 0, MPI_SEEK_SET);
  return wait_for(MPI_File_iread_all(data, READ, &request));
}
static int read_at_all_begin(void) {
  return end(MPI_File_read_at_all_begin(data, 0, READ), MPI_File_read_at_all_end, found);
}
static int read_all_begin(void) {
  MPI_File_seek(data, 0, MPI_SEEK_SET);
  return end(MPI_File_read_all_begin(data, READ), MPI_File_read_all_end, found);
}
static int read_ordered_begin(void) {
  return end(MPI_File_read_ordered_begin(data, READ), MPI_File_read_ordered_end, found);
}
static int set_size(void) {
  return MPI_File_set_size(data, (MPI_Offset)sizeof(int) * count * size);
}
static int preallocate(void) {
  return MPI_File_preallocate(data, (MPI_Offset)sizeof(int) * count * size);
}
static int set_atomicity(void) {
  return MPI_File_set_atomicity(data, 1);
}
static int set_info(void) {
  return MPI_File_set_info(data, MPI_INFO_NULL);
}
static int seek_shared(void) {
  return MPI_File_seek_shared(data, 0, MPI_SEEK_SET);
}
static int sync_file(void) {
  return MPI_File_sync(data);
}
static int open_and_close(void) {
  MPI_File other;
  const int code = MPI_File_open(MPI_COMM_WORLD, "other", mode, MPI_INFO_NULL, &other);
  EXPECT((code == MPI_SUCCESS) == (other != MPI_FILE_NULL));
  if (code != MPI_SUCCESS) return code;
  const int end_code = MPI_File_close(&other);
  EXPECT(other == MPI_FILE_NULL);
  return end_code;
}

static const struct {
  const char* name;
  int (*run)(void);
  int reads;
} table[] = {
    {"write_at_all", write_at_all, 0},
    {"write_all", write_all, 0},
    {"write_ordered", write_ordered, 0},
    {"iwrite_at_all", iwrite_at_all, 0},
    {"iwrite_all", iwrite_all, 0},
    {"write_at_all_begin", write_at_all_begin, 0},
    {"write_all_begin", write_all_begin, 0},
    {"write_ordered_begin", write_ordered_begin, 0},
    {"read_at_all", read_at_all, 1},
    {"read_all", read_all, 1},
    {"read_ordered", read_ordered, 1},
    {"iread_at_all", iread_at_all, 1},
    {"iread_all", iread_all, 1},
    {"read_at_all_begin", read_at_all_begin, 1},
    {"read_all_begin", read_all_begin, 1},
    {"read_ordered_begin", read_ordered_begin, 1},
    {"set_view", set_view, 0},
    {"set_size", set_size, 0},
    {"preallocate", preallocate, 0},
    {"set_atomicity", set_atomicity, 0},
    {"set_info", set_info, 0},
    {"seek_shared", seek_shared, 0},
    {"sync", sync_file, 0},
    {"open", open_and_close, 0},
};

static int value_of(int i) {
  return 100000 * rank + i;
}

static void check_data(void) {
  for (int i = 0; i < count; i++) EXPECT(found[i] == value_of(i));
}

/* Returns how many of the calls failed. */
static int run_calls(size_t number) {
  int failed = 0;
  for (int i = 0; i < calls; i++) {
    usleep(20 * (unsigned)rank); /* nobody comes at the time of another */
    memset(found, 0, sizeof found);
    const int code = table[number].run();
    EXPECT(code == MPI_SUCCESS || class_of(code) == MPI_ERR_PROC_FAILED);
    EXPECT(code != MPI_SUCCESS || failed == 0); /* the failed rank stays in the communicator */
    if (code != MPI_SUCCESS) failed++;
    if (code == MPI_SUCCESS && table[number].reads) check_data();
    if (code == MPI_SUCCESS && is_ordered) MPI_File_seek_shared(data, 0, MPI_SEEK_SET);
  }
  return failed;
}

static void go_on(void) {
  MPI_Comm left;
  EXPECT(MPI_File_close(&data) == MPI_SUCCESS);
  usleep(20000); /* whoever fails has failed, and that is known */
  EXPECT(MPI_Comm_shrink(MPI_COMM_WORLD, &left) == MPI_SUCCESS);
  MPI_Comm_size(left, &size);
  MPI_Comm_rank(left, &rank);
  name = "left";
  is_ordered = 0;
  open_file(left);
  EXPECT(set_view() == MPI_SUCCESS);
  EXPECT(write_at_all() == MPI_SUCCESS);
  memset(found, 0, sizeof found);
  EXPECT(read_at_all() == MPI_SUCCESS);
  EXPECT(memcmp(found, written, sizeof found) == 0);
  EXPECT(MPI_File_close(&data) == MPI_SUCCESS);
  MPI_Comm_free(&left);
}

int main(int argc, char** argv) {
  size_t number = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  while (strcmp(table[number].name, argv[1]) != 0) number++;
  is_ordered = strstr(argv[1], "ordered") != NULL;
  for (int i = 0; i < count; i++) written[i] = value_of(i);
  open_file(MPI_COMM_WORLD);
  EXPECT(set_view() == MPI_SUCCESS);
  EXPECT((is_ordered ? write_ordered() : write_at_all()) == MPI_SUCCESS);
  if (is_ordered) EXPECT(MPI_File_seek_shared(data, 0, MPI_SEEK_SET) == MPI_SUCCESS);
  usleep((unsigned)(1e6 * (1 - MPI_Wtime())));
  const int failed = run_calls(number);
  const double took_s = MPI_Wtime() - 1;
  const int world_rank = rank;
  go_on();
  if (world_rank == 0) printf("%s: %d failed in %.9f s\n", argv[1], failed, took_s);
  MPI_Finalize();
  return 0;
}
