/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Info_get_string tells the size a value needs and never writes more than it may. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Info info;
  char buffer[16];
  int size, flag;
  start_test(&argc, &argv);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  size = 0;
  MPI_Info_get_string(info, "key", &size, buffer, &flag);
  CHECK(flag && size == 6);
  memset(buffer, '#', sizeof buffer);
  size = 4;
  MPI_Info_get_string(info, "key", &size, buffer, &flag);
  CHECK(flag && size == 6 && strcmp(buffer, "val") == 0 && buffer[4] == '#');
  size = sizeof buffer;
  MPI_Info_get_string(info, "key", &size, buffer, &flag);
  CHECK(flag && size == 6 && strcmp(buffer, "value") == 0);
  size = 9;
  MPI_Info_get_string(info, "nokey", &size, buffer, &flag);
  CHECK(!flag && size == 9 && strcmp(buffer, "value") == 0);
  MPI_Info_free(&info);
  return end_test();
}
