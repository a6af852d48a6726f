/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The exchange of rows after a panel (HPL_pdlaswp00) as one exchange, for overlay.c.
 *
 * A process row has rows for others in W, and the row of the panel has those of the panel in U:
 * these travel through the process rows in log2(P) messages and local copies between them. Nothing
 * that is copied has content, so HPL's own code can go through all of it without a stop: a message
 * is only noted, with what was computed before it, and the last one of the calling process starts
 * them all. Without look-ahead HPL asks for no panel between the messages.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "hpl.h"
#include "row_lists.h"
#include "smpi/injection.h"
#include "smpi/overlay.h"

/* The calls of one process for messages, which may be empty. Distances are those from the row of
 * the panel, 2^k is the largest power of two not above the number of process rows:
 *
 *   round 0          between distances i and 2^k + i
 *   1 .. k           0 .. 2^k - 1 exchange at distance 2^(round - 1); 2^k and above pass U on,
 *                    at distances 2^(round - 1) of a tree
 *   k + 1            between distances i and 2^k + i, again */
typedef struct {
  MPI_Comm comm;
  int size, power, power_log, root, distance;
  int call_count, called_count; /* 0 calls: nothing is noted */
  int step_count;
  smpi_exchange_step steps[2 + 8 * sizeof(int)];
} Swap;

static Swap** swap_of_process;
static int swap_process_count;

/* Of the calling process; NULL: its messages are sent at once. */
static Swap* noting_swap(void) {
  const int process = smpi_process_index();
  Swap* swap = process < swap_process_count ? swap_of_process[process] : NULL;
  return swap != NULL && swap->call_count > 0 ? swap : NULL;
}

static Swap* own_swap(void) {
  const int process = smpi_process_index();
  swap_of_process = grown(swap_of_process, &swap_process_count, process, sizeof *swap_of_process);
  if (swap_of_process[process] == NULL) swap_of_process[process] = calloc(1, sizeof(Swap));
  return swap_of_process[process];
}

/* Among distances 2^k and above: receives from its parent in a binomial tree, sends to its
 * children. */
static int calls_of_tree(int place, int size) {
  int bit = 1, calls = 0;
  while (2 * bit < size) bit *= 2;
  for (; bit > 0 && size > 1; bit /= 2) {
    if ((place & (bit - 1)) == 0 && ((place & bit) != 0 || (place ^ bit) < size)) calls++;
  }
  return calls;
}

/* From now on, messages of the calling process are noted, until it has made all its calls. */
static void note_swap(const HPL_T_panel* panel) {
  const HPL_T_grid* grid = panel->grid;
  Swap* swap = own_swap();
  const int beyond = grid->nprow - grid->row_ip2;
  swap->comm = grid->col_comm;
  swap->size = grid->nprow;
  swap->power = grid->row_ip2;
  swap->power_log = grid->row_hdim;
  swap->root = panel->prow;
  swap->distance = MModSub(grid->myrow, panel->prow, grid->nprow);
  swap->call_count = (swap->distance ^ swap->power) < swap->size ? 2 : 0;
  swap->call_count += swap->distance < swap->power
                          ? swap->power_log
                          : calls_of_tree(swap->distance - swap->power, beyond);
  swap->called_count = swap->step_count = 0;
}

static int round_with(const Swap* swap, int partner) {
  const int apart = swap->distance ^ MModSub(partner, swap->root, swap->size);
  int log = 0;
  if (apart == swap->power) return swap->called_count == 0 ? 0 : swap->power_log + 1;
  while (apart >> (log + 1) != 0) log++;
  return log + 1;
}

/* One call for a message to the partner and one from it, in doubles; the last one does them all. */
static void note_messages(Swap* swap, int send_count, int receive_count, int partner) {
  smpi_exchange_step* step = &swap->steps[swap->step_count];
  memset(step, 0, sizeof *step);
  step->round = round_with(swap, partner);
  step->send_to = send_count > 0 ? partner : -1;
  step->receive_from = receive_count > 0 ? partner : -1;
  step->outgoing_bytes = send_count > 0 ? (size_t)send_count * sizeof(double) : 0;
  step->incoming_bytes = receive_count > 0 ? (size_t)receive_count * sizeof(double) : 0;
  if (send_count > 0 || receive_count > 0) {
    step->flops = smpi_take_flops();
    swap->step_count++;
  }
  if (++swap->called_count < swap->call_count) return;
  swap->call_count = 0;
  const double first_flops = swap->step_count > 0 ? swap->steps[0].flops : 0;
  if (!smpi_exchange_turns(swap->comm, swap->power_log + 2, swap->steps, swap->step_count, 1,
                           &first_flops)) {
    fprintf(stderr, "hpl: the rows of a panel are not one exchange\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/* In the places of HPL_sdrv, HPL_send and HPL_recv. */
int exchange_doubles(double* out, int send_count, int send_tag, double* in, int receive_count,
                     int receive_tag, int partner, MPI_Comm comm) {
  Swap* swap = noting_swap();
  MPI_Request request;
  if (swap != NULL) {
    note_messages(swap, send_count, receive_count, partner);
    return HPL_SUCCESS;
  }
  if (receive_count > 0 && send_count > 0) {
    MPI_Irecv(in, receive_count, MPI_DOUBLE, partner, receive_tag, comm, &request);
    MPI_Send(out, send_count, MPI_DOUBLE, partner, send_tag, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else if (receive_count > 0) {
    MPI_Recv(in, receive_count, MPI_DOUBLE, partner, receive_tag, comm, MPI_STATUS_IGNORE);
  } else if (send_count > 0) {
    MPI_Send(out, send_count, MPI_DOUBLE, partner, send_tag, comm);
  }
  return HPL_SUCCESS;
}

int send_doubles(double* out, int count, int to, int tag, MPI_Comm comm) {
  return exchange_doubles(out, count, tag, NULL, 0, tag, to, comm);
}

int receive_doubles(double* in, int count, int from, int tag, MPI_Comm comm) {
  return exchange_doubles(NULL, 0, tag, in, count, tag, from, comm);
}
