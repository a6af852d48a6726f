// SPDX-License-Identifier: BSD-3-Clause
//
// What the programs of tests/analyze share: buffers, handles for mistakes, and the choice of a
// case.
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static MPI_Comm copy, ring;
static MPI_Datatype uncommitted;
static int out[256], in[256], counts[8], places[8], flag;
static char pool[65536];
static MPI_Request request = MPI_REQUEST_NULL, second = MPI_REQUEST_NULL;
static MPI_Win window;
static MPI_Message message;

struct Case {
  const char* name;
  void (*run)(void);
};

static void set_up(void) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  const int period = 1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 0, &ring);
  MPI_Type_contiguous(1, MPI_INT, &uncommitted);
  for (int i = 0; i < 8; i++) {
    counts[i] = 4;
    places[i] = 4 * i;
  }
  for (int i = 0; i < 256; i++) out[i] = i + rank;
}

static void tear_down(void) {
  MPI_Comm_free(&copy);
  MPI_Comm_free(&ring);
  MPI_Type_free(&uncommitted);
}

// Runs the case that the argument names.
static int run_case(int argc, char** argv, const struct Case* cases) {
  const char* name = argc > 1 ? argv[1] : "";
  const struct Case* chosen = cases;
  while (chosen->name != NULL && strcmp(chosen->name, name) != 0) chosen++;
  if (chosen->name == NULL) {
    fprintf(stderr, "no such case: %s\n", name);
    return 2;
  }
  MPI_Init(&argc, &argv);
  set_up();
  chosen->run();
  tear_down();
  MPI_Finalize();
  return 0;
}
