/* SPDX-License-Identifier: BSD-3-Clause
 * Basic types, their values, type maps. */
#include "types.h"

#include <complex.h>
#include <stddef.h>

Basic basics[32];

#define BASIC(handle, type, kind) \
  { handle, sizeof(type), sizeof(type), kind, #handle }

int basic_count(void) {
  static int count = 0;
  if (count > 0) return count;
  const Basic all[] = {BASIC(MPI_CHAR, char, BYTES),
                       BASIC(MPI_BYTE, char, BYTES),
                       BASIC(MPI_SIGNED_CHAR, signed char, INTEGER),
                       BASIC(MPI_UNSIGNED_CHAR, unsigned char, UNSIGNED),
                       BASIC(MPI_SHORT, short, INTEGER),
                       BASIC(MPI_UNSIGNED_SHORT, unsigned short, UNSIGNED),
                       BASIC(MPI_INT, int, INTEGER),
                       BASIC(MPI_UNSIGNED, unsigned, UNSIGNED),
                       BASIC(MPI_LONG, long, INTEGER),
                       BASIC(MPI_UNSIGNED_LONG, unsigned long, UNSIGNED),
                       BASIC(MPI_LONG_LONG, long long, INTEGER),
                       BASIC(MPI_INT8_T, int8_t, INTEGER),
                       BASIC(MPI_INT16_T, int16_t, INTEGER),
                       BASIC(MPI_INT32_T, int32_t, INTEGER),
                       BASIC(MPI_INT64_T, int64_t, INTEGER),
                       BASIC(MPI_UINT8_T, uint8_t, UNSIGNED),
                       BASIC(MPI_UINT16_T, uint16_t, UNSIGNED),
                       BASIC(MPI_UINT32_T, uint32_t, UNSIGNED),
                       BASIC(MPI_UINT64_T, uint64_t, UNSIGNED),
                       BASIC(MPI_AINT, MPI_Aint, INTEGER),
                       BASIC(MPI_OFFSET, MPI_Offset, INTEGER),
                       BASIC(MPI_COUNT, MPI_Count, INTEGER),
                       BASIC(MPI_C_BOOL, bool, LOGICAL),
                       BASIC(MPI_WCHAR, wchar_t, BYTES),
                       BASIC(MPI_FLOAT, float, FLOATING),
                       BASIC(MPI_DOUBLE, double, FLOATING),
                       BASIC(MPI_C_FLOAT_COMPLEX, float complex, COMPLEX),
                       BASIC(MPI_C_DOUBLE_COMPLEX, double complex, COMPLEX),
                       {MPI_LONG_DOUBLE, sizeof(long double), 10, FLOATING, "MPI_LONG_DOUBLE"}};
  memcpy(basics, all, sizeof all);
  count = (int)(sizeof all / sizeof all[0]);
  return count;
}

static void write_floating(int size_bytes, double value, void* place) {
  const float small = (float)value;
  const long double large = value;
  if (size_bytes == sizeof(float)) memcpy(place, &small, sizeof small);
  if (size_bytes == sizeof(double)) memcpy(place, &value, sizeof value);
  if (size_bytes == sizeof(long double)) memcpy(place, &large, 10);
}

void write_value(int basic, Word key, long index, void* place) {
  const Word bits = mix(key, (Word)index);
  const int size_bytes = basics[basic].size_bytes;
  memset(place, 0, (size_t)size_bytes);
  switch (basics[basic].kind) {
    case LOGICAL: {
      const bool truth = bits & 1;
      memcpy(place, &truth, sizeof truth);
      break;
    }
    case FLOATING:
      write_floating(size_bytes, (double)(bits % 65537) - 32768, place);
      break;
    case COMPLEX:
      write_floating(size_bytes / 2, (double)(bits % 1021), place);
      write_floating(size_bytes / 2, (double)(bits >> 32) / 65536, (char*)place + size_bytes / 2);
      break;
    default:
      memcpy(place, &bits, (size_t)size_bytes);
  }
}

void make_basic(int basic, Type* type) {
  memset(type, 0, offsetof(Type, map));
  type->handle = basics[basic].handle;
  type->length = 1;
  type->map[0].basic = basic;
  type->map[0].offset_bytes = 0;
  type->lower_bytes = 0;
  type->extent_bytes = basics[basic].size_bytes;
}

void free_type(Type* type) {
  if (type->derived && !script.cautious) MPI_Type_free(&type->handle);
  type->derived = false;
}

void touched_bytes(const Type* type, long count, long* first, long* end) {
  *first = *end = 0;
  if (count == 0 || type->length == 0) return;
  long low = type->map[0].offset_bytes, high = low;
  for (int i = 0; i < type->length; i++) {
    const long from = type->map[i].offset_bytes;
    const long to = from + basics[type->map[i].basic].size_bytes;
    if (from < low) low = from;
    if (to > high) high = to;
  }
  const long last = (count - 1) * type->extent_bytes;
  *first = low + (last < 0 ? last : 0);
  *end = high + (last > 0 ? last : 0);
}

bool is_disjoint(const Type* type, long count) {
  long first, end;
  touched_bytes(type, count, &first, &end);
  char* taken = calloc((size_t)(end - first) + 1, 1);
  bool disjoint = true;
  for (long i = 0; i < count && disjoint; i++) {
    for (int e = 0; e < type->length && disjoint; e++) {
      const long from = i * type->extent_bytes + type->map[e].offset_bytes - first;
      for (long b = from; b < from + basics[type->map[e].basic].size_bytes; b++) {
        if (taken[b]++) disjoint = false;
      }
    }
  }
  free(taken);
  return disjoint;
}

long block_elements(const Block* block) {
  return (long)block->type.length * block->count;
}
