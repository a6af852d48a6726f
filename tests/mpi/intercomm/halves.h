/* SPDX-License-Identifier: BSD-3-Clause */
/* An intercommunicator between the low and the high ranks of MPI_COMM_WORLD. */
#pragma once
#include "check.h"

static MPI_Comm own_half; /* the ranks of this rank's side */
static int half_size;     /* of the low side */
static int is_high;

__attribute__((unused)) static MPI_Comm make_halves(void) {
  MPI_Comm inter;
  half_size = (world_size + 1) / 2;
  is_high = world_rank >= half_size;
  MPI_Comm_split(MPI_COMM_WORLD, is_high, world_rank, &own_half);
  MPI_Intercomm_create(own_half, 0, MPI_COMM_WORLD, is_high ? 0 : half_size, 12, &inter);
  return inter;
}
