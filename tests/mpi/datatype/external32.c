/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Pack_external (MPI 5.0, 5.3): sizes, big-endian bytes, round trip of a mixed type. */
#include <stddef.h>

#include "check.h"

struct record {
  char c;
  int i;
  double d;
};

int main(int argc, char** argv) {
  struct record in[3] = {{'a', 1, 1.5}, {'b', -2, -2.5}, {'c', 3, 3e300}}, out[3];
  const int lengths[] = {1, 1, 1};
  const MPI_Datatype types[] = {MPI_CHAR, MPI_INT, MPI_DOUBLE};
  MPI_Aint displacements[3], size, position = 0;
  MPI_Datatype type;
  unsigned char buffer[100];
  const int number = 0x01020304;
  int i;
  start_test(&argc, &argv);
  displacements[0] = offsetof(struct record, c);
  displacements[1] = offsetof(struct record, i);
  displacements[2] = offsetof(struct record, d);
  MPI_Type_create_struct(3, lengths, displacements, types, &type);
  MPI_Type_commit(&type);
  MPI_Pack_external_size("external32", 3, type, &size);
  CHECK(size == 39, "size %ld", (long)size);
  MPI_Pack_external("external32", &number, 1, MPI_INT, buffer, 100, &position);
  CHECK(position == 4 && buffer[0] == 1 && buffer[1] == 2 && buffer[2] == 3 && buffer[3] == 4);
  MPI_Pack_external("external32", in, 3, type, buffer, 100, &position);
  CHECK(position == 43);
  CHECK(buffer[4] == 'a' && buffer[8] == 1 && buffer[9] == 0x3f && buffer[10] == 0xf8);
  memset(out, 0, sizeof out);
  position = 4;
  MPI_Unpack_external("external32", buffer, 43, &position, out, 3, type);
  CHECK(position == 43);
  for (i = 0; i < 3; i++) CHECK(out[i].c == in[i].c && out[i].i == in[i].i && out[i].d == in[i].d);
  MPI_Type_free(&type);
  return end_test();
}
