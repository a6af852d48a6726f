/* SPDX-License-Identifier: BSD-3-Clause */
/* The large-count forms of external32 packing: big-endian, and back as it was. */
#include "check.h"

int main(int argc, char** argv) {
  const int out[3] = {1, -2, 0x01020304};
  const double number = -1.0;
  unsigned char packed[40];
  MPI_Count size = 0, position = 0;
  double number_back = 0;
  int in[3] = {0};
  start_test(&argc, &argv);
  MUST(MPI_Pack_external_size_c("external32", 3, MPI_INT, &size));
  CHECK(size == 12, "%d", (int)size);
  memset(packed, 0x77, sizeof packed);
  MUST(MPI_Pack_external_c("external32", out, 3, MPI_INT, packed, sizeof packed, &position));
  CHECK(position == 12);
  MUST(MPI_Pack_external_c("external32", &number, 1, MPI_DOUBLE, packed, sizeof packed, &position));
  CHECK(position == 20);
  CHECK(packed[3] == 1 && packed[8] == 1 && packed[11] == 4 && packed[12] == 0xbf);
  CHECK(packed[20] == 0x77);
  position = 0;
  MUST(MPI_Unpack_external_c("external32", packed, sizeof packed, &position, in, 3, MPI_INT));
  MUST(MPI_Unpack_external_c("external32", packed, sizeof packed, &position, &number_back, 1,
                             MPI_DOUBLE));
  CHECK(position == 20 && memcmp(in, out, sizeof in) == 0 && number_back == number);
  return end_test();
}
