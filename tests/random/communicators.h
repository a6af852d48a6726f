/* SPDX-License-Identifier: BSD-3-Clause
 * Random communicators. Every rank knows the members of each, also of those it is not in. */
#pragma once

#include "script.h"

typedef struct {
  int size;
  int world[MAX_RANKS]; /* of each member, in order */
} Members;

typedef enum { NO_TOPOLOGY, CARTESIAN, GRAPH, DISTRIBUTED_GRAPH } Topology;

enum { MOST_EDGES = 128, MOST_DIMENSIONS = 3 };

typedef struct {
  MPI_Comm handle; /* MPI_COMM_NULL when this rank is no member */
  bool inter;
  /* Intracommunicators have one group, sides[0]. */
  Members sides[2];
  int side, rank; /* of this rank */
  /* Steps may receive from anybody and with any tag: then each ends with a barrier. */
  bool wild;
  Topology topology;
  int dimension_count, lengths[MOST_DIMENSIONS], periodic[MOST_DIMENSIONS];
  int edge_count, edge_from[MOST_EDGES], edge_to[MOST_EDGES];
} Communicator;

/* The communicators of the run; the first two are MPI_COMM_WORLD and MPI_COMM_SELF. */
void start_communicators(void);
void free_communicators(void);
/* Step: makes one of another, or frees one. */
void step_communicator(Stream* stream);

typedef enum { ANY, INTRA, WITH_TOPOLOGY } Wanted;
/* NULL when there is none. */
const Communicator* choose_communicator(Stream* stream, Wanted wanted);

bool is_member(const Communicator* communicator);
/* The group that this rank exchanges data with: its own, or the other one. */
const Members* partners(const Communicator* communicator);
const Members* own_group(const Communicator* communicator);
/* The ranks that rank `of` receives from, and those it sends to, in the order of the neighbourhood
 * collectives; MPI_PROC_NULL at the border of a grid. Returns their number. */
int sources_of(const Communicator* communicator, int of, int* found);
int destinations_of(const Communicator* communicator, int of, int* found);
