/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a host of four cores does in ten hours: one core is busy for an hour, then two for two
 * hours, three for three, four for four. Ranks on other hosts do nothing. With "asks" rank 0 prints
 * what its host has emitted after each of these, by the functions that SimGrid's plug-in has; with
 * "sets" it changes what electricity emits half way. */
#include <mpi.h>
#include <simgrid/plugins/carbon_footprint.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* what = argc > 1 ? argv[1] : "";
  sg_host_t host = sg_host_self();
  for (int busy = 1; busy <= 4; busy++) {
    if (rank < busy) {
      smpi_execute_flops(sg_host_get_speed(host) * 3600 * busy);
    } else {
      smpi_sleep(3600 * busy);
    }
    if (rank != 0) continue;
    if (strcmp(what, "asks") == 0) {
      printf("%.6f g at %.6f g/kWh after %.0f s\n", sg_host_get_carbon_footprint(host),
             sg_host_get_carbon_intensity(host), simgrid_get_clock());
    }
    if (strcmp(what, "sets") == 0 && busy == 3) sg_host_set_carbon_intensity(host, 1000);
    if (strcmp(what, "loads") == 0 && busy == 1)
      sg_host_carbon_footprint_load_trace_file("day.csv");
  }
  MPI_Finalize();
  return 0;
}
