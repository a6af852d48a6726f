/* SPDX-License-Identifier: BSD-3-Clause
 * Reduction operations, predefined and our own, and the same in plain C. */
#pragma once

#include "types.h"

enum { MOST_CELL_BYTES = 32 };

/* What is reduced: cells of a basic type, of a pair with an index, or of our own type. */
typedef struct {
  MPI_Datatype type;
  MPI_Op op;
  const char* name;
  int size_bytes, extent_bytes; /* of a cell; the data come first, a gap may follow */
  int basic;                    /* index in basics, or -1 */
  bool owned_type, owned_op;
  void (*combine)(const void* left, void* right); /* right = left op right; of our own operation */
  int gap_from, gap_end;                          /* bytes of no meaning inside */
  bool is_pair;                                   /* a structure of C: so are those at its end */
} Operation;

void random_operation(Stream* stream, Operation* operation);
/* Basic types that MPI_Accumulate takes, too. */
void random_predefined_operation(Stream* stream, Operation* operation);
void free_operation(Operation* operation); /* of the handles only */

/* A cell of the data `key`, small enough that no order of evaluation changes a result. */
void write_cell(const Operation* operation, Word key, long index, void* cell);
/* right = left op right. */
void combine_cells(const Operation* operation, const void* left, void* right);
