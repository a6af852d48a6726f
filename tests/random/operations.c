/* SPDX-License-Identifier: BSD-3-Clause
 * Reductions (MPI 6.9): predefined operations by the standard's table of types, MPI_MINLOC and
 * MPI_MAXLOC on pairs, and our own: one that is commutative, and the composition of affine maps
 * modulo 2^32, which is not. */
#include "operations.h"

#include <stddef.h>

typedef struct {
  uint32_t factor, summand;
} Affine;

static void compose(const void* left, void* right) {
  const Affine* outer = left;
  Affine* inner = right;
  const Affine both = {outer->factor * inner->factor,
                       outer->factor * inner->summand + outer->summand};
  *inner = both;
}

static void add_both(const void* left, void* right) {
  const Affine* one = left;
  Affine* other = right;
  other->factor += one->factor;
  other->summand += one->summand;
}

/* The type may have gaps: its extent says how far cells are apart. */
static void apply(void (*combine)(const void*, void*), void* in, void* inout, int count,
                  MPI_Datatype type) {
  MPI_Aint lower, extent;
  MPI_Type_get_extent(type, &lower, &extent);
  for (int i = 0; i < count; i++) combine((char*)in + i * extent, (char*)inout + i * extent);
}

static void compose_all(void* in, void* inout, int* count, MPI_Datatype* type) {
  apply(compose, in, inout, *count, *type);
}

static void add_all(void* in, void* inout, int* count, MPI_Datatype* type) {
  apply(add_both, in, inout, *count, *type);
}

static void own_operation(Stream* stream, Operation* operation) {
  const bool commutative = chance(stream, 40);
  MPI_Datatype pair;
  operation->combine = commutative ? add_both : compose;
  operation->name = commutative ? "own sum" : "own composition";
  MPI_Op_create(commutative ? add_all : compose_all, commutative, &operation->op);
  MPI_Type_contiguous(2, MPI_UINT32_T, &pair);
  operation->size_bytes = sizeof(Affine);
  operation->extent_bytes = chance(stream, 50) ? 8 : 24;
  MPI_Type_create_resized(pair, 0, operation->extent_bytes, &operation->type);
  MPI_Type_commit(&operation->type);
  MPI_Type_free(&pair);
  operation->owned_type = operation->owned_op = true;
}

typedef struct {
  double value;
  int index;
} DoubleInt;
typedef struct {
  float value;
  int index;
} FloatInt;
typedef struct {
  long value;
  int index;
} LongInt;
typedef struct {
  short value;
  int index;
} ShortInt;
typedef struct {
  int value, index;
} IntInt;

#define PAIR(handle, Struct, value_bytes) \
  { handle, sizeof(Struct), offsetof(Struct, index), value_bytes }

static void pair_operation(Stream* stream, Operation* operation) {
  const struct {
    MPI_Datatype handle;
    int size_bytes, index_bytes, value_bytes;
  } pairs[] = {PAIR(MPI_DOUBLE_INT, DoubleInt, 8), PAIR(MPI_FLOAT_INT, FloatInt, 4),
               PAIR(MPI_LONG_INT, LongInt, 8), PAIR(MPI_SHORT_INT, ShortInt, 2),
               PAIR(MPI_2INT, IntInt, 4)};
  const int chosen = below(stream, sizeof pairs / sizeof pairs[0]);
  operation->type = pairs[chosen].handle;
  operation->op = chance(stream, 50) ? MPI_MINLOC : MPI_MAXLOC;
  operation->name = operation->op == MPI_MINLOC ? "MPI_MINLOC" : "MPI_MAXLOC";
  operation->size_bytes = pairs[chosen].index_bytes + (int)sizeof(int);
  operation->extent_bytes = pairs[chosen].size_bytes;
  operation->gap_from = pairs[chosen].value_bytes;
  operation->gap_end = pairs[chosen].index_bytes;
  operation->is_pair = true;
}

/* Types of all languages have no logical operations. */
static bool is_address(MPI_Datatype type) {
  return type == MPI_AINT || type == MPI_OFFSET || type == MPI_COUNT;
}

static bool is_defined(const Basic* basic, MPI_Op op) {
  const Kind kind = basic->kind;
  const bool order = op == MPI_MIN || op == MPI_MAX;
  const bool sum = op == MPI_SUM || op == MPI_PROD;
  const bool logical = op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR;
  switch (kind) {
    case INTEGER:
    case UNSIGNED:
      return !logical || !is_address(basic->handle);
    case FLOATING:
      return order || sum;
    case COMPLEX:
      return sum;
    case LOGICAL:
      return logical;
    default:
      return false;
  }
}

void random_predefined_operation(Stream* stream, Operation* operation) {
  const struct {
    MPI_Op op;
    const char* name;
  } ops[] = {{MPI_SUM, "MPI_SUM"},   {MPI_PROD, "MPI_PROD"}, {MPI_MIN, "MPI_MIN"},
             {MPI_MAX, "MPI_MAX"},   {MPI_BAND, "MPI_BAND"}, {MPI_BOR, "MPI_BOR"},
             {MPI_BXOR, "MPI_BXOR"}, {MPI_LAND, "MPI_LAND"}, {MPI_LOR, "MPI_LOR"},
             {MPI_LXOR, "MPI_LXOR"}};
  int chosen;
  memset(operation, 0, sizeof *operation);
  do {
    operation->basic = below(stream, basic_count());
    chosen = below(stream, sizeof ops / sizeof ops[0]);
  } while (!is_defined(&basics[operation->basic], ops[chosen].op));
  operation->op = ops[chosen].op;
  operation->name = ops[chosen].name;
  operation->type = basics[operation->basic].handle;
  operation->size_bytes = operation->extent_bytes = basics[operation->basic].size_bytes;
  operation->gap_from = basics[operation->basic].value_bytes;
  operation->gap_end = operation->size_bytes;
}

void random_operation(Stream* stream, Operation* operation) {
  const int kind = below(stream, 10);
  random_predefined_operation(stream, operation);
  if (kind < 6) return;
  memset(operation, 0, sizeof *operation);
  operation->basic = -1;
  (kind < 9 ? own_operation : pair_operation)(stream, operation);
}

void free_operation(Operation* operation) {
  if (script.cautious) return;
  if (operation->owned_op) MPI_Op_free(&operation->op);
  if (operation->owned_type) MPI_Type_free(&operation->type);
}

/* Numbers of basic types, wide enough for small values. */
typedef struct {
  double real, imaginary; /* of floating-point types */
  int64_t integer;        /* of the others, sign-extended */
} Number;

static double load_floating(int size_bytes, const void* place) {
  float small;
  double medium;
  long double large;
  memcpy(&small, place, sizeof small);
  if (size_bytes == sizeof small) return small;
  memcpy(&medium, place, sizeof medium);
  if (size_bytes == sizeof medium) return medium;
  memcpy(&large, place, sizeof large);
  return (double)large;
}

static void store_floating(int size_bytes, double value, void* place) {
  const float small = (float)value;
  const long double large = value;
  if (size_bytes == sizeof small) memcpy(place, &small, sizeof small);
  if (size_bytes == sizeof value) memcpy(place, &value, sizeof value);
  if (size_bytes == sizeof large) memcpy(place, &large, 10);
}

static Number load(const Basic* basic, const void* place) {
  Number number = {0, 0, 0};
  if (basic->kind == FLOATING) number.real = load_floating(basic->size_bytes, place);
  if (basic->kind == COMPLEX) {
    number.real = load_floating(basic->size_bytes / 2, place);
    number.imaginary =
        load_floating(basic->size_bytes / 2, (const char*)place + basic->size_bytes / 2);
  }
  if (basic->kind == FLOATING || basic->kind == COMPLEX) return number;
  memcpy(&number.integer, place, (size_t)basic->size_bytes);
  if (basic->kind == INTEGER) {
    const int shift = 64 - 8 * basic->size_bytes;
    number.integer = (int64_t)((uint64_t)number.integer << shift) >> shift;
  }
  return number;
}

static void store(const Basic* basic, Number number, void* place) {
  if (basic->kind == FLOATING) {
    store_floating(basic->size_bytes, number.real, place);
  } else if (basic->kind == COMPLEX) {
    store_floating(basic->size_bytes / 2, number.real, place);
    store_floating(basic->size_bytes / 2, number.imaginary, (char*)place + basic->size_bytes / 2);
  } else {
    memcpy(place, &number.integer, (size_t)basic->size_bytes);
  }
}

static bool is_less(const Basic* basic, Number a, Number b) {
  if (basic->kind == FLOATING) return a.real < b.real;
  return basic->kind == UNSIGNED ? (uint64_t)a.integer < (uint64_t)b.integer
                                 : a.integer < b.integer;
}

static Number multiply(Number a, Number b) {
  const Number product = {a.real * b.real - a.imaginary * b.imaginary,
                          a.real * b.imaginary + a.imaginary * b.real,
                          (int64_t)((uint64_t)a.integer * (uint64_t)b.integer)};
  return product;
}

static Number add(Number a, Number b) {
  const Number sum = {a.real + b.real, a.imaginary + b.imaginary,
                      (int64_t)((uint64_t)a.integer + (uint64_t)b.integer)};
  return sum;
}

static Number combine_numbers(const Basic* basic, MPI_Op op, Number a, Number b) {
  Number result = b;
  if (op == MPI_SUM) return add(a, b);
  if (op == MPI_PROD) return multiply(a, b);
  if (op == MPI_MIN) return is_less(basic, a, b) ? a : b;
  if (op == MPI_MAX) return is_less(basic, a, b) ? b : a;
  if (op == MPI_BAND) result.integer = a.integer & b.integer;
  if (op == MPI_BOR) result.integer = a.integer | b.integer;
  if (op == MPI_BXOR) result.integer = a.integer ^ b.integer;
  if (op == MPI_LAND) result.integer = a.integer && b.integer;
  if (op == MPI_LOR) result.integer = a.integer || b.integer;
  if (op == MPI_LXOR) result.integer = !a.integer != !b.integer;
  return result;
}

/* A pair as numbers: the value, which is small, and the index. */
static void read_pair(const Operation* operation, const void* cell, double* value, int* index) {
  short narrow;
  int middle;
  long wide;
  memcpy(index, (const char*)cell + operation->gap_end, sizeof *index);
  memcpy(&narrow, cell, sizeof narrow);
  memcpy(&middle, cell, sizeof middle);
  if (operation->type == MPI_SHORT_INT) *value = narrow;
  if (operation->type == MPI_2INT) *value = middle;
  if (operation->type == MPI_FLOAT_INT) *value = load_floating(sizeof(float), cell);
  if (operation->type == MPI_DOUBLE_INT) *value = load_floating(sizeof(double), cell);
  if (operation->type == MPI_LONG_INT) {
    memcpy(&wide, cell, sizeof wide);
    *value = (double)wide;
  }
}

static void write_pair(const Operation* operation, int value, int index, void* cell) {
  const short narrow = (short)value;
  const long wide = value;
  memcpy((char*)cell + operation->gap_end, &index, sizeof index);
  if (operation->type == MPI_SHORT_INT) memcpy(cell, &narrow, sizeof narrow);
  if (operation->type == MPI_2INT) memcpy(cell, &value, sizeof value);
  if (operation->type == MPI_FLOAT_INT) store_floating(sizeof(float), value, cell);
  if (operation->type == MPI_DOUBLE_INT) store_floating(sizeof(double), value, cell);
  if (operation->type == MPI_LONG_INT) memcpy(cell, &wide, sizeof wide);
}

void write_cell(const Operation* operation, Word key, long index, void* cell) {
  const Word bits = mix(key, (Word)index);
  memset(cell, 0, (size_t)operation->size_bytes);
  if (operation->combine != NULL) {
    memcpy(cell, &bits, sizeof bits);
  } else if (operation->basic < 0) {
    write_pair(operation, (int)(bits % 7), (int)(bits >> 32) % 1000, cell);
  } else {
    const Basic* basic = &basics[operation->basic];
    const int small = operation->op == MPI_PROD ? (int)(bits % 2) + 1 : (int)(bits % 101) - 50;
    Number number = {small, operation->op == MPI_PROD ? 0 : (int)(bits >> 40) % 50, small};
    if (operation->op == MPI_BAND || operation->op == MPI_BOR || operation->op == MPI_BXOR) {
      number.integer = (int64_t)bits;
    }
    if (script.cautious && basic->kind == UNSIGNED && number.integer < 0) number.integer += 50;
    if (basic->kind == LOGICAL) number.integer = bits & 1;
    if (operation->op == MPI_LAND) number.integer = number.integer > -40;
    store(basic, number, cell);
  }
}

void combine_cells(const Operation* operation, const void* left, void* right) {
  if (operation->combine != NULL) {
    operation->combine(left, right);
  } else if (operation->basic < 0) {
    double a = 0, b = 0;
    int a_index, b_index;
    read_pair(operation, left, &a, &a_index);
    read_pair(operation, right, &b, &b_index);
    const bool a_wins = operation->op == MPI_MINLOC ? a < b : a > b;
    if (a_wins || (a == b && a_index < b_index)) memcpy(right, left, (size_t)operation->size_bytes);
  } else {
    const Basic* basic = &basics[operation->basic];
    store(basic, combine_numbers(basic, operation->op, load(basic, left), load(basic, right)),
          right);
  }
}
