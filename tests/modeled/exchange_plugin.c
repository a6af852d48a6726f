/* SPDX-License-Identifier: BSD-3-Clause
 * Takes the place of exchange() in exchange.c: tells its steps. */
#include <stdio.h>
#include <stdlib.h>

#include <smpi/overlay.h>

#include "exchange.h"

struct place {
  struct pattern* mine;
  int next;
};

static int next_step(void* state, smpi_exchange_step* step) {
  struct place* place = state;
  struct pattern* mine = place->mine;
  const struct exchange_part* part = &mine->parts[place->next];
  if (place->next > 0) mine->combine(mine, place->next - 1);
  if (place->next == mine->count) return 0;
  step->round = part->round;
  step->send_to = part->to;
  step->receive_from = part->from;
  step->outgoing = mine->out;
  step->incoming = mine->in;
  step->outgoing_bytes = step->content_bytes = (size_t)part->out_bytes;
  step->incoming_bytes = (size_t)part->in_bytes;
  place->next++;
  return 1;
}

void told_exchange(MPI_Comm comm, struct pattern* mine) {
  struct place place = {mine, 0};
  if (smpi_exchange(comm, MAX_ROUNDS, next_step, &place)) return;
  fprintf(stderr, "the exchange was not collapsed\n");
  exit(1);
}
