/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions of HPL that decide what it does next, without a matrix: the plug-in of overlay.toml.
 *
 * HPL looks for a pivot in each column, and the rows that it exchanges follow from where it was. So
 * pivots are drawn: for n entries of like size, the largest has the distribution of the n-th root
 * of a uniform number, and is at any place with equal probability; so processes win in proportion
 * to the rows they hold, as with the random matrix of HPL itself.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hpl.h"
#include "row_lists.h"
#include "row_swaps.h"
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

/* Where the run ends: see record_panel; 0: at its end. */
static double stop_row(void) {
  const char* stop = getenv("HPL_STOP_ROW");
  return stop == NULL ? 0 : atof(stop);
}

/* Now and then, on the standard error of a run that lasts: which panel it is at. Each has as many
 * pivots to look for as any other, and their messages are nearly all the messages, so the rest will
 * take its share of the time. Asks no simulated clock: that would cost simulated time. */
static void report_progress(const HPL_T_panel* panel) {
  static double start_s, last_s;
  static int start_row;
  const double now_s = real_time_s(), period_s = 10;
  const int row = panel->ia;
  int rows = panel->pmat->n;
  if (panel->grid->iam != 0) return;
  if (stop_row() > 0 && stop_row() < rows) rows = (int)stop_row();
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
  const char* warm;
  double now_s;
  if (panel->grid->iam != 0 || stop_row() == 0) return;
  warm = getenv("HPL_WARM_ROW");
  now_s = MPI_Wtime();
  printf("HPL panel row=%d time_s=%.12g\n", panel->ia, now_s);
  if (panel->ia == 0) first_s = now_s;
  if (!is_warm && (warm == NULL || panel->ia >= atof(warm))) {
    is_warm = 1;
    warm_s = now_s;
  }
  if (panel->ia < stop_row()) return;
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
  if (mine) {
    const double* end = is_numbered(panel) ? number_of(panel) : panel->DPIV;
    smpi_memory_forget(panel->L2, (size_t)(end - panel->L2) * sizeof(double));
  }
  if (panel->U != NULL && panel->nq > 0) {
    smpi_memory_forget(panel->U, (size_t)panel->jb * (size_t)panel->nq * sizeof(double));
  }
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

static int has_content(const HPL_T_panel* panel) {
  return !smpi_memory_lacks_content(panel->pmat->A, sizeof(double));
}

static Search search_of(const HPL_T_panel* panel, double* work) {
  const HPL_T_grid* grid = panel->grid;
  const Search search = {.panel = panel,
                         .work = work,
                         .current_row = work + found_header + panel->jb,
                         .received = work + found_header + 2 * panel->jb,
                         .distance = MModSub(grid->myrow, panel->prow, grid->nprow),
                         .power = grid->row_ip2,
                         .power_log = grid->row_hdim,
                         .rest = grid->nprow - grid->row_ip2,
                         .has_content = has_content(panel)};
  return search;
}

/* A panel without content can be factored without a stop: HPL's code runs through all its columns,
 * finds a local pivot in each, and makes its calls of the BLAS, whose times are kept apart. What
 * the search of a column would bring does not matter to it. Then all searches are one exchange, in
 * which these computations come between them. The pivots are the largest of those that the
 * processes found, and are known when all have entered the exchange; none leaves it before that. */
typedef struct {
  double value;
  double row; /* global */
  int process_row;
} Pivot;

typedef struct {
  Pivot* pivots; /* by column */
  int column_room;
  int entered_count, left_count; /* processes; both are 0 between panels */
  int runs_through;              /* the same for all of them: the first one says it */
  double number;                 /* of the panel, if so (row_lists.h) */
} Pivots;

typedef struct {
  const HPL_T_panel* panel;
  Pivot* pivots;
  int column_count;
  double flops[]; /* by column: computed before its search */
} Columns;

/* By process: those of a panel whose columns it runs through; or NULL. */
static Columns** columns_of_process;
static int columns_process_count;

static Columns* columns_of(const HPL_T_panel* panel) {
  const int process = smpi_process_index();
  Columns* columns = process < columns_process_count ? columns_of_process[process] : NULL;
  return columns != NULL && columns->panel == panel ? columns : NULL;
}

static void set_columns(Columns* columns) {
  const int process = smpi_process_index();
  columns_of_process =
      grown(columns_of_process, &columns_process_count, process, sizeof *columns_of_process);
  columns_of_process[process] = columns;
}

/* Of the panel that the calling process enters: two panels are factored at once at most. */
static Pivots* enter_pivots(const HPL_T_panel* panel) {
  enum { panels_at_once = 8 };
  static Pivots** pivots_of_job;
  static int job_count;
  static double last_number;
  const int job = job_of(panel->grid);
  Pivots* pivots;
  int column;
  pivots_of_job = grown(pivots_of_job, &job_count, job, sizeof *pivots_of_job);
  if (pivots_of_job[job] == NULL) pivots_of_job[job] = calloc(panels_at_once, sizeof(Pivots));
  pivots = &pivots_of_job[job][panel->ia / panel->nb % panels_at_once];
  if (pivots->entered_count++ > 0) return pivots;
  pivots->runs_through =
      panel->grid->nprow > 1 && !has_content(panel) && smpi_exchange_can_compute();
  pivots->number = --last_number;
  if (panel->jb > pivots->column_room) {
    pivots->pivots = realloc(pivots->pivots, (size_t)panel->jb * sizeof(Pivot));
    pivots->column_room = panel->jb;
  }
  for (column = 0; column < panel->jb; column++) {
    const Pivot nothing = {.value = -1};
    pivots->pivots[column] = nothing;
  }
  return pivots;
}

static void leave_pivots(Pivots* pivots, const HPL_T_panel* panel) {
  if (++pivots->left_count == panel->grid->nprow) pivots->entered_count = pivots->left_count = 0;
}

/* In the place of the search of a column. */
static void pass_column(Columns* columns, int column, double* work) {
  Pivot* best = &columns->pivots[column];
  const double value = Mabs(work[0]);
  const int process_row = (int)work[3];
  columns->flops[columns->column_count++] = smpi_take_flops();
  if (value > best->value || (value == best->value && process_row < best->process_row)) {
    best->value = value;
    best->row = work[2];
    best->process_row = process_row;
  }
  /* HPL scales the column by it; some process has found one that is not 0. */
  work[0] = 1;
}

/* The searches of all columns: their steps are the same. */
static void search_all(const HPL_T_panel* panel, const Columns* columns, double* work) {
  smpi_exchange_step steps[2 + 8 * sizeof(int)];
  Search search = search_of(panel, work);
  int count = 0;
  for (;;) {
    smpi_exchange_step* step = &steps[count];
    memset(step, 0, sizeof *step);
    step->send_to = step->receive_from = -1;
    search.received_rows = 0;
    if (!next_step(&search, step)) break;
    step->content_bytes = 0;
    count++;
  }
  if (!smpi_exchange_turns(panel->grid->col_comm, search.power_log + 2, steps, count,
                           columns->column_count, columns->flops)) {
    fprintf(stderr, "hpl: the searches of a panel are not one exchange\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/* By the first process that has factored the panel. */
static void keep_pivots(const HPL_T_panel* panel, const Pivots* pivots) {
  double* rows = keep(panel, pivots->number)->pivots;
  int column;
  for (column = 0; column < panel->jb; column++) rows[column] = pivots->pivots[column].row;
}

static void run_through(HPL_T_panel* panel, const Pivots* pivots) {
  /* HPL also reads numbers of the row that a search has found, for arithmetic that is not done. */
  const size_t work_count = found_header + (size_t)panel->jb;
  Columns* columns = malloc(sizeof *columns + ((size_t)panel->jb + work_count) * sizeof(double));
  double* work = columns->flops + panel->jb;
  columns->panel = panel;
  columns->pivots = pivots->pivots;
  columns->column_count = 0;
  set_columns(columns);
  panel->algo->rffun(panel, panel->mp, panel->jb, 0, work);
  set_columns(NULL);
  search_all(panel, columns, work);
  free(columns);
  if (pivots->left_count == 0) keep_pivots(panel, pivots);
  *number_of(panel) = pivots->number;
  smpi_memory_wrote(number_of(panel), sizeof(double));
}

static void search_each(HPL_T_panel* panel) {
  const size_t alignment = (size_t)panel->algo->align * sizeof(double);
  const size_t size = 2 * (found_header + 2 * (size_t)panel->jb) * sizeof(double);
  void* block = malloc(alignment + size);
  panel->algo->rffun(panel, panel->mp, panel->jb, 0, (double*)HPL_PTR(block, alignment));
  free(block);
}

/* In the place of HPL_pdfact. */
void factor_panel(HPL_T_panel* panel) {
  Pivots* pivots;
  panel->n -= panel->jb;
  panel->ja += panel->jb;
  if (panel->grid->mycol != panel->pcol || panel->jb <= 0) return;
  pivots = enter_pivots(panel);
  if (pivots->runs_through) {
    run_through(panel, pivots);
  } else {
    search_each(panel);
  }
  leave_pivots(pivots, panel);
  panel->A = Mptr(panel->A, 0, panel->jb, panel->lda);
  panel->nq -= panel->jb;
  panel->jj += panel->jb;
}

/* In the place of HPL_pdmxswp. */
void found_pivot(HPL_T_panel* panel, int m, int ii, int jj, double* work) {
  const HPL_T_grid* grid = panel->grid;
  double* row = work + found_header;
  Columns* columns = columns_of(panel);
  Search search;
  size_t rows_size;
  if (columns != NULL) {
    pass_column(columns, jj, work);
    return;
  }
  search = search_of(panel, work);
  rows_size = 2 * row_size(&search);
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
  /* The binary exchange looks at nothing but the lists that are made of them. */
  if (panel->algo->fswap == HPL_SWAP00) return;
  memcpy(pairs, lists->pairs, (size_t)lists->length * sizeof(int));
}

void row_exchange_indexes(HPL_T_panel* panel, int length, int* pairs, int* lindxa, int* lindxau,
                          int* counts) {
  Lists* lists = same_lists_of(panel);
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
  if (is_numbered(panel) && panel->algo->depth == 0 && smpi_exchange_can_be_long()) {
    note_swap(panel);
  }
}
