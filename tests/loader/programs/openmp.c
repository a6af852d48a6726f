/* SPDX-License-Identifier: BSD-3-Clause
 * OpenMP in every rank: teams, nesting, critical regions and settings are each rank's own, also
 * when a rank blocks in MPI inside of them. */
#include <omp.h>

#include "common.h"

/* TEAMS: those of real threads, which OMP_NUM_THREADS allows. */
#ifdef TEAMS
#define THREADS(wanted) (wanted)
#else
#define THREADS(wanted) 1
#endif

static int mine = 7;
#pragma omp threadprivate(mine)

static void settings(void) {
  omp_set_num_threads(rank + 1);
  meet();
  CHECK(omp_get_max_threads() == rank + 1);
}

static void regions(void) {
  int count = 0;
  CHECK(!omp_in_parallel());
  meet();
#pragma omp parallel num_threads(2 + rank) reduction(+ : count)
  {
#pragma omp master
    {
      if (rank % 2 == 0) MPI_Barrier(MPI_COMM_WORLD);
      CHECK(omp_get_level() == 1);
    }
    count++;
  }
  if (rank % 2 == 1) {
    CHECK(omp_get_level() == 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  CHECK(count == THREADS(2 + rank));
}

static void critical_regions(void) {
#pragma omp parallel
  {
#pragma omp critical
    meet();
#pragma omp critical(named)
    meet();
  }
}

static void private_variables(void) {
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    wrong += mine != 7;
    mine = 100 * rank + omp_get_thread_num();
  }
  meet();
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  wrong += mine != 100 * rank + omp_get_thread_num();
  CHECK(wrong == 0);
}

int main(int argc, char** argv) {
  int sum = 0;
  start(&argc, &argv);
  settings();
  regions();
#ifndef TEAMS /* they share thread-local variables and must not call MPI */
  critical_regions();
  private_variables();
#endif
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 1000; i++) sum += i;
  CHECK(sum == 499500);
  return finish();
}
