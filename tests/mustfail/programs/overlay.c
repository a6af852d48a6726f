/* SPDX-License-Identifier: BSD-3-Clause
 * A program whose functions overlays name, rightly or wrongly. */
#include <mpi.h>

int table[4] = {1, 2, 3, 4};

__attribute__((noipa)) int work(int count, const double* data) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += data[i] > 0;
  return sum + table[0];
}

__attribute__((noipa)) int tiny(void) {
  return 1;
}

int main(int argc, char** argv) {
  double data[8] = {0};
  MPI_Init(&argc, &argv);
  const int sum = work(8, data) + tiny();
  MPI_Finalize();
  return sum < 0;
}
