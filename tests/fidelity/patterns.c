/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Executes a schedule of communication patterns, on the testbed and in the simulator, and writes
 * what each took: from the first rank that began to the last that ended, after a barrier. No
 * pattern computes; `halo` sleeps. With the word `counters` it also writes what TCP of all nodes
 * did meanwhile: segments sent, sent again, and timeouts.
 *
 * usage: patterns SCHEDULE.csv SAMPLES.csv [counters]; a schedule has rows `id,pattern,bytes`,
 * executed in order. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  line_most = 4096,
  counter_count = 3,
  warm_bytes = 65536,
  halo_steps = 5,
  halo_sleep_ns = 2000000
};

static int rank, size;
static char *outgoing, *incoming;

static int other(int distance) {
  return ((rank + distance) % size + size) % size;
}

static void send_to(int target, int bytes) {
  MPI_Send(outgoing, bytes, MPI_CHAR, target, 0, MPI_COMM_WORLD);
}

static void receive_from(int source, int bytes) {
  MPI_Recv(incoming, bytes, MPI_CHAR, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange(int target, int source, int bytes) {
  MPI_Sendrecv(outgoing, bytes, MPI_CHAR, target, 0, incoming, bytes, MPI_CHAR, source, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void ping_pong_with(int partner, int bytes) {
  if (rank == 0) {
    send_to(partner, bytes);
    receive_from(partner, bytes);
  } else if (rank == partner) {
    receive_from(0, bytes);
    send_to(0, bytes);
  }
}

static void pingpong(int bytes) {
  ping_pong_with(1, bytes);
}
static void pingpong_far(int bytes) {
  ping_pong_with(size - 1, bytes);
}

static void bidir(int bytes) {
  if (rank < 2) exchange(1 - rank, 1 - rank, bytes);
}

static void ring(int bytes) {
  exchange(other(1), other(-1), bytes);
}

/* The first half sends to the second. */
static void pairs(int bytes) {
  if (rank < size / 2)
    send_to(rank + size / 2, bytes);
  else
    receive_from(rank - size / 2, bytes);
}

/* A permutation without regular distances: 0 to 2, 2 to 1, 1 to 3, 3 to 0, and so on in each four.
 */
static void permutation(int bytes) {
  static const int target[] = {2, 3, 1, 0}, source[] = {3, 2, 0, 1};
  const int first = rank - rank % 4;
  if (first + 4 <= size) exchange(first + target[rank % 4], first + source[rank % 4], bytes);
}

static void incast(int bytes) {
  if (rank > 0) send_to(0, bytes);
  for (int i = 1; rank == 0 && i < size; i++) receive_from(MPI_ANY_SOURCE, bytes);
}

/* Steps of a stencil on a grid of two columns: all messages at once, then a sleep. */
static void halo(int bytes) {
  const int neighbours[] = {rank ^ 1, rank - 2, rank + 2};
  const struct timespec sleep = {0, halo_sleep_ns};
  for (int step = 0; step < halo_steps; step++) {
    MPI_Request requests[6];
    int count = 0;
    for (int i = 0; i < 3; i++) {
      if (neighbours[i] < 0 || neighbours[i] >= size) continue;
      MPI_Irecv(incoming + (size_t)i * bytes, bytes, MPI_CHAR, neighbours[i], step, MPI_COMM_WORLD,
                &requests[count++]);
      MPI_Isend(outgoing, bytes, MPI_CHAR, neighbours[i], step, MPI_COMM_WORLD, &requests[count++]);
    }
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    nanosleep(&sleep, NULL);
  }
}

static void bcast(int bytes) {
  MPI_Bcast(outgoing, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static void allreduce(int bytes) {
  MPI_Allreduce(outgoing, incoming, bytes / (int)sizeof(int), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void allgather(int bytes) {
  MPI_Allgather(outgoing, bytes, MPI_CHAR, incoming, bytes, MPI_CHAR, MPI_COMM_WORLD);
}

static void alltoall(int bytes) {
  MPI_Alltoall(outgoing, bytes, MPI_CHAR, incoming, bytes, MPI_CHAR, MPI_COMM_WORLD);
}

/* `bytes` are those of the whole vector. */
static void reduce_scatter(int bytes) {
  int* counts = malloc((size_t)size * sizeof *counts);
  for (int i = 0; i < size; i++) counts[i] = bytes / (int)sizeof(int) / size;
  MPI_Reduce_scatter(outgoing, incoming, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  free(counts);
}

static const struct Pattern {
  const char* name;
  void (*run)(int bytes);
} patterns[] = {{"pingpong", pingpong},
                {"pingpong_far", pingpong_far},
                {"bidir", bidir},
                {"ring", ring},
                {"pairs", pairs},
                {"permutation", permutation},
                {"incast", incast},
                {"halo", halo},
                {"bcast", bcast},
                {"allreduce", allreduce},
                {"allgather", allgather},
                {"alltoall", alltoall},
                {"reduce_scatter", reduce_scatter}};

static const struct Pattern* find(const char* name) {
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    if (strcmp(patterns[i].name, name) == 0) return &patterns[i];
  fprintf(stderr, "patterns: no pattern is called %s\n", name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return NULL;
}

/* Files of /proc/net have pairs of lines: names, then values. */
static long counter(const char* path, const char* table, const char* wanted) {
  FILE* file = fopen(path, "r");
  char names[line_most], values[line_most];
  long found = 0;
  while (file && fgets(names, sizeof names, file) && fgets(values, sizeof values, file)) {
    if (strncmp(names, table, strlen(table)) != 0) continue;
    char *name_rest, *value_rest;
    char *name = strtok_r(names, " \n", &name_rest), *value = strtok_r(values, " \n", &value_rest);
    for (; name && value;
         name = strtok_r(NULL, " \n", &name_rest), value = strtok_r(NULL, " \n", &value_rest))
      if (strcmp(name, wanted) == 0) found = atol(value);
  }
  if (file) fclose(file);
  return found;
}

static void read_counters(int is_wanted, long* counters) {
  if (!is_wanted) return;
  counters[0] = counter("/proc/self/net/snmp", "Tcp:", "OutSegs");
  counters[1] = counter("/proc/self/net/snmp", "Tcp:", "RetransSegs");
  counters[2] = counter("/proc/self/net/netstat", "TcpExt:", "TCPTimeouts");
}

static void execute(FILE* samples, const char* id, const struct Pattern* pattern, int bytes,
                    int has_counters) {
  long before[counter_count] = {0}, after[counter_count] = {0}, sums[counter_count];
  read_counters(has_counters, before);
  MPI_Barrier(MPI_COMM_WORLD);
  double times[2], last[2];
  times[0] = -MPI_Wtime();
  pattern->run(bytes);
  times[1] = MPI_Wtime();
  read_counters(has_counters, after);
  for (int i = 0; i < counter_count; i++) after[i] -= before[i];
  /* The largest of minus the beginnings is minus the first of them. */
  MPI_Reduce(times, last, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(after, sums, counter_count, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    fprintf(samples, "%s,%.9g,%ld,%ld,%ld\n", id, last[0] + last[1], sums[0], sums[1], sums[2]);
    fflush(samples);
  }
}

/* Each pair of ranks has spoken, and TCP's windows are open. */
static void warm_up(void) {
  for (int i = 0; i < 3; i++) {
    for (int distance = 1; distance < size; distance++)
      exchange(other(distance), other(-distance), warm_bytes);
    alltoall(warm_bytes);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  FILE* schedule = argc > 2 ? fopen(argv[1], "r") : NULL;
  FILE* samples = schedule && rank == 0 ? fopen(argv[2], "w") : NULL;
  if (!schedule || (rank == 0 && !samples)) {
    fprintf(stderr, "usage: patterns SCHEDULE.csv SAMPLES.csv [counters]\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const size_t most_bytes = (size_t)8 << 20;
  outgoing = calloc(most_bytes, 1);
  incoming = calloc(most_bytes, 1);
  warm_up();
  char line[line_most], id[64], name[64];
  int bytes;
  while (fgets(line, sizeof line, schedule)) {
    if (sscanf(line, "%63[^,],%63[^,],%d", id, name, &bytes) == 3 &&
        (size_t)bytes * size <= most_bytes)
      execute(samples, id, find(name), bytes, argc > 3);
  }
  fclose(schedule);
  if (samples) fclose(samples);
  MPI_Finalize();
  return 0;
}
