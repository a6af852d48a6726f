/* SPDX-License-Identifier: BSD-3-Clause
 * Elements of the collective data tests: two layouts, values that name their place, guards between
 * and behind elements, and checks of all of it.
 *
 * A plain element is one short. A derived one has two shorts with gaps before each, at a lower
 * bound that is not where the data starts: what does not belong to it must stay untouched. */
#pragma once

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 0x5a5a, SPARE_ELEMENTS = 3 };

typedef struct {
  MPI_Datatype type;
  int extent;     /* in shorts */
  int values;     /* shorts with data in an element */
  int offsets[2]; /* of them */
} Layout;

static Layout plain_layout(void) {
  Layout layout = {MPI_SHORT, 1, 1, {0, 0}};
  return layout;
}

static Layout derived_layout(void) {
  Layout layout = {MPI_DATATYPE_NULL, 4, 2, {1, 3}};
  int lengths[2] = {1, 1}, displacements[2] = {1, 3};
  MPI_Datatype data;
  MPI_Type_indexed(2, lengths, displacements, MPI_SHORT, &data);
  MPI_Type_create_resized(data, 0, 4 * sizeof(short), &layout.type);
  MPI_Type_commit(&layout.type);
  MPI_Type_free(&data);
  return layout;
}

/* Room for `count` elements, all guards. */
static short* new_buffer(const Layout* layout, long count) {
  const size_t shorts = (size_t)(count + SPARE_ELEMENTS) * layout->extent;
  short* buffer = malloc(shorts * sizeof(short));
  for (size_t i = 0; i < shorts; i++) buffer[i] = GUARD;
  return buffer;
}

static short* element(short* buffer, const Layout* layout, long index) {
  return buffer + index * layout->extent;
}

/* What rank `from` contributes to rank `to` at element `index`. */
static unsigned short value(int from, int to, long index, int part) {
  return (unsigned short)(from * 7919u + to * 104729u + (unsigned)index * 31u + part * 5u + 1u);
}

static void fill(short* buffer, const Layout* layout, long first, long count, int from, int to) {
  for (long i = 0; i < count; i++) {
    for (int part = 0; part < layout->values; part++) {
      element(buffer, layout, first + i)[layout->offsets[part]] = (short)value(from, to, i, part);
    }
  }
}

/* Values as they should be, and a mask of the elements that were written. */
typedef struct {
  const char* what;
  int failures;
} Report;

static void complain(Report* report, const char* problem, int size, int rank, long index) {
  if (report->failures++ < 5) {
    fprintf(stderr, "%s: %s: %d ranks, rank %d, element %ld\n", report->what, problem, size, rank,
            index);
  }
}

/* The shorts of an element that hold no data must be guards. */
static int gaps_are_intact(const short* at, const Layout* layout) {
  for (int i = 0; i < layout->extent; i++) {
    int is_data = 0;
    for (int part = 0; part < layout->values; part++) is_data |= layout->offsets[part] == i;
    if (!is_data && at[i] != GUARD) return 0;
  }
  return 1;
}

static int is_untouched(const short* at, const Layout* layout) {
  for (int i = 0; i < layout->extent; i++) {
    if (at[i] != GUARD) return 0;
  }
  return 1;
}
