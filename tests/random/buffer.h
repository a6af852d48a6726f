/* SPDX-License-Identifier: BSD-3-Clause
 * Memory that messages are read from and written to, and what it must hold afterwards.
 *
 * A buffer is born full of noise, twice: `memory` is given to MPI, `expected` is ours. Whatever an
 * operation has to write is written to `expected` by plain loops; at the end both must be the same,
 * gaps and surroundings included. Bytes without a defined content are masked. */
#pragma once

#include "types.h"

typedef struct {
  char *memory, *expected, *mask;
  char* initial;                /* of the memory, when the operation is to be repeated; else NULL */
  long first_bytes, size_bytes; /* displacement of the first byte, number of bytes */
} Buffer;

/* Room for the displacements first_bytes .. end_bytes, with some bytes around. */
Buffer* new_buffer(long first_bytes, long end_bytes);
Buffer* buffer_for(const Block* block);
void free_buffer(Buffer* buffer);       /* NULL is allowed */
void* address_of(const Buffer* buffer); /* of displacement 0 */

/* Writes the elements `first_element`.. of the data `key` to the elements of a block that starts
 * at a displacement: to the memory (and so to what is expected), or to what is expected. At most
 * `most_elements` basic elements. */
typedef struct {
  long displacement_bytes;
  Word key;
  long first_element, most_elements;
} Content;
void give(Buffer* buffer, const Block* block, Content content);
void expect(Buffer* buffer, const Block* block, Content content);
Content all_of(Word key);
Content all_of_at(Word key, long displacement_bytes);

/* Bytes in place of data with a name. */
void give_bytes(Buffer* buffer, long displacement_bytes, const void* bytes, long size_bytes);
void expect_bytes(Buffer* buffer, long displacement_bytes, const void* bytes, long size_bytes);
void expect_anything(Buffer* buffer);
void check_buffer(const Buffer* buffer);
/* Notes the memory as it is, and brings it back. */
void keep_initial(Buffer* buffer);
void restore_initial(Buffer* buffer);
