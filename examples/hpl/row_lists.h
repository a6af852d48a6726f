/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which rows of the matrix change places after a panel was factored, for overlay.c.
 *
 * The lists of rows to exchange are the same for all processes of a panel, and HPL's own algorithm
 * takes time proportional to the square of NB in each of them. Here they are made once a panel, in
 * linear time, and copied: the same lists, entry by entry.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "hpl.h"
#include "smpi/injection.h"

/* The lists of one panel. A panel whose pivots the plug-in knows has a number, below 0, in the last
 * entry of DPIV: the processes of a grid send each other no other pivots. */
typedef struct {
  double number;
  int ia, jb;
  int length;      /* 0: none were made */
  double* pivots;  /* jb */
  int* pairs;      /* source, destination: IPID of HPL_pipid, 4 * jb */
  int nprow;       /* of the index lists below; 0: none were made */
  int* row_length; /* by process row */
  int** row_lists; /* by process row: LINDXA, then LINDXAU, row_length of each; NULL: not yet */
} Lists;

/* A process column factors each npcol-th panel, and needs all before it. So nobody uses a panel any
 * more when another process has come to npcol + depth panels after it. */
typedef struct {
  Lists* lists;
  int count;
} Kept;

/* A run may have several jobs, whose processes share this plug-in: the number of the job of a grid.
 * A job has its own row of indexes of processes, and a grid the first ranks of it. */
static int job_of(const HPL_T_grid* grid) {
  static int* first_indexes; /* by job; the last ones are those that run */
  static int job_count;
  const int first = smpi_process_index() - grid->iam;
  int job;
  for (job = job_count - 1; job >= 0; job--) {
    if (first_indexes[job] == first) return job;
  }
  first_indexes = realloc(first_indexes, (size_t)(job_count + 1) * sizeof(int));
  first_indexes[job_count] = first;
  return job_count++;
}

/* `array` has `*count` elements, and gets more of them, zeros, if it has no place for the index. */
static void* grown(void* array, int* count, int index, size_t size) {
  const int wanted = Mmax(index + 1, 2 * *count);
  if (index < *count) return array;
  array = realloc(array, (size_t)wanted * size);
  memset((char*)array + (size_t)*count * size, 0, (size_t)(wanted - *count) * size);
  *count = wanted;
  return array;
}

static Kept* kept_of_job;
static int kept_job_count;
static int* place; /* by row: where it was put last in the list being made; checked when used */
static int place_count;

/* The odd position of destination `row` among the first `length` entries; 0 when absent. */
static int find_destination(const int* pairs, int length, int row) {
  const int at = place[row];
  return at < length && (at & 1) != 0 && pairs[at] == row ? at : 0;
}

static void put(int* pairs, int at, int source, int destination) {
  pairs[at] = source;
  pairs[at + 1] = destination;
  place[destination] = at + 1;
}

static double* number_of(const HPL_T_panel* panel) {
  return panel->DPIV + panel->jb - 1;
}

static int is_numbered(const HPL_T_panel* panel) {
  return *number_of(panel) < 0;
}

/* HPL_pipid with look-ups in the place of its searches. */
static int make_pairs(const HPL_T_panel* panel, const double* pivots, int* pairs) {
  const int ia = panel->ia;
  int length = 0, i;
  for (i = 0; i < panel->jb; i++) {
    const int source = ia + i, destination = (int)pivots[i], first = i << 1;
    const int at_source = find_destination(pairs, length, source);
    int last, added = 0;
    if (source == destination) {
      last = at_source != 0 ? at_source - 1 : length;
      if (at_source == 0) pairs[last] = source, added = 2;
      put(pairs, last, pairs[last], destination);
    } else {
      const int at_destination = find_destination(pairs, length, destination);
      if (i == 0) {
        put(pairs, 0, destination, source);
        put(pairs, 2, source, destination);
        length = 4;
        continue;
      }
      if (at_source == 0) {
        put(pairs, length, source, destination);
        added = 2;
      } else {
        put(pairs, at_source - 1, pairs[at_source - 1], destination);
      }
      last = at_destination != 0 ? at_destination - 1 : length + added;
      if (at_destination == 0) pairs[last] = destination, added += 2;
      put(pairs, last, pairs[last], source);
    }
    if (last != first) {
      const int moved_source = pairs[first], moved_destination = pairs[first + 1];
      put(pairs, first, pairs[last], pairs[last + 1]);
      put(pairs, last, moved_source, moved_destination);
    }
    length += added;
  }
  return length;
}

static void forget_row_lists(Lists* lists) {
  int row;
  for (row = 0; row < lists->nprow; row++) free(lists->row_lists[row]);
  free(lists->row_lists);
  free(lists->row_length);
  lists->row_lists = NULL;
  lists->row_length = NULL;
  lists->nprow = 0;
}

static const HPL_T_panel* last_panel; /* whose lists were asked for */

static Lists* place_of(const HPL_T_panel* panel) {
  const int job = job_of(panel->grid), last = panel->grid->npcol + panel->algo->depth + 1;
  Kept* kept;
  kept_of_job = grown(kept_of_job, &kept_job_count, job, sizeof *kept_of_job);
  kept = &kept_of_job[job];
  kept->lists = grown(kept->lists, &kept->count, last, sizeof *kept->lists);
  return &kept->lists[panel->ia / panel->nb % kept->count];
}

/* Of a panel that is new here; its pivots are to be written. */
static Lists* keep(const HPL_T_panel* panel, double number) {
  Lists* lists = place_of(panel);
  forget_row_lists(lists);
  lists->number = number;
  lists->ia = panel->ia;
  lists->jb = panel->jb;
  lists->length = 0;
  lists->pivots = realloc(lists->pivots, (size_t)panel->jb * sizeof(double));
  lists->pairs = realloc(lists->pairs, 4 * (size_t)panel->jb * sizeof(int));
  return lists;
}

static Lists* lists_of(const HPL_T_panel* panel) {
  Lists* lists = place_of(panel);
  const double number = *number_of(panel);
  const size_t pivots_size = (size_t)panel->jb * sizeof(double);
  last_panel = panel;
  if (number < 0 && lists->number != number) {
    fprintf(stderr, "hpl: the pivots of panel %g are lost\n", -number);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (number >= 0 &&
      (lists->length == 0 || lists->number < 0 || lists->ia != panel->ia ||
       lists->jb != panel->jb || memcmp(lists->pivots, panel->DPIV, pivots_size) != 0)) {
    memcpy(keep(panel, 0)->pivots, panel->DPIV, pivots_size);
  }
  if (lists->length == 0) {
    place = grown(place, &place_count, panel->pmat->n, sizeof *place);
    lists->length = make_pairs(panel, lists->pivots, lists->pairs);
  }
  return lists;
}

/* After lists_of() of the panel: its pivots are looked at again only where others asked since. */
static Lists* same_lists_of(const HPL_T_panel* panel) {
  Lists* lists = place_of(panel);
  return panel == last_panel && lists->ia == panel->ia ? lists : lists_of(panel);
}

static void count_rows(Lists* lists, int nb, int nprow) {
  int i;
  lists->nprow = nprow;
  lists->row_length = calloc((size_t)nprow, sizeof(int));
  lists->row_lists = calloc((size_t)nprow, sizeof(int*));
  for (i = 0; i < lists->length; i += 2) lists->row_length[lists->pairs[i] / nb % nprow]++;
}

/* Where a row of the current process row goes: see HPL_plindx0. */
static int target_in_current(const HPL_T_panel* panel, const Lists* lists, int destination) {
  const int nb = panel->nb, nprow = panel->grid->nprow;
  int local;
  if (destination / nb % nprow != panel->prow) {
    return lists->pairs[place[destination] + 1] - panel->ia;
  }
  if (destination - panel->ia < panel->jb) return destination - panel->ia;
  Mindxg2l(local, destination, nb, nb, panel->prow, 0, nprow);
  return panel->ii - local;
}

/* The lists of all rows of the panel that process row `row` owns, as HPL_plindx0 makes them. */
static int* make_row_list(const HPL_T_panel* panel, const Lists* lists, int row) {
  const int nb = panel->nb, nprow = lists->nprow, count = lists->row_length[row];
  int* list = malloc((size_t)(2 * count + 1) * sizeof(int));
  int i, next = 0;
  for (i = 0; i < lists->length; i += 2) place[lists->pairs[i]] = i;
  for (i = 0; i < lists->length; i += 2) {
    const int source = lists->pairs[i], destination = lists->pairs[i + 1];
    int local;
    if (source / nb % nprow != row) continue;
    Mindxg2l(local, source, nb, nb, row, 0, nprow);
    list[next] = local - panel->ii;
    list[count + next] =
        row == panel->prow ? target_in_current(panel, lists, destination) : destination - panel->ia;
    next++;
  }
  return list;
}
