/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions of HPL that decide what it does next, without a matrix: the plug-in of overlay.toml.
 *
 * HPL looks for a pivot in each column, and the rows that it exchanges follow from where it was. So
 * pivots are drawn: for n entries of like size, the largest has the distribution of the n-th root
 * of a uniform number, and is at any place with equal probability; so processes win in proportion
 * to the rows they hold, as with the random matrix of HPL itself.
 *
 * The lists of rows to exchange are the same for all processes of a panel, and HPL's own algorithm
 * takes time proportional to the square of NB in each of them. Here they are made once a panel, in
 * linear time, and copied: the same lists, entry by entry.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hpl.h"
#include "smpi/overlay.h"

/* WORK[0:3] of HPL_dlocmax: the value, its local and global row, the process row. */
static void set_pivot(HPL_T_panel* panel, int count, int ii, double* work, double value,
                      int local) {
  const int nb = panel->nb, nprow = panel->grid->nprow, myrow = panel->grid->myrow;
  if (count > 0) {
    int global;
    const int row = panel->ii + ii + local;
    Mindxl2g(global, row, nb, nb, myrow, 0, nprow);
    work[0] = value;
    work[1] = local;
    work[2] = global;
    work[3] = myrow;
  } else {
    work[0] = work[1] = work[2] = 0;
    work[3] = nprow;
  }
  smpi_memory_wrote(work, 4 * sizeof(double));
}

void drawn_pivot(HPL_T_panel* panel, int count, int ii, int jj, double* work) {
  double value = 0;
  int local = 0;
  (void)jj;
  if (count > 0) {
    value = exp2(log2(1 - smpi_plausible_uniform()) / count);
    local = (int)(count * smpi_plausible_uniform());
  }
  set_pivot(panel, count, ii, work, value, local);
}

/* All entries are equal: HPL takes the first row of the first process row that has any. */
void first_row_pivot(HPL_T_panel* panel, int count, int ii, int jj, double* work) {
  (void)jj;
  set_pivot(panel, count, ii, work, 1, 0);
}

static double real_time_s(void) {
  struct timespec now; /* clock_gettime itself tells simulated time */
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Now and then, on the standard error of a run that lasts: which panel it is at. Each has as many
 * pivots to look for as any other, and their messages are nearly all the messages, so the rest will
 * take its share of the time. Asks no simulated clock: that would cost simulated time. */
static void report_progress(const HPL_T_panel* panel) {
  static double start_s, last_s;
  static int start_row;
  const double now_s = real_time_s(), period_s = 10;
  const int rows = panel->pmat->n, row = panel->ia;
  if (panel->grid->iam != 0) return;
  if (row == 0 || start_s == 0) {
    start_s = last_s = now_s;
    start_row = row;
  }
  if (now_s - last_s < period_s || row == start_row) return;
  last_s = now_s;
  fprintf(stderr, "hpl: row %d of %d, %.2f %% done, %.0f s, about %.0f s left\n", row, rows,
          100.0 * row / rows, now_s - start_s,
          (now_s - start_s) * (rows - row) / (row - start_row));
}

/* With HPL_STOP_ROW above 0 in its environment a run ends at the first panel from that row on:
 * rank 0 prints when it factored each panel, and aborts with a code of its own. The last line has
 * what a sample of panels needs: the times of the first panel, of the first one from HPL_WARM_ROW
 * on, and of the last. */
static void record_panel(const HPL_T_panel* panel) {
  enum { stopped_code = 75 };
  static double first_s, warm_s;
  static int is_warm;
  const char* stop = panel->grid->iam == 0 ? getenv("HPL_STOP_ROW") : NULL;
  const char* warm;
  double now_s;
  if (stop == NULL || atof(stop) == 0) return;
  warm = getenv("HPL_WARM_ROW");
  now_s = MPI_Wtime();
  printf("HPL panel row=%d time_s=%.12g\n", panel->ia, now_s);
  if (panel->ia == 0) first_s = now_s;
  if (!is_warm && (warm == NULL || panel->ia >= atof(warm))) {
    is_warm = 1;
    warm_s = now_s;
  }
  if (panel->ia < atof(stop)) return;
  printf("HPL stopped row=%d time_s=%.12g warm_s=%.12g first_s=%.12g\n", panel->ia, now_s, warm_s,
         first_s);
  MPI_Abort(MPI_COMM_WORLD, stopped_code);
}

static void factored_panel(const HPL_T_panel* panel) {
  report_progress(panel);
  record_panel(panel);
}

/* In the place of HPL_copyL, called in every process when the panel is factored and before it is
 * sent: L is copied (it costs nothing here), and what comes of the panel, L and later U, is work
 * of kernels. The pivots between them are not. A single process column sends no panels, so there
 * nobody calls it. */
void copied_panel(HPL_T_panel* panel) {
  const int mine = panel->grid->mycol == panel->pcol;
  factored_panel(panel);
  if (mine) smpi_memory_forget(panel->L2, (size_t)(panel->DPIV - panel->L2) * sizeof(double));
  if (panel->U != NULL && panel->nq > 0) {
    smpi_memory_forget(panel->U, (size_t)panel->jb * (size_t)panel->nq * sizeof(double));
  }
}

/* The lists of one panel. Two panels are in use at once with lookahead, more are never. */
typedef struct {
  int ia, jb, length;
  double* pivots;  /* jb */
  int* pairs;      /* source, destination: IPID of HPL_pipid, 4 * jb */
  int nprow;       /* of the index lists below; 0: none were made */
  int* row_length; /* by process row */
  int** row_lists; /* by process row: LINDXA, then LINDXAU, row_length of each; NULL: not yet */
} Lists;

enum { panels_kept = 8 };
static Lists kept[panels_kept];
static int* place; /* by row: where it was put last in the list being made; checked when used */
static int place_count;

static void grow_places(int rows) {
  if (rows <= place_count) return;
  place = realloc(place, (size_t)rows * sizeof(int));
  memset(place + place_count, 0, (size_t)(rows - place_count) * sizeof(int));
  place_count = rows;
}

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

/* HPL_pipid with look-ups in the place of its searches. */
static int make_pairs(const HPL_T_panel* panel, int* pairs) {
  const int ia = panel->ia;
  int length = 0, i;
  for (i = 0; i < panel->jb; i++) {
    const int source = ia + i, destination = (int)panel->DPIV[i], first = i << 1;
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

static Lists* lists_of(const HPL_T_panel* panel) {
  Lists* lists = &kept[panel->ia / panel->nb % panels_kept];
  const size_t pivots_size = (size_t)panel->jb * sizeof(double);
  if (lists->pivots != NULL && lists->ia == panel->ia && lists->jb == panel->jb &&
      memcmp(lists->pivots, panel->DPIV, pivots_size) == 0) {
    return lists;
  }
  forget_row_lists(lists);
  lists->ia = panel->ia;
  lists->jb = panel->jb;
  lists->pivots = realloc(lists->pivots, pivots_size);
  lists->pairs = realloc(lists->pairs, 4 * (size_t)panel->jb * sizeof(int));
  memcpy(lists->pivots, panel->DPIV, pivots_size);
  grow_places(panel->pmat->n + 1);
  lists->length = make_pairs(panel, lists->pairs);
  return lists;
}

/* The search of one column for its pivot (HPL_pdmxswp), told in steps, so that the simulation can
 * take it as one exchange. Distances are those from the process row that owns the column's block,
 * 2^k is the largest power of two not above the number of process rows:
 *
 *   round 0          distance 2^k + i tells i what it found; 0 tells 2^k the current row
 *   1 .. k           0 .. 2^k - 1 exchange what they found at distance 2^(round - 1); meanwhile 2^k
 *                    passes the current row on to those beyond it, down a binomial tree
 *   k + 1            i tells distance 2^k + i
 *
 * WORK holds what was found (the value, its local and global row, its process row), the row with
 * the pivot, and the current row; and behind that the same again, as received. The rows of a matrix
 * without content are part of the messages, but none of their bytes is copied. */
enum { found_header = 4 };

typedef struct {
  const HPL_T_panel* panel;
  double *work, *current_row, *received;
  int distance, power, power_log, rest; /* 2^k, k, process rows beyond 2^k */
  int round;                            /* the next one */
  int has_content;                      /* rows do */
  int received_rows;                    /* in what the last step received, to be combined */
} Search;

static int rank_at(const Search* search, int distance) {
  return MModAdd(distance, search->panel->prow, search->panel->grid->nprow);
}

static size_t found_size(const Search* search, int rows) {
  return (size_t)(found_header + rows * search->panel->jb) * sizeof(double);
}

static size_t row_size(const Search* search) {
  return (size_t)search->panel->jb * sizeof(double);
}

static void send_found(const Search* search, int distance, int rows, smpi_exchange_step* step) {
  step->send_to = rank_at(search, distance);
  step->outgoing = search->work;
  step->outgoing_bytes = found_size(search, rows);
  step->content_bytes = found_size(search, search->has_content ? rows : 0);
}

static void receive_found(Search* search, int distance, int rows, smpi_exchange_step* step) {
  step->receive_from = rank_at(search, distance);
  step->incoming = search->received;
  step->incoming_bytes = found_size(search, rows);
  search->received_rows = rows;
}

static void send_current(const Search* search, int distance, smpi_exchange_step* step) {
  step->send_to = rank_at(search, distance);
  step->outgoing = search->current_row;
  step->outgoing_bytes = row_size(search);
  step->content_bytes = search->has_content ? row_size(search) : 0;
}

static void receive_current(const Search* search, int distance, smpi_exchange_step* step) {
  step->receive_from = rank_at(search, distance);
  step->incoming = search->current_row;
  step->incoming_bytes = row_size(search);
}

/* The larger pivot wins, of equal ones that of the lower process row; the current row is kept. */
static void combine(Search* search) {
  const int rows = search->received_rows;
  const double* received = search->received;
  const double theirs = Mabs(received[0]), ours = Mabs(search->work[0]);
  search->received_rows = 0;
  if (theirs > ours || (theirs == ours && received[3] < search->work[3])) {
    memcpy(search->work, received, found_size(search, search->has_content ? rows : 0));
  } else if (rows == 2 && search->has_content) {
    memcpy(search->current_row, received + found_header + search->panel->jb, row_size(search));
  }
}

/* Between distances i and 2^k + i; 0: this process has no partner there. */
static int fold(Search* search, smpi_exchange_step* step) {
  const int partner = search->distance ^ search->power, is_last = search->round > 0;
  if (partner >= search->panel->grid->nprow) return 0;
  if (is_last && partner < search->distance) {
    receive_found(search, partner, 1, step);
    step->incoming = search->work;
    search->received_rows = 0;
  } else if (is_last) {
    send_found(search, partner, 1, step);
  } else if (partner < search->distance) {
    send_found(search, partner, 1, step);
    if (partner == 0) receive_current(search, partner, step);
  } else {
    receive_found(search, partner, 1, step);
    if (search->distance == 0) send_current(search, partner, step);
  }
  return 1;
}

/* Who has the current row, distances below 2^(round - 1), sends it along. */
static int exchange_found(Search* search, smpi_exchange_step* step) {
  const int bit = 1 << (search->round - 1), distance = search->distance, partner = distance ^ bit;
  send_found(search, partner, distance < bit ? 2 : 1, step);
  receive_found(search, partner, partner < bit ? 2 : 1, step);
  return 1;
}

/* Among distances 2^k and above; 0: this process has nothing to do in this round. */
static int pass_current_on(const Search* search, smpi_exchange_step* step) {
  const int place = search->distance - search->power;
  int bit = 1, partner;
  while (2 * bit < search->rest) bit *= 2;
  bit >>= search->round - 1;
  if (bit == 0 || search->rest == 1 || (place & (bit - 1)) != 0) return 0;
  partner = place ^ bit;
  if (partner < place) {
    receive_current(search, search->power + partner, step);
  } else if (partner < search->rest) {
    send_current(search, search->power + partner, step);
  } else {
    return 0;
  }
  return 1;
}

static int next_step(void* state, smpi_exchange_step* step) {
  Search* search = state;
  int is_there = 0;
  if (search->received_rows > 0) combine(search);
  for (; !is_there && search->round <= search->power_log + 1; search->round++) {
    step->round = search->round;
    if (search->round == 0 || search->round > search->power_log) {
      is_there = search->rest > 0 && fold(search, step);
    } else if (search->distance < search->power) {
      is_there = exchange_found(search, step);
    } else {
      is_there = pass_current_on(search, step);
    }
  }
  return is_there;
}

/* The messages of a step, as HPL sends them. */
static void do_step(const smpi_exchange_step* step, MPI_Comm comm) {
  const int sent = (int)(step->outgoing_bytes / sizeof(double));
  const int room = (int)(step->incoming_bytes / sizeof(double)), tag = MSGID_BEGIN_PFACT;
  MPI_Request request;
  if (step->send_to < 0) {
    MPI_Recv(step->incoming, room, MPI_DOUBLE, step->receive_from, tag, comm, MPI_STATUS_IGNORE);
  } else if (step->receive_from < 0) {
    MPI_Send(step->outgoing, sent, MPI_DOUBLE, step->send_to, tag, comm);
  } else {
    MPI_Irecv(step->incoming, room, MPI_DOUBLE, step->receive_from, tag, comm, &request);
    MPI_Send(step->outgoing, sent, MPI_DOUBLE, step->send_to, tag, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void copy_row(const HPL_T_panel* panel, int row, double* to) {
  const double* from = panel->A + row;
  int column;
  for (column = 0; column < panel->jb; column++) to[column] = from[(size_t)column * panel->lda];
}

/* In the place of HPL_pdmxswp. */
void found_pivot(HPL_T_panel* panel, int m, int ii, int jj, double* work) {
  const HPL_T_grid* grid = panel->grid;
  double* row = work + found_header;
  Search search = {.panel = panel,
                   .work = work,
                   .current_row = row + panel->jb,
                   .received = row + 2 * panel->jb,
                   .distance = MModSub(grid->myrow, panel->prow, grid->nprow),
                   .power = grid->row_ip2,
                   .power_log = grid->row_hdim,
                   .rest = grid->nprow - grid->row_ip2,
                   .has_content = !smpi_memory_lacks_content(panel->pmat->A, sizeof(double))};
  const size_t rows_size = 2 * row_size(&search);
  if (!search.has_content) {
    if (!smpi_memory_lacks_content(row, rows_size)) smpi_memory_forget(row, rows_size);
  } else if (m > 0) {
    copy_row(panel, ii + (int)work[1], row);
    if (search.distance == 0) copy_row(panel, ii, search.current_row);
  } else {
    memset(row, 0, row_size(&search));
  }
  if (grid->nprow > 1 && !smpi_exchange(grid->col_comm, search.power_log + 2, next_step, &search)) {
    smpi_exchange_step step;
    for (;;) {
      memset(&step, 0, sizeof step);
      step.send_to = step.receive_from = -1;
      if (!next_step(&search, &step)) break;
      do_step(&step, grid->col_comm);
    }
  }
  panel->DPIV[jj] = work[2];
}

/* In the place of HPL_pipid, called once per panel, when its rows begin to be exchanged. */
void row_exchanges(HPL_T_panel* panel, int* length, int* pairs) {
  const Lists* lists = lists_of(panel);
  if (panel->grid->npcol == 1) factored_panel(panel);
  *length = lists->length;
  memcpy(pairs, lists->pairs, (size_t)lists->length * sizeof(int));
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

void row_exchange_indexes(HPL_T_panel* panel, int length, int* pairs, int* lindxa, int* lindxau,
                          int* counts) {
  Lists* lists = lists_of(panel);
  const int row = panel->grid->myrow;
  size_t size;
  (void)length;
  (void)pairs;
  if (lists->nprow == 0) count_rows(lists, panel->nb, panel->grid->nprow);
  if (lists->row_lists[row] == NULL) lists->row_lists[row] = make_row_list(panel, lists, row);
  size = (size_t)lists->row_length[row] * sizeof(int);
  memcpy(lindxa, lists->row_lists[row], size);
  memcpy(lindxau, lists->row_lists[row] + lists->row_length[row], size);
  memcpy(counts, lists->row_length, (size_t)lists->nprow * sizeof(int));
}
