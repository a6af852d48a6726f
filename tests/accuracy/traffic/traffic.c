/* SPDX-License-Identifier: BSD-3-Clause
 * Which rank sends how much to which: calls collectives, one case after the other. With a counter
 * linked in (openmpi_counter.c, mpich_counter.c) it prints the messages and bytes of each pair of
 * ranks; without one, as in the simulator, which has --comm-matrix, the calls are all it does.
 *
 * A case is NAME BYTES, where BYTES is the size of one rank's block: of the whole vector for bcast,
 * reduce, allreduce, scan and exscan. NAME is a collective without MPI_, with an i in front for its
 * nonblocking form, and .VARIANT behind it: root (the middle rank is the root), in_place, uneven
 * (blocks of 0, 1 and 2 BYTES in turn), ordered (an operation of the user that does not commute),
 * user_op (one that does).
 * usage: traffic NAME BYTES [NAME BYTES]... | traffic @FILE with the same words */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Call {
  char collective[64];
  int nonblocking, in_place, uneven;
  int rank, size, root;
  int count; /* ints in one block */
  MPI_Op op;
  int *out, *in;
  int *counts, *starts;           /* of all blocks in one vector */
  int *peer_counts, *peer_starts; /* of this rank's blocks for its peers */
  int* peer_starts_bytes;
  MPI_Datatype* types;
};

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *length; i++) ((int*)inout)[i] += ((int*)in)[i];
}

enum { unknown = -1 }; /* no such collective */

static int finish(MPI_Request* request) {
  return MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* Either form of a collective. */
#define EITHER(blocking, nonblocking_form, ...)                                          \
  (c->nonblocking                                                                        \
       ? (MPI_##nonblocking_form(__VA_ARGS__, MPI_COMM_WORLD, request), finish(request)) \
       : MPI_##blocking(__VA_ARGS__, MPI_COMM_WORLD))
#define IS(name) (strcmp(c->collective, name) == 0)

static int reduce(const struct Call* c, MPI_Request* request) {
  const void* out = c->in_place ? MPI_IN_PLACE : c->out;
  if (IS("reduce"))
    return EITHER(Reduce, Ireduce, c->rank == c->root ? out : c->out, c->in, c->count, MPI_INT,
                  c->op, c->root);
  if (IS("allreduce")) return EITHER(Allreduce, Iallreduce, out, c->in, c->count, MPI_INT, c->op);
  if (IS("scan")) return EITHER(Scan, Iscan, out, c->in, c->count, MPI_INT, c->op);
  if (IS("exscan")) return EITHER(Exscan, Iexscan, out, c->in, c->count, MPI_INT, c->op);
  if (IS("reduce_scatter"))
    return EITHER(Reduce_scatter, Ireduce_scatter, out, c->in, c->counts, MPI_INT, c->op);
  if (IS("reduce_scatter_block"))
    return EITHER(Reduce_scatter_block, Ireduce_scatter_block, out, c->in, c->count, MPI_INT,
                  c->op);
  return unknown;
}

static int move(const struct Call* c, MPI_Request* request) {
  const int own = c->counts[c->rank];
  const void* out = c->in_place ? MPI_IN_PLACE : c->out;
  if (IS("bcast")) return EITHER(Bcast, Ibcast, c->out, c->count, MPI_INT, c->root);
  if (IS("gather"))
    return EITHER(Gather, Igather, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, c->root);
  if (IS("gatherv"))
    return EITHER(Gatherv, Igatherv, c->out, own, MPI_INT, c->in, c->counts, c->starts, MPI_INT,
                  c->root);
  if (IS("scatter"))
    return EITHER(Scatter, Iscatter, c->out, c->count, MPI_INT, c->in, c->count, MPI_INT, c->root);
  if (IS("scatterv"))
    return EITHER(Scatterv, Iscatterv, c->out, c->counts, c->starts, MPI_INT, c->in, own, MPI_INT,
                  c->root);
  if (IS("allgather"))
    return EITHER(Allgather, Iallgather, out, c->count, MPI_INT, c->in, c->count, MPI_INT);
  if (IS("allgatherv"))
    return EITHER(Allgatherv, Iallgatherv, out, own, MPI_INT, c->in, c->counts, c->starts, MPI_INT);
  if (IS("alltoall"))
    return EITHER(Alltoall, Ialltoall, out, c->count, MPI_INT, c->in, c->count, MPI_INT);
  if (IS("alltoallv"))
    return EITHER(Alltoallv, Ialltoallv, out, c->peer_counts, c->peer_starts, MPI_INT, c->in,
                  c->peer_counts, c->peer_starts, MPI_INT);
  if (IS("alltoallw"))
    return EITHER(Alltoallw, Ialltoallw, out, c->peer_counts, c->peer_starts_bytes, c->types, c->in,
                  c->peer_counts, c->peer_starts_bytes, c->types);
  return unknown;
}

static int synchronise(const struct Call* c, MPI_Request* request) {
  if (!IS("barrier")) return unknown;
  if (!c->nonblocking) return MPI_Barrier(MPI_COMM_WORLD);
  MPI_Ibarrier(MPI_COMM_WORLD, request);
  return finish(request);
}

static void run(const struct Call* c) {
  MPI_Request request;
  if (reduce(c, &request) == unknown && move(c, &request) == unknown &&
      synchronise(c, &request) == unknown) {
    fprintf(stderr, "traffic: unknown collective '%s'\n", c->collective);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
}

/* What this rank has sent to each rank so far; of the counter that is linked in. */
__attribute__((weak)) void counter_start(int rank, int size);
__attribute__((weak)) void counter_read(int size, size_t* messages, size_t* bytes);

/* NAME to a call; everything but the buffers. */
static void parse(const char* name, int bytes, struct Call* c) {
  const char* variant = strchr(name, '.');
  const size_t length = variant == NULL ? strlen(name) : (size_t)(variant - name);
  c->nonblocking = name[0] == 'i';
  snprintf(c->collective, sizeof c->collective, "%.*s", (int)(length - c->nonblocking),
           name + c->nonblocking);
  c->count = bytes / (int)sizeof(int);
  variant = variant == NULL ? "" : variant + 1;
  c->root = strcmp(variant, "root") == 0 ? c->size / 2 : 0;
  c->in_place = strcmp(variant, "in_place") == 0;
  c->uneven = strcmp(variant, "uneven") == 0;
  c->op = MPI_SUM;
  if (strcmp(variant, "ordered") == 0) MPI_Op_create(add, 0, &c->op);
  if (strcmp(variant, "user_op") == 0) MPI_Op_create(add, 1, &c->op);
}

static void fill(struct Call* c) {
  int start = 0, peer_start = 0;
  const int size = c->size;
  c->counts = malloc(5 * size * sizeof(int));
  c->starts = c->counts + size;
  c->peer_counts = c->starts + size;
  c->peer_starts = c->peer_counts + size;
  c->peer_starts_bytes = c->peer_starts + size;
  c->types = malloc(size * sizeof(MPI_Datatype));
  for (int i = 0; i < size; i++) {
    c->counts[i] = c->uneven ? c->count * (i % 3) : c->count;
    c->peer_counts[i] = c->uneven ? c->count * ((c->rank + i) % 3) : c->count;
    c->starts[i] = start;
    c->peer_starts[i] = peer_start;
    c->peer_starts_bytes[i] = peer_start * (int)sizeof(int);
    c->types[i] = MPI_INT;
    start += c->counts[i];
    peer_start += c->peer_counts[i];
  }
  const size_t length = 2 * (size_t)size * c->count + 2;
  c->out = calloc(length, sizeof(int));
  c->in = calloc(length, sizeof(int));
}

static void release(struct Call* c) {
  if (c->op != MPI_SUM) MPI_Op_free(&c->op);
  free(c->counts);
  free(c->types);
  free(c->out);
  free(c->in);
}

static void print_traffic(const char* name, int bytes, const struct Call* c, const size_t* before,
                          const size_t* after) {
  const int size = c->size;
  unsigned long long* own = malloc(2 * size * sizeof *own);
  unsigned long long* all = malloc(2 * size * (size_t)size * sizeof *all);
  for (int i = 0; i < 2 * size; i++) own[i] = after[i] - before[i];
  MPI_Gather(own, 2 * size, MPI_UNSIGNED_LONG_LONG, all, 2 * size, MPI_UNSIGNED_LONG_LONG, 0,
             MPI_COMM_WORLD);
  if (c->rank == 0) {
    printf("TRAFFIC %s %d", name, bytes);
    for (int from = 0; from < size; from++)
      for (int to = 0; to < size; to++) {
        const unsigned long long* row = all + 2 * size * (size_t)from;
        if (row[to] > 0 && from != to)
          printf(" %d>%d:%llu:%llu", from, to, row[to], row[size + to]);
      }
    printf("\n");
    fflush(stdout);
  }
  free(own);
  free(all);
}

static void run_case(const char* name, int bytes) {
  struct Call call;
  MPI_Comm_rank(MPI_COMM_WORLD, &call.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &call.size);
  parse(name, bytes, &call);
  fill(&call);
  const int size = call.size;
  if (counter_read == NULL) {
    run(&call);
  } else {
    size_t* values = calloc(4 * size, sizeof(size_t));
    counter_read(size, values, values + size);
    run(&call);
    counter_read(size, values + 2 * size, values + 3 * size);
    print_traffic(name, bytes, &call, values, values + 2 * size);
    free(values);
  }
  release(&call);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (counter_start != NULL) counter_start(rank, size);
  if (argc == 2 && argv[1][0] == '@') {
    FILE* file = fopen(argv[1] + 1, "r");
    char name[64];
    int bytes;
    while (file != NULL && fscanf(file, "%63s %d", name, &bytes) == 2) run_case(name, bytes);
    if (file != NULL) fclose(file);
  }
  for (int i = 1; i + 1 < argc; i += 2) run_case(argv[i], atoi(argv[i + 1]));
  MPI_Finalize();
  return 0;
}
