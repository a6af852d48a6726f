/* SPDX-License-Identifier: BSD-3-Clause
 * Random collectives on the world and on halves of it, between random computation: which, how long
 * and with what data depends on the seed alone. Prints when each rank ended, and a checksum of what
 * it got. Arguments: seed, calls, largest count. */
#include <mpi.h>
#include <smpi/smpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned next_random(unsigned* state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8;
}

/* Does not commute: the order of operands shows. */
static void affine(void* in, void* inout, int* count, MPI_Datatype* type) {
  const int* first = in;
  int* second = inout;
  int i;
  (void)type;
  for (i = 0; i < *count; i++) second[i] = (int)((unsigned)first[i] * 31u + (unsigned)second[i]);
}

struct buffers {
  int *out, *in;
  int count;
  MPI_Datatype type; /* of one element: an int, or the first of two */
  int ints;          /* that an element takes */
};

static void call_one(unsigned lot, MPI_Comm comm, MPI_Op op, const struct buffers* b, int root) {
  const int is_plain = b->ints == 1;
  switch (lot % 6) {
    case 0:
      MPI_Barrier(comm);
      break;
    case 1:
      MPI_Bcast(b->in, b->count, b->type, root, comm);
      break;
    case 2:
      MPI_Allreduce(b->out, b->in, b->count, MPI_INT, is_plain ? MPI_SUM : op, comm);
      break;
    case 3:
      MPI_Reduce(b->out, b->in, b->count, MPI_INT, is_plain ? MPI_MAX : op, root, comm);
      break;
    case 4:
      MPI_Allgather(b->out, b->count, b->type, b->in, b->count, b->type, comm);
      break;
    default:
      MPI_Allreduce(MPI_IN_PLACE, b->in, b->count, MPI_INT, MPI_BXOR, comm);
  }
}

int main(int argc, char** argv) {
  unsigned state = (unsigned)atoi(argv[1]), own, sum = 0;
  const int calls = atoi(argv[2]), count_max = atoi(argv[3]);
  MPI_Comm comms[2];
  MPI_Datatype pairs;
  MPI_Op op;
  struct buffers b;
  int rank, size, length, call, i;
  (void)argc;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  comms[0] = MPI_COMM_WORLD;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comms[1]);
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &pairs);
  MPI_Type_commit(&pairs);
  MPI_Op_create(affine, 0, &op);
  own = state + 77777U * (unsigned)rank;
  length = 2 * (count_max + 1) * size;
  b.out = malloc((size_t)length * sizeof(int));
  b.in = malloc((size_t)length * sizeof(int));
  for (i = 0; i < length; i++) b.out[i] = b.in[i] = (int)next_random(&own);
  for (call = 0; call < calls; call++) {
    const unsigned lot = next_random(&state), which = next_random(&state) % 2;
    int members;
    b.count = (int)(next_random(&state) % (unsigned)(count_max + 1));
    b.ints = 1 + (int)(next_random(&state) % 2);
    b.type = b.ints == 1 ? MPI_INT : pairs;
    MPI_Comm_size(comms[which], &members);
    if (next_random(&own) % 2 == 0) smpi_execute_benched(1e-6 * (next_random(&own) % 100));
    call_one(lot, comms[which], op, &b,
             (int)(next_random(&state) % 1000) % members % (size / 2 + 1));
    for (i = 0; i < length; i++) sum = sum * 33 + (unsigned)b.in[i];
  }
  printf("rank %d ended at %a, sum %u\n", rank, MPI_Wtime(), sum);
  MPI_Finalize();
  return 0;
}
