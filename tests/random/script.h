/* SPDX-License-Identifier: BSD-3-Clause
 * The random script that all ranks follow.
 *
 * A step draws what it does from a stream that depends on seed and step only, so every rank knows
 * what all ranks do, and what every rank must receive, without asking. What one rank decides for
 * itself (how it waits, which layout it gives its data) comes from its own stream. */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RANKS = 32, MAX_TAG_OFFSET = 64 };

typedef uint64_t Word;

/* splitmix64. */
typedef struct {
  Word state;
} Stream;

Word mix(Word a, Word b);
Stream stream_of(Word a, Word b, Word c);
Word draw(Stream* stream);
int below(Stream* stream, int bound); /* 0 .. bound - 1 */
int between(Stream* stream, int first, int last);
bool chance(Stream* stream, int percent);
/* A random order of 0 .. count - 1. */
void shuffle(Stream* stream, int count, int* order);

/* Where the run is. */
typedef struct {
  Word seed;
  int step;
  const char* what; /* the kind of the step, or what is completed in it */
  bool trace;
  /* Leave out what MPICH 4.0 gets wrong: persistent collectives, handles that are freed while
   * operations use them, MPI_Testall and MPI_Waitsome with persistent requests, MPI_Get_elements of
   * some types, true bounds of some, displacements of a rank alone, MPI_Isendrecv_replace,
   * MPI_MIN of large unsigned numbers, MPI_Neighbor_alltoallw. */
  bool cautious;
  int rank, size; /* in MPI_COMM_WORLD */
} Script;
extern Script script;

Stream common_stream(void); /* of this step, the same on all ranks */
Stream own_stream(void);    /* of this step and rank */
/* Names the data that `rank` (of MPI_COMM_WORLD) contributes to this step as its piece `index`. */
Word key_of(int rank, int index);

/* Says seed, step and rank, and ends the run. */
void fail(const char* format, ...) __attribute__((format(printf, 1, 2), noreturn));
#define REQUIRE(condition, ...)          \
  do {                                   \
    if (!(condition)) fail(__VA_ARGS__); \
  } while (0)
