/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Measures point-to-point messages and contention on a real machine, for smpi-calibrate network.
 *
 *   mpicc -O2 -o measure_network measure_network.c -lm
 *   mpirun -np 2 --host a,b ./measure_network plan.csv raw.csv meta.toml [cold]
 *   mpirun -np 2 --host a,b ./measure_network deadlock BYTES        ends, or stands for ever
 *   mpirun -np 2 --host a,b ./measure_network corruption BYTES      prints intact or changed
 *
 * One file of C99 with calls of MPI-1 and 2, no library, no threads: it must compile wherever the
 * cluster's own programs do. It chooses nothing. The plan says what is measured in which order, one
 * row an experiment, so what was random is visible and can be repeated. Rank 0 reads the plan,
 * reports and writes raw.csv; meta.toml comes last, and says how many rows there must be: a run
 * that was killed leaves none.
 *
 * The clock is CLOCK_MONOTONIC: MPI_Wtime is one of the things that are measured. Its cost is in
 * meta.toml and is taken off by the fit, not here. Who does not take part in a row waits for its
 * next one as the row's load says: it sleeps (idle), computes, or polls.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <dirent.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define PLAN_MARK "# network plan 1"
#define PLAN_COLUMNS "id,op,size,count,peer_mode,load"
#define RAW_COLUMNS "run,id,op,placement,load,size,count,start_s,duration_s,part"
enum { WARM_UP_ROUNDS = 200, STREAM_LENGTH = 64, NAME_BYTES = 128, PIECE_DOUBLES = 1 << 22 };
enum { TAG_CONTROL = 1, TAG_READY, TAG_GO, TAG_DATA, TAG_BACK };
enum { COLD_BYTES = 1 << 27, CLOCK_READS = 1000 };

extern char** environ;

typedef struct {
  int id, k, size, count, peer, load;
  char op[16];    /* without :k */
  char label[16]; /* as in the plan */
} Row;

typedef struct {
  char host[NAME_BYTES];
  int package;
} Place;

static const char* const peer_names[] = {"remote", "other_socket", "same_socket", "same_node"};
static const char* const load_names[] = {"idle", "compute", "poll"};
enum { PEER_COUNT = 4, LOAD_COUNT = 3 };
enum { LOAD_IDLE, LOAD_COMPUTE, LOAD_POLL };

static int my_rank, rank_count, run_number, row_count, skipped_count;
static long long raw_rows;
static Row* rows;
static Place* places;
static int* members; /* ranks of the row at hand; the first is rank 0 */
static int member_count;
static char *send_arena, *receive_arena, *send_buffer, *receive_buffer;
static size_t arena_bytes, cold_offset;
static int is_cold;
static FILE* raw;
static double epoch_s, clock_cost_s, load_before;
static MPI_Comm* groups; /* of the first n nodes, by n; for alltoall */
static volatile double sink;

static void give_up(const char* file, int line, const char* problem, const char* text) {
  fprintf(stderr, "measure_network: %s:%d: %s: '%s'\n", file, line, problem, text);
  MPI_Abort(MPI_COMM_WORLD, 2);
  exit(2);
}

/* Since the first reading: the clock counts from the start of the machine, and a double has 53
 * bits. */
static double now_s(void) {
  static time_t first_s;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  if (first_s == 0) first_s = t.tv_sec + 1;
  return (double)(t.tv_sec - first_s) + 1e-9 * (double)t.tv_nsec;
}

static void sleep_s(double duration_s) {
  struct timespec t;
  t.tv_sec = (time_t)duration_s;
  t.tv_nsec = (long)((duration_s - (double)t.tv_sec) * 1e9);
  nanosleep(&t, NULL);
}

/* What it costs to read the clock: the rest of a pair of readings with nothing between. */
static double measure_clock_s(void) {
  const double start_s = now_s();
  double last_s = start_s;
  for (int i = 0; i < CLOCK_READS; i++) last_s = now_s();
  return (last_s - start_s) / CLOCK_READS;
}

/* Files of the system, one line each; "" where there is none. */
static char* first_line(const char* path, const char* begin, char* text, size_t bytes) {
  FILE* file = fopen(path, "r");
  text[0] = 0;
  while (file != NULL && fgets(text, (int)bytes, file) != NULL) {
    if (strncmp(text, begin, strlen(begin)) == 0) break;
    text[0] = 0;
  }
  if (file != NULL) fclose(file);
  text[strcspn(text, "\n")] = 0;
  return text;
}
