/* SPDX-License-Identifier: BSD-3-Clause
 * What exchange.c and its plug-in know in common. */
#pragma once

#include <mpi.h>

enum { DRAWN_ROUNDS = 8, MAX_ROUNDS = DRAWN_ROUNDS + 5, MAX_TURNS = 5 };

struct exchange_part {
  int round;
  int to, from; /* -1: nobody */
  int out_bytes, in_bytes;
};

/* The parts are done in each turn, after a computation. */
struct pattern {
  int turns;
  double seconds[MAX_TURNS];
  int count;     /* of parts */
  int is_closed; /* without data, and no rank is more than a turn ahead */
  struct exchange_part parts[MAX_ROUNDS];
  char *out, *in;
  void (*combine)(struct pattern* mine, int step);
};
