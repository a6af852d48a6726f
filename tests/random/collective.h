/* SPDX-License-Identifier: BSD-3-Clause
 * What the steps with collectives share: one call in all its forms, the data of ranks. */
#pragma once

#include "communicators.h"
#include "pending.h"

/* Calls MPI_Name(...), or starts MPI_Iname(...) or MPI_Name_init(..., info, ...) for `operation`.
 */
#define START(operation, Name, Iname, ...)                                  \
  switch ((operation)->form) {                                              \
    case BLOCKING:                                                          \
      MPI_##Name(__VA_ARGS__);                                              \
      break;                                                                \
    case NONBLOCKING:                                                       \
      MPI_##Iname(__VA_ARGS__, &(operation)->request);                      \
      break;                                                                \
    default:                                                                \
      MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &(operation)->request); \
  }
/* The functions with large counts. */
#define START_LARGE(operation, Name, Iname, ...)                              \
  switch ((operation)->form) {                                                \
    case BLOCKING:                                                            \
      MPI_##Name##_c(__VA_ARGS__);                                            \
      break;                                                                  \
    case NONBLOCKING:                                                         \
      MPI_##Iname##_c(__VA_ARGS__, &(operation)->request);                    \
      break;                                                                  \
    default:                                                                  \
      MPI_##Name##_init_c(__VA_ARGS__, MPI_INFO_NULL, &(operation)->request); \
  }
/* Either, where no argument is an array. */
#define START_ANY_COUNT(large, operation, Name, Iname, ...) \
  if (large) {                                              \
    START_LARGE(operation, Name, Iname, __VA_ARGS__)        \
  } else {                                                  \
    START(operation, Name, Iname, __VA_ARGS__)              \
  }

/* One collective call of this rank. */
typedef struct {
  const Communicator* communicator;
  MPI_Comm handle;
  bool in_place, large;
  int root;   /* a rank; of side 0 in an intercommunicator */
  Block data; /* of one rank for one rank; each rank has its own layouts of it */
  Pending operation;
  Stream own;
} Call;

/* Random data: few elements of a derived type, or up to some thousands of a basic one. */
void random_block(Stream* stream, Block* block);
/* Draws all that ranks have in common. */
void start_call(Stream* stream, Wanted wanted, Call* call);
void free_call(Call* call); /* of those that did not begin */
/* A layout for `blocks` times the data, one behind the other; its count is that of one. */
Block layout_of(Call* call, int blocks);
long stride_bytes(const Block* block); /* from one such to the next */
Buffer* buffer_for_blocks(const Block* block, int blocks);
/* Those that a rooted collective moves data to or from; the root is in side 0. */
const Members* leaves_of(const Call* call);
bool is_leaf(const Call* call);
Word root_key(const Call* call, int index);
/* Of intercommunicators: MPI_ROOT, MPI_PROC_NULL or the root's rank. */
int root_argument(const Call* call);
bool is_root(const Call* call);
/* The layouts are no longer needed, the operation is under way. */
void begin_call(Stream* stream, Call* call, Block* first, Block* second);

void step_data_collective(Stream* stream);
void step_vector_collective(Stream* stream);
void step_neighborhood(Stream* stream);
void step_reduction(Stream* stream);
