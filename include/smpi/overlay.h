/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For plug-ins of overlays: functions that take the place of a program's own functions, when its
 * control flow needs values that a formula cannot give.
 *
 *   plugin = "pivots.so"              cc -O2 -fPIC -shared pivots.c -o pivots.so
 *   [find_pivot]
 *   replace = "drawn_pivot"           int drawn_pivot(int n, const double* column) { ... }
 *
 * A function of a plug-in has the arguments and the result of the one it replaces. It runs in the
 * context of the calling rank, on its stack, and may call MPI. The plug-in is loaded once: its
 * variables are shared by all ranks. It injects time with the functions of injection.h
 * (smpi_execute_flops and others), and says with those below what it does with memory whose content
 * is not known. It must not allocate what the program frees, unless with malloc.
 */
#ifndef SMPI_OVERLAY_H
#define SMPI_OVERLAY_H

#include <stddef.h>

#include "mpi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From now on these bytes have no content: messages do not carry them. As if a modelled kernel had
   written them. */
void smpi_memory_forget(void* begin, size_t size);
/* These bytes were written, and their content counts from now on. */
void smpi_memory_wrote(void* begin, size_t size);
/* 1 when none of these bytes has content. */
int smpi_memory_lacks_content(const void* begin, size_t size);

/* A number of the calling rank's own stream, at least 0 and below 1. It depends on --cfg=smpi/seed
   and on nothing that other ranks do. */
double smpi_plausible_uniform(void);

/*
 * Collapsed exchanges: a function in which all ranks of a communicator send each other messages by
 * a pattern that each can tell step by step, and do nothing else. With --cfg=smpi/collapse:exact
 * such a call costs a fifth of its messages, and takes the same simulated time.
 *
 * A step is a message to a rank, from a rank, or both at once: MPI_Irecv, MPI_Send, MPI_Wait. Both
 * sides of a message give it the same round, and a rank gets at most one message in each round.
 */
typedef struct {
  int round;                 /* 0 .. round_count - 1 */
  int send_to, receive_from; /* ranks of the communicator; -1: nobody */
  const void* outgoing;
  void* incoming;
  size_t outgoing_bytes; /* of the message */
  size_t incoming_bytes; /* room for the other */
  size_t content_bytes;  /* so many are copied, the others have no content */
  double flops;          /* computed before the step; see smpi_exchange_can_compute */
} smpi_exchange_step;

/* Describes the next step of the calling rank, after a look at what the last one received; returns
   0 when there is none. May run on another stack: it must not call MPI. */
typedef int (*smpi_exchange_next)(void* state, smpi_exchange_step* step);

/* Does the steps of the calling rank, and returns 1. All ranks of `comm` call it, in the same
   order. Returns 0 without having done anything, for all ranks alike, where exchanges are not
   collapsed: the option says no, computation is measured, or messages are looked at one by one
   (traces, -analyze, noise). Then the caller sends the messages. */
int smpi_exchange(MPI_Comm comm, int round_count, smpi_exchange_next next, void* state);
/* 1 where messages of smpi_exchange may be long; the same for all ranks at any time. 0 with
   smpi/collapse:fast where ranks share a host, and so its links: its formulas are then far from
   what long messages take. */
int smpi_exchange_can_be_long(void);

/*
 * A loop of computations and exchanges can be one exchange, whose steps say what is computed before
 * each of them. Then a rank is woken once, not in each turn of the loop. A round may come again
 * when its message has been received.
 */
/* 1 where smpi_exchange collapses calls, and their steps may compute; the same for all ranks at any
   time. 0 also where somebody looks at computations: energy by classes of work, times of kernels.
   With smpi/collapse:fast, 0 where ranks share cores, or the speed of hosts changes by profiles. */
int smpi_exchange_can_compute(void);
/* What the calling rank has computed since its last message by smpi_execute* and modelled kernels;
   from now on it does not owe that time any more. */
double smpi_take_flops(void);

/* smpi_exchange for a loop whose turns have the same steps: they are told once. Before the first
   step of a turn, flops[turn] is computed in the place of what that step says; all of it may be 0.
   What the rank owes at the call was computed after the last turn: it still owes that afterwards.
   Rounds are those of one turn, 0 .. round_count - 1; a rank may be one turn ahead of another that
   it sends to, no more. `steps` is not looked at after the call, nor is `flops`. */
int smpi_exchange_turns(MPI_Comm comm, int round_count, const smpi_exchange_step* steps,
                        int step_count, int turn_count, const double* flops);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
