/* SPDX-License-Identifier: BSD-3-Clause
 * One collective, called once by all ranks right after MPI_Init, when every rank's clock is 0: the
 * time at which the last rank leaves it, and the mean over the ranks (which sees what the maximum
 * hides). BYTES is the size of one rank's block: of the whole vector for bcast, reduce, allreduce,
 * scan and exscan. The v forms use equal blocks, so that they can be compared with the others.
 * With `again` a second call is measured, which all ranks begin after one second: what a simulator
 * sets up in the first one does not count.
 * usage: coll [again] NAME BYTES */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct Operands {
  int rank, size;
  int count;        /* doubles in one block */
  double *out, *in; /* size blocks each */
  int *counts, *displacements;
};

static int run(const char* name, const struct Operands* o) {
  const MPI_Comm world = MPI_COMM_WORLD;
  if (strcmp(name, "barrier") == 0) return MPI_Barrier(world);
  if (strcmp(name, "bcast") == 0) return MPI_Bcast(o->out, o->count, MPI_DOUBLE, 0, world);
  if (strcmp(name, "reduce") == 0)
    return MPI_Reduce(o->out, o->in, o->count, MPI_DOUBLE, MPI_SUM, 0, world);
  if (strcmp(name, "allreduce") == 0)
    return MPI_Allreduce(o->out, o->in, o->count, MPI_DOUBLE, MPI_SUM, world);
  if (strcmp(name, "scan") == 0)
    return MPI_Scan(o->out, o->in, o->count, MPI_DOUBLE, MPI_SUM, world);
  if (strcmp(name, "exscan") == 0)
    return MPI_Exscan(o->out, o->in, o->count, MPI_DOUBLE, MPI_SUM, world);
  if (strcmp(name, "gather") == 0)
    return MPI_Gather(o->out, o->count, MPI_DOUBLE, o->in, o->count, MPI_DOUBLE, 0, world);
  if (strcmp(name, "gatherv") == 0)
    return MPI_Gatherv(o->out, o->count, MPI_DOUBLE, o->in, o->counts, o->displacements, MPI_DOUBLE,
                       0, world);
  if (strcmp(name, "scatter") == 0)
    return MPI_Scatter(o->out, o->count, MPI_DOUBLE, o->in, o->count, MPI_DOUBLE, 0, world);
  if (strcmp(name, "scatterv") == 0)
    return MPI_Scatterv(o->out, o->counts, o->displacements, MPI_DOUBLE, o->in, o->count,
                        MPI_DOUBLE, 0, world);
  if (strcmp(name, "allgather") == 0)
    return MPI_Allgather(o->out, o->count, MPI_DOUBLE, o->in, o->count, MPI_DOUBLE, world);
  if (strcmp(name, "allgatherv") == 0)
    return MPI_Allgatherv(o->out, o->count, MPI_DOUBLE, o->in, o->counts, o->displacements,
                          MPI_DOUBLE, world);
  if (strcmp(name, "alltoall") == 0)
    return MPI_Alltoall(o->out, o->count, MPI_DOUBLE, o->in, o->count, MPI_DOUBLE, world);
  if (strcmp(name, "alltoallv") == 0)
    return MPI_Alltoallv(o->out, o->counts, o->displacements, MPI_DOUBLE, o->in, o->counts,
                         o->displacements, MPI_DOUBLE, world);
  if (strcmp(name, "reduce_scatter") == 0)
    return MPI_Reduce_scatter(o->out, o->in, o->counts, MPI_DOUBLE, MPI_SUM, world);
  if (strcmp(name, "reduce_scatter_block") == 0)
    return MPI_Reduce_scatter_block(o->out, o->in, o->count, MPI_DOUBLE, MPI_SUM, world);
  fprintf(stderr, "coll: unknown collective '%s'\n", name);
  return MPI_Abort(world, 2);
}

static void sleep_until(double time_s) {
  const double rest_s = time_s - MPI_Wtime();
  struct timespec rest = {.tv_sec = (time_t)rest_s};
  rest.tv_nsec = (long)((rest_s - (double)rest.tv_sec) * 1e9 + 0.5);
  nanosleep(&rest, NULL);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  struct Operands o;
  const int again = argc > 1 && strcmp(argv[1], "again") == 0;
  argc -= again;
  argv += again;
  const char* name = argc > 1 ? argv[1] : "barrier";
  o.count = (argc > 2 ? atoi(argv[2]) : 8) / (int)sizeof(double);
  MPI_Comm_rank(MPI_COMM_WORLD, &o.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &o.size);
  o.out = calloc((size_t)o.size * o.count + 1, sizeof(double));
  o.in = calloc((size_t)o.size * o.count + 1, sizeof(double));
  o.counts = malloc(o.size * sizeof(int));
  o.displacements = malloc(o.size * sizeof(int));
  for (int i = 0; i < o.size; i++) {
    o.counts[i] = o.count;
    o.displacements[i] = i * o.count;
  }
  if (again) {
    run(name, &o);
    sleep_until(1);
  }
  const double start = MPI_Wtime();
  run(name, &o);
  const double mine = MPI_Wtime() - start;
  double last = 0, sum = 0;
  MPI_Reduce(&mine, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (o.rank == 0)
    printf("RESULT coll name=%s ranks=%d simulated_s=%.15g mean_s=%.15g\n", name, o.size, last,
           sum / o.size);
  free(o.out);
  free(o.in);
  free(o.counts);
  free(o.displacements);
  MPI_Finalize();
  return 0;
}
