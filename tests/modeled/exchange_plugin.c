/* SPDX-License-Identifier: BSD-3-Clause
 * Takes the place of exchange() in exchange.c: tells its steps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <smpi/overlay.h>

#include "exchange.h"

struct place {
  struct pattern* mine;
  int turn, turns, next;
  const double* flops; /* by turn; NULL: they were computed before */
};

static int next_step(void* state, smpi_exchange_step* step) {
  struct place* place = state;
  struct pattern* mine = place->mine;
  const struct exchange_part* part;
  if (place->next > 0) mine->combine(mine, place->next - 1);
  if (place->next == mine->count) place->next = 0, place->turn++;
  if (place->turn == place->turns || mine->count == 0) return 0;
  part = &mine->parts[place->next];
  if (place->next == 0 && place->flops != NULL) step->flops = place->flops[place->turn];
  step->round = place->turn * MAX_ROUNDS + part->round;
  step->send_to = part->to;
  step->receive_from = part->from;
  step->outgoing = mine->out;
  step->incoming = mine->in;
  step->outgoing_bytes = step->content_bytes = (size_t)part->out_bytes;
  step->incoming_bytes = (size_t)part->in_bytes;
  place->next++;
  return 1;
}

/* Messages without data have the same steps in each turn. */
static int tell_turns(MPI_Comm comm, const struct pattern* mine, int turns, const double* flops) {
  smpi_exchange_step steps[MAX_ROUNDS];
  int i;
  memset(steps, 0, sizeof steps);
  for (i = 0; i < mine->count; i++) {
    steps[i].round = mine->parts[i].round;
    steps[i].send_to = mine->parts[i].to;
    steps[i].receive_from = mine->parts[i].from;
  }
  steps[0].flops = 1e20; /* not that: those of the turn */
  return smpi_exchange_turns(comm, MAX_ROUNDS, steps, mine->count, turns, flops);
}

static void tell(MPI_Comm comm, struct pattern* mine, int turns, const double* flops) {
  struct place place = {.mine = mine, .turns = turns, .flops = flops};
  if (flops != NULL && mine->is_closed) {
    if (tell_turns(comm, mine, turns, flops)) return;
  } else if (smpi_exchange(comm, turns * MAX_ROUNDS, next_step, &place)) {
    return;
  }
  fprintf(stderr, "the exchange was not collapsed\n");
  exit(1);
}

void told_exchange(MPI_Comm comm, struct pattern* mine) {
  double flops[MAX_TURNS];
  int turn;
  if (!smpi_exchange_can_compute()) {
    for (turn = 0; turn < mine->turns; turn++) {
      if (mine->seconds[turn] > 0) smpi_execute_benched(mine->seconds[turn]);
      tell(comm, mine, 1, NULL);
    }
    return;
  }
  for (turn = 0; turn < mine->turns; turn++) {
    if (mine->seconds[turn] > 0) smpi_execute_benched(mine->seconds[turn]);
    /* A rank without a message computes, and sends none. */
    if (mine->count > 0) flops[turn] = smpi_take_flops();
  }
  tell(comm, mine, mine->turns, flops);
}
