/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Random work for the comparison with SimGrid: argument 1 is the seed, 2 the number of steps, 3 has
 * a character per rank, 1 for those that may change the pstate of their host: if two did so at one
 * instant, the order would decide. All ranks draw the same numbers, so that each knows what the
 * others do. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef PEER /* SimGrid names them otherwise */
#include <simgrid/host.h>
#define smpi_set_host_pstate(pstate) sg_host_set_pstate(sg_host_self(), pstate)
#define smpi_get_host_nb_pstates() sg_host_get_nb_pstates(sg_host_self())
#endif

static uint64_t state;
static char out[400000];
static char in[400000];

/* 0 <= result < limit (xorshift). */
static unsigned draw(unsigned limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)((state >> 11) % limit);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  int count;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  state = 88172645463325252ULL + 7919ULL * (uint64_t)atoll(argv[1]);
  const int steps = atoi(argv[2]);
  for (int step = 0; step < steps; step++) {
    for (int who = 0; who < count; who++) {
      const unsigned kind = draw(4);
      const double flops = 1e6 * (1 + draw(500));
      const int pstate = (int)draw(3);
      if (who != rank) continue;
      if (kind == 0 && argv[3][rank] == '1')
        smpi_set_host_pstate(pstate % smpi_get_host_nb_pstates());
      if (kind <= 2) smpi_execute_flops(flops);
    }
    const int shift = 1 + (int)draw((unsigned)(count > 1 ? count - 1 : 1));
    const int bytes = 1 + (int)draw(400000);
    if (count > 1 && draw(3) > 0) {
      MPI_Sendrecv(out, bytes, MPI_CHAR, (rank + shift) % count, 0, in, bytes, MPI_CHAR,
                   (rank + count - shift) % count, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
