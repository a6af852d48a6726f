/* SPDX-License-Identifier: BSD-3-Clause
 * Random exchanges among the ranks, between random computation and other messages: pattern, sizes
 * and data depend on the seed alone. Prints when each rank ended, and a checksum of what it got.
 * exchange_plugin.c takes the place of exchange(), for smpi/collapse. Arguments: seed, calls,
 * largest message in bytes. */
#include "exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <smpi/smpi.h>

static unsigned next_random(unsigned* state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8;
}

/* Mixes what was received into what is sent next. */
static void combine(struct pattern* mine, int step) {
  const struct exchange_part* part = &mine->parts[step];
  int i;
  if (part->from < 0) return;
  for (i = 0; i < part->in_bytes; i++) mine->out[i] = (char)(mine->out[i] * 31 + mine->in[i] + i);
}

/* The calls that a step stands for. */
static void exchange_once(MPI_Comm comm, struct pattern* mine) {
  MPI_Request request;
  int step;
  for (step = 0; step < mine->count; step++) {
    const struct exchange_part* part = &mine->parts[step];
    if (part->from >= 0)
      MPI_Irecv(mine->in, part->in_bytes, MPI_CHAR, part->from, 7, comm, &request);
    if (part->to >= 0) MPI_Send(mine->out, part->out_bytes, MPI_CHAR, part->to, 7, comm);
    if (part->from >= 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    combine(mine, step);
  }
}

__attribute__((noipa)) void exchange(MPI_Comm comm, struct pattern* mine) {
  int turn;
  for (turn = 0; turn < mine->turns; turn++) {
    if (mine->seconds[turn] > 0) smpi_execute_benched(mine->seconds[turn]);
    exchange_once(comm, mine);
  }
}

/* In each round some ranks send to one that nobody else sends to; with pairs, each also gets its
 * partner's. */
static void draw(struct pattern* mine, unsigned* state, int rank, int size, int bytes_max) {
  const int rounds = 1 + (int)(next_random(state) % DRAWN_ROUNDS);
  int* target = malloc((size_t)size * sizeof(int));
  int round, i;
  mine->count = 0;
  mine->combine = combine;
  for (round = 0; round < rounds; round++) {
    const int is_paired = (int)(next_random(state) % 2), keep = (int)(next_random(state) % 4) + 1;
    for (i = 0; i < size; i++) target[i] = i;
    for (i = size - 1; i > 0; i--) {
      const int other = (int)(next_random(state) % (unsigned)(i + 1)), moved = target[i];
      target[i] = target[other];
      target[other] = moved;
    }
    struct exchange_part part = {.round = round, .to = -1, .from = -1};
    for (i = 0; i < size; i++) {
      /* target[] is a cycle of ranks: each sends to the next, or the first of two exchange. */
      const int sender = target[i];
      const int receiver =
          is_paired ? ((i ^ 1) < size ? target[i ^ 1] : sender) : target[(i + 1) % size];
      const int bytes = (int)(next_random(state) % (unsigned)(bytes_max + 1));
      const int is_sent = receiver != sender && (int)(next_random(state) % 4) < keep;
      if (!is_sent) continue;
      if (sender == rank) part.to = receiver, part.out_bytes = bytes;
      if (receiver == rank) part.from = sender, part.in_bytes = bytes;
    }
    if (part.to >= 0 || part.from >= 0) mine->parts[mine->count++] = part;
  }
  free(target);
  /* Nobody begins the next turn before all have begun this one. */
  mine->is_closed = bytes_max == 0 && size > 1;
  for (i = 1; mine->is_closed && i < size; i *= 2) {
    const struct exchange_part part = {
        .round = round++, .to = (rank + i) % size, .from = (rank - i + size) % size};
    mine->parts[mine->count++] = part;
  }
}

int main(int argc, char** argv) {
  unsigned state = (unsigned)atoi(argv[1]), own;
  const int calls = atoi(argv[2]), bytes_max = atoi(argv[3]);
  struct pattern mine;
  int rank, size, call, i;
  unsigned sum = 0;
  (void)argc;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  own = state + 77777U * (unsigned)rank;
  mine.out = malloc((size_t)bytes_max + 1);
  mine.in = malloc((size_t)bytes_max + 1);
  for (i = 0; i <= bytes_max; i++) mine.out[i] = (char)next_random(&own);
  for (call = 0; call < calls; call++) {
    const int shift = 1 + (int)(next_random(&state) % (unsigned)size),
              goes_on = (int)(next_random(&state) % 3) == 0;
    static char other_in[20000], other_out[20000];
    MPI_Request requests[2];
    draw(&mine, &state, rank, size, bytes_max);
    mine.turns = 1 + (int)(next_random(&state) % MAX_TURNS);
    for (i = 0; i < mine.turns; i++) {
      mine.seconds[i] = 1e-6 * ((int)(next_random(&own) % 300) - 100); /* nothing, below 0 */
    }
    /* Some ranks come late, as messages are under way or not. */
    if (next_random(&own) % 2 == 0) smpi_execute_benched(1e-6 * (next_random(&own) % 200));
    if (goes_on) {
      MPI_Irecv(other_in, sizeof other_in, MPI_CHAR, (rank + shift) % size, 8, MPI_COMM_WORLD,
                &requests[0]);
      MPI_Isend(other_out, sizeof other_out, MPI_CHAR, (rank - shift + size) % size, 8,
                MPI_COMM_WORLD, &requests[1]);
    }
    exchange(MPI_COMM_WORLD, &mine);
    if (goes_on) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i <= bytes_max; i++) sum = sum * 33 + (unsigned char)mine.out[i];
  }
  printf("rank %d ended at %a, sum %u\n", rank, MPI_Wtime(), sum);
  MPI_Finalize();
  return 0;
}
