/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a rank can ask and change of its host: pstates, speeds, energy, load (SimGrid's C
 * functions). Prints a line `NAME = NUMBER` for each. */
#include <mpi.h>
#include <simgrid/host.h>
#include <simgrid/plugins/energy.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank;

static void show(const char* what, unsigned long number, double value) {
  printf("%d/%s/%lu = %.9f\n", rank, what, number, value);
}

int main(int argc, char* argv[]) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sg_host_t host = sg_host_self();
  if (sg_host_by_name(sg_host_get_name(host)) != host) abort();
  show("hosts", 0, (double)sg_host_count());
  show("cores", 0, sg_host_core_count(host));
  show("start", 0, (double)sg_host_get_pstate(host));
  for (unsigned long pstate = 0; pstate < sg_host_get_nb_pstates(host); pstate++) {
    show("speed", pstate, sg_host_get_pstate_speed(host, pstate));
    show("idle", pstate, sg_host_get_idle_consumption_at(host, (int)pstate));
    show("least", pstate, sg_host_get_wattmin_at(host, (int)pstate));
    show("most", pstate, sg_host_get_wattmax_at(host, (int)pstate));
  }
  for (unsigned long pstate = sg_host_get_nb_pstates(host); pstate-- > 0;) {
    sg_host_set_pstate(host, pstate);
    show("now", pstate, sg_host_get_speed(host));
    SMPI_SAMPLE_FLOPS(3e8) { /* stands for code that takes so many operations */
    }
    show("time", pstate, MPI_Wtime());
    show("joules", pstate, sg_host_get_consumed_energy(host));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  smpi_execute_benched(0.25);
  show("end", 0, MPI_Wtime());
  show("joules", 99, sg_host_get_consumed_energy(host));
  MPI_Finalize();
  return 0;
}
