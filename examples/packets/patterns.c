/* SPDX-License-Identifier: BSD-3-Clause
 * Three patterns in which models of networks differ. Rank 0 prints, for each, the time of the last
 * rank and the mean of all ranks that receive.
 *
 *   alltoall  all ranks send to all others, at growing distance
 *   incast    all ranks of the other leaf switches send to the first eight ranks
 *   victim    the same, while ranks 8 to 10 get a message each from hosts below these leaf switches
 *
 * usage: patterns BYTES HOSTS_OF_A_LEAF */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { hot_ranks = 8, victims = 3, bytes_of_victims = 262144 };

static int rank, size, leaf;
static char *out, *in;
static MPI_Request* requests;
static int request_count;

static void send_to(int to, int bytes, int tag) {
  MPI_Isend(out, bytes, MPI_CHAR, to, tag, MPI_COMM_WORLD, &requests[request_count++]);
}

static void receive_from(int from, int bytes, int tag) {
  MPI_Irecv(in, bytes, MPI_CHAR, from, tag, MPI_COMM_WORLD, &requests[request_count++]);
}

static void all_to_all(int bytes) {
  for (int distance = 1; distance < size; distance++)
    receive_from((rank - distance + size) % size, bytes, 0);
  for (int distance = 1; distance < size; distance++) send_to((rank + distance) % size, bytes, 0);
}

/* The sender of each victim is the last of a leaf, so its way up is that of the incast's senders.
 */
static void incast(int bytes, int has_victims) {
  for (int from = leaf; from < size; from++) {
    int victim = from % leaf == leaf - 1 ? from / leaf - 1 : victims;
    int to = has_victims && victim < victims ? hot_ranks + victim : from % hot_ranks;
    int count = to >= hot_ranks ? bytes_of_victims : bytes;
    if (rank == to) receive_from(from, count, 0);
    if (rank == from) send_to(to, count, 0);
  }
}

static void run(const char* name, int bytes) {
  request_count = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  double begin_s = MPI_Wtime();
  if (strcmp(name, "alltoall") == 0)
    all_to_all(bytes);
  else
    incast(bytes, strcmp(name, "victim") == 0);
  MPI_Waitall(request_count, requests, MPI_STATUSES_IGNORE);
  double own_s = MPI_Wtime() - begin_s, last_s, sum_s;
  int is_shown = strcmp(name, "victim") == 0 ? rank >= hot_ranks && rank < hot_ranks + victims
                                             : (strcmp(name, "incast") != 0 || rank < hot_ranks);
  double shown_s = is_shown ? own_s : 0;
  int shown_count;
  MPI_Reduce(&shown_s, &last_s, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(&shown_s, &sum_s, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&is_shown, &shown_count, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s %.9f %.9f\n", name, last_s, sum_s / shown_count);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int bytes = argc > 1 ? atoi(argv[1]) : 65536;
  leaf = argc > 2 ? atoi(argv[2]) : 16;
  size_t largest = bytes > bytes_of_victims ? (size_t)bytes : bytes_of_victims;
  out = calloc(1, largest);
  in = calloc(1, largest);
  requests = malloc(2 * (size_t)size * sizeof *requests);
  run("alltoall", bytes);
  run("incast", bytes);
  run("victim", bytes);
  free(out);
  free(in);
  free(requests);
  MPI_Finalize();
  return 0;
}
