/* SPDX-License-Identifier: BSD-3-Clause
 * Random datatypes, and what each is by the definition of the standard: a list of basic elements
 * and their places (a type map, MPI 5.1), with a lower bound and an extent. */
#pragma once

#include "script.h"

enum { MAX_ELEMENTS = 96 };

typedef enum { INTEGER, UNSIGNED, FLOATING, COMPLEX, LOGICAL, BYTES } Kind;

typedef struct {
  MPI_Datatype handle;
  int size_bytes;
  int value_bytes; /* without the padding of long double */
  Kind kind;
  const char* name;
} Basic;

extern Basic basics[];
int basic_count(void); /* fills the table at its first call */

typedef struct {
  int basic; /* index in basics */
  long offset_bytes;
} Element;

typedef struct {
  MPI_Datatype handle;
  bool derived;
  bool marked; /* its bounds are given, by MPI_Type_create_resized or as a part of an array */
  int length;
  Element map[MAX_ELEMENTS];
  long lower_bytes, extent_bytes;
} Type;

/* `count` elements of a type: a message, or the data of a rank in a collective. */
typedef struct {
  Type type;
  int count;
} Block;

/* Element `index` of the data named `key`, in the representation of a basic type. */
void write_value(int basic, Word key, long index, void* place);

void make_basic(int basic, Type* type);
/* Not committed types are inside only: the result is committed. `basic` < 0: any mixture. */
void random_type(Stream* stream, int depth, int basic, Type* type);
/* The same, made again from its envelope and contents. */
void rebuild_type(Type* type);
/* Another layout of the same sequence of basic elements; may be received into. */
void variant_of(Stream* stream, const Block* block, Block* variant);
void free_type(Type* type); /* of the handle only: operations may still use it */

/* Bytes that `count` elements touch, first and behind the last; 0, 0 for none. */
void touched_bytes(const Type* type, long count, long* first, long* end);
/* No byte belongs to two of `count` elements: data can be received into them. */
bool is_disjoint(const Type* type, long count);
long block_elements(const Block* block);
