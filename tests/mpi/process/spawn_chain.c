/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank starts a child of its own, and each child a grandchild. */
#include "check.h"

int main(int argc, char** argv) {
  char text[16];
  char* arguments[] = {text, NULL};
  int generation = argc > 1 ? atoi(argv[1]) : 0, below = 0;
  MPI_Comm parent, child;
  start_test(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  CHECK((parent == MPI_COMM_NULL) == (generation == 0));
  if (generation < 2) {
    sprintf(text, "%d", generation + 1);
    MUST(MPI_Comm_spawn(argv[0], arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child,
                        MPI_ERRCODES_IGNORE));
    MPI_Recv(&below, 1, MPI_INT, 0, 0, child, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&child);
    CHECK(below == 2 - generation);
  }
  below++;
  if (generation == 0) return end_test();
  MPI_Send(&below, 1, MPI_INT, 0, 0, parent);
  MPI_Comm_disconnect(&parent);
  MPI_Finalize();
  return 0;
}
