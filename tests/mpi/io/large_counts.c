/* SPDX-License-Identifier: BSD-3-Clause */
/* Every routine with MPI_Count arguments, on a file that each rank has for itself and for all. */
#include "file.h"

enum { n = 6 };
static int out[n], in[n];

static void fill(int base) {
  int i;
  for (i = 0; i < n; i++) out[i] = base + i;
  memset(in, 0, sizeof(in));
}

static void compare(int base, const char* what) {
  int i;
  for (i = 0; i < n; i++) CHECK(in[i] == base + i, "%s: in[%d] is %d", what, i, in[i]);
}

static void finish_one(MPI_Request* request) {
  MPI_Status status;
  MPI_Count count;
  MUST(MPI_Wait(request, &status));
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(count == n);
}

static void independent(MPI_File file) {
  MPI_Request request;
  fill(100);
  MUST(MPI_File_write_at_c(file, 0, out, n, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_read_at_c(file, 0, in, n, MPI_INT, MPI_STATUS_IGNORE));
  compare(100, "at");
  fill(200);
  MUST(MPI_File_iwrite_at_c(file, 0, out, n, MPI_INT, &request));
  finish_one(&request);
  MUST(MPI_File_iread_at_c(file, 0, in, n, MPI_INT, &request));
  finish_one(&request);
  compare(200, "iat");
  fill(300);
  MUST(MPI_File_write_c(file, out, n, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_seek(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_read_c(file, in, n, MPI_INT, MPI_STATUS_IGNORE));
  compare(300, "individual");
  fill(400);
  MUST(MPI_File_iwrite_c(file, out, n, MPI_INT, &request));
  finish_one(&request);
  MUST(MPI_File_seek(file, -(MPI_Offset)sizeof(out), MPI_SEEK_CUR));
  MUST(MPI_File_iread_c(file, in, n, MPI_INT, &request));
  finish_one(&request);
  compare(400, "iindividual");
  fill(500);
  MUST(MPI_File_write_shared_c(file, out, n, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_read_shared_c(file, in, n, MPI_INT, MPI_STATUS_IGNORE));
  compare(500, "shared");
  fill(600);
  MUST(MPI_File_iwrite_shared_c(file, out, n, MPI_INT, &request));
  finish_one(&request);
  MUST(MPI_File_seek_shared(file, (MPI_Offset)sizeof(out), MPI_SEEK_SET));
  MUST(MPI_File_iread_shared_c(file, in, n, MPI_INT, &request));
  finish_one(&request);
  compare(600, "ishared");
}

static void collective(MPI_File file) {
  const MPI_Offset own = (MPI_Offset)sizeof(out) * world_rank;
  MPI_Request request;
  fill(1000 + 10 * world_rank);
  MUST(MPI_File_write_at_all_c(file, own, out, n, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_read_at_all_c(file, own, in, n, MPI_INT, MPI_STATUS_IGNORE));
  compare(1000 + 10 * world_rank, "at_all");
  fill(2000 + 10 * world_rank);
  MUST(MPI_File_iwrite_at_all_c(file, own, out, n, MPI_INT, &request));
  finish_one(&request);
  MUST(MPI_File_iread_at_all_c(file, own, in, n, MPI_INT, &request));
  finish_one(&request);
  compare(2000 + 10 * world_rank, "iat_all");
  fill(3000 + 10 * world_rank);
  MUST(MPI_File_seek(file, own, MPI_SEEK_SET));
  MUST(MPI_File_write_all_c(file, out, n, MPI_INT, MPI_STATUS_IGNORE));
  MUST(MPI_File_seek(file, own, MPI_SEEK_SET));
  MUST(MPI_File_read_all_c(file, in, n, MPI_INT, MPI_STATUS_IGNORE));
  compare(3000 + 10 * world_rank, "all");
  fill(4000 + 10 * world_rank);
  MUST(MPI_File_seek(file, own, MPI_SEEK_SET));
  MUST(MPI_File_iwrite_all_c(file, out, n, MPI_INT, &request));
  finish_one(&request);
  MUST(MPI_File_seek(file, own, MPI_SEEK_SET));
  MUST(MPI_File_iread_all_c(file, in, n, MPI_INT, &request));
  finish_one(&request);
  compare(4000 + 10 * world_rank, "iall");
  fill(5000 + 10 * world_rank);
  MUST(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_write_ordered_c(file, out, n, MPI_INT, MPI_STATUS_IGNORE));
  settle(file);
  MUST(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_read_ordered_c(file, in, n, MPI_INT, MPI_STATUS_IGNORE));
  compare(5000 + 10 * world_rank, "ordered");
}

static void split(MPI_File file) {
  const MPI_Offset own = (MPI_Offset)sizeof(out) * world_rank;
  fill(6000 + 10 * world_rank);
  MUST(MPI_File_write_at_all_begin_c(file, own, out, n, MPI_INT));
  MUST(MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE));
  MUST(MPI_File_read_at_all_begin_c(file, own, in, n, MPI_INT));
  MUST(MPI_File_read_at_all_end(file, in, MPI_STATUS_IGNORE));
  compare(6000 + 10 * world_rank, "at_all_begin");
  fill(7000 + 10 * world_rank);
  MUST(MPI_File_seek(file, own, MPI_SEEK_SET));
  MUST(MPI_File_write_all_begin_c(file, out, n, MPI_INT));
  MUST(MPI_File_write_all_end(file, out, MPI_STATUS_IGNORE));
  MUST(MPI_File_seek(file, own, MPI_SEEK_SET));
  MUST(MPI_File_read_all_begin_c(file, in, n, MPI_INT));
  MUST(MPI_File_read_all_end(file, in, MPI_STATUS_IGNORE));
  compare(7000 + 10 * world_rank, "all_begin");
  fill(8000 + 10 * world_rank);
  MUST(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_write_ordered_begin_c(file, out, n, MPI_INT));
  MUST(MPI_File_write_ordered_end(file, out, MPI_STATUS_IGNORE));
  settle(file);
  MUST(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  MUST(MPI_File_read_ordered_begin_c(file, in, n, MPI_INT));
  MUST(MPI_File_read_ordered_end(file, in, MPI_STATUS_IGNORE));
  compare(8000 + 10 * world_rank, "ordered_begin");
}

int main(int argc, char** argv) {
  MPI_File file, own;
  MPI_Count extent;
  char name[32];
  start_test(&argc, &argv);
  snprintf(name, sizeof(name), "own%d", world_rank);
  MUST(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &own));
  independent(own);
  MUST(MPI_File_get_type_extent_c(own, MPI_DOUBLE, &extent));
  CHECK(extent == 8);
  MUST(MPI_File_close(&own));
  file = open_new("all", MPI_MODE_RDWR);
  collective(file);
  split(file);
  MUST(MPI_File_close(&file));
  return end_test();
}
