// SPDX-License-Identifier: BSD-3-Clause
//
// Who waits for whom in a collective, as in smpi/scale-collectives:0 (docs/what-if.md), and what it
// takes besides: a collective of stamps on the communicator's copy, begun when the program's own
// has been called without an error, and completed after it. Stamps with -infinity ask nobody to
// wait.
//
//     all         each waits for the last entry, plus the cost
//     fan out     the others wait for the root's entry, plus the cost
//     fan in      the root waits for the last entry of the others, plus the cost
//     before      each waits for the last entry of lower ranks, plus the cost
//     neighbours  each waits for the last entry of those that send to it, plus the cost
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

#include "tools/acquire/virtual_library.h"
#include "tools/acquire/virtual_messages.h"
#include "tools/acquire/virtual_time.h"

/* Places for them, some of which may be empty. */
static int neighbours_of(const channel* on) {
  int kind = MPI_UNDEFINED, sources = 0, destinations = 0, is_weighted = 0;
  PMPI_Topo_test(on->comm, &kind);
  if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(on->comm, &sources, &destinations, &is_weighted);
  } else if (kind == MPI_CART) {
    PMPI_Cartdim_get(on->comm, &sources);
    sources *= 2;
  } else if (kind == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(on->comm, on->rank, &sources);
  }
  return sources;
}

/* At the edge of a grid there is none. */
static int is_there(const channel* on, int place) {
  int kind = MPI_UNDEFINED, ranks[2] = {0, 0};
  PMPI_Topo_test(on->comm, &kind);
  if (kind == MPI_CART) PMPI_Cart_shift(on->comm, place / 2, 1, &ranks[0], &ranks[1]);
  return ranks[place % 2] != MPI_PROC_NULL;
}

int neighbours_there(const channel* on) {
  int count = 0;
  for (int i = neighbours_of(on) - 1; i >= 0; i--) count += is_there(on, i);
  return count;
}

exchange exchange_of(enum exchange_rule rule, channel* on, int root, double size_bytes) {
  exchange made = {.rule = rule, .channel = on, .root = root};
  if (on == NULL) return made;
  const int is_near = rule == exchange_neighbours;
  const int rounds = is_near ? neighbours_there(on) > 0 : on->rounds;
  if (on->partners > 0 || is_near) made.cost_s = acquire_collective_s(rounds, size_bytes);
  return made;
}

exchange exchange_of_making(channel* on) {
  exchange made = {.rule = exchange_all, .channel = on, .root = 0};
  if (on != NULL) made.cost_s = on->rounds * acquire_message_s(0);
  return made;
}

static void begin_at_neighbours(exchange* begun) {
  begun->neighbours = neighbours_of(begun->channel);
  begun->from_neighbours = malloc((size_t)(begun->neighbours + 1) * sizeof *begun->from_neighbours);
  for (int i = 0; i < begun->neighbours; i++) begun->from_neighbours[i] = -INFINITY;
  PMPI_Ineighbor_allgather(&begun->out_s, 1, MPI_DOUBLE, begun->from_neighbours, 1, MPI_DOUBLE,
                           begun->channel->comm, &begun->request);
}

/* `begun` stays where it is until the end. */
void exchange_begin(exchange* begun) {
  begun->request = MPI_REQUEST_NULL;
  begun->in_s = -INFINITY;
  if (begun->channel == NULL) return;
  const MPI_Comm comm = begun->channel->comm;
  begun->out_s = acquire_clock_now_s();
  switch (begun->rule) {
    case exchange_all:
      begun->out_s += begun->cost_s;
      PMPI_Iallreduce(&begun->out_s, &begun->in_s, 1, MPI_DOUBLE, MPI_MAX, comm, &begun->request);
      break;
    case exchange_fan_out:
      begun->out_s += begun->cost_s;
      PMPI_Ibcast(channel_is_root(begun->channel, begun->root) ? &begun->out_s : &begun->in_s, 1,
                  MPI_DOUBLE, begun->root, comm, &begun->request);
      break;
    case exchange_fan_in:
      if (channel_is_root(begun->channel, begun->root)) begun->out_s = -INFINITY;
      PMPI_Ireduce(&begun->out_s, &begun->in_s, 1, MPI_DOUBLE, MPI_MAX, begun->root, comm,
                   &begun->request);
      break;
    case exchange_before:
      PMPI_Iexscan(&begun->out_s, &begun->in_s, 1, MPI_DOUBLE, MPI_MAX, comm, &begun->request);
      break;
    case exchange_neighbours:
      begin_at_neighbours(begun);
      break;
  }
}

void exchange_end(exchange* ended) {
  if (ended->channel == NULL) return;
  PMPI_Wait(&ended->request, MPI_STATUS_IGNORE);
  /* The first rank gets nothing from lower ones. */
  const int is_first = ended->rule == exchange_before && ended->channel->own == 0;
  double until_s = is_first ? -INFINITY : ended->in_s;
  for (int i = 0; i < ended->neighbours; i++) {
    if (ended->from_neighbours[i] > until_s) until_s = ended->from_neighbours[i];
  }
  free(ended->from_neighbours);
  ended->from_neighbours = NULL;
  ended->neighbours = 0;
  const int has_cost = ended->rule == exchange_all || ended->rule == exchange_fan_out;
  acquire_clock_wait(has_cost ? until_s : until_s + ended->cost_s);
}

void exchange_done(exchange* done) {
  exchange_begin(done);
  exchange_end(done);
}

static double count_at(counts of, int i) {
  return of.ints != NULL ? of.ints[i] : (double)of.large[i];
}

static double size_at(counts of, const MPI_Datatype* types, int i) {
  return count_at(of, i) * (double)virtual_type_size(types[i]);
}

double sum_of_others(const channel* on, int length, counts of) {
  double sum = 0;
  for (int i = 0; i < length; i++) sum += i == on->own ? 0 : count_at(of, i);
  return sum;
}

double sum_of_typed(const channel* on, counts of, const MPI_Datatype* types) {
  double sum = 0;
  for (int i = 0; i < on->lengths; i++) sum += i == on->own ? 0 : size_at(of, types, i);
  return sum;
}

double sum_of_neighbours(const channel* on, counts of) {
  double sum = 0;
  for (int i = neighbours_of(on) - 1; i >= 0; i--) sum += is_there(on, i) ? count_at(of, i) : 0;
  return sum;
}

double sum_of_typed_neighbours(const channel* on, counts of, const MPI_Datatype* types) {
  double sum = 0;
  for (int i = neighbours_of(on) - 1; i >= 0; i--)
    sum += is_there(on, i) ? size_at(of, types, i) : 0;
  return sum;
}
