/* SPDX-License-Identifier: BSD-3-Clause
 * What libc keeps for a process, per rank: getopt in the middle of its walk, strtok, rand, the
 * environment and its variables, the working directory, signal handlers, clocks. */
#define _GNU_SOURCE
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

extern char** environ;

static void options(int argc, char** argv) {
  char found[16] = "";
  int option;
  while ((option = getopt(argc, argv, "ab:c")) != -1) {
    size_t length = strlen(found);
    found[length] = (char)option;
    if (option == 'b') CHECK(optarg && strcmp(optarg, "value") == 0);
    meet();
  }
  CHECK(strcmp(found, "abca") == 0);
  CHECK(argc - optind == 1 && strcmp(argv[optind], "rest") == 0);
  optind = 1;
  CHECK(getopt(argc, argv, "ab:c") == 'a');
}

static void numbers(void) {
  int first, again;
  srand((unsigned)rank + 1);
  first = rand();
  srand((unsigned)rank + 1);
  meet();
  again = rand();
  CHECK(first == again);
  srand48(rank);
  double one = drand48();
  meet();
  srand48(rank);
  CHECK(drand48() == one);
}

static void tokens(void) {
  char text[] = "a,b,c";
  CHECK(strcmp(strtok(text, ","), "a") == 0);
  meet();
  CHECK(strcmp(strtok(NULL, ","), "b") == 0);
  meet();
  CHECK(strcmp(strtok(NULL, ","), "c") == 0);
  CHECK(strtok(NULL, ",") == NULL);
}

static void environment(void) {
  char number[16];
  int seen = 0;
  snprintf(number, sizeof number, "%d", rank);
  setenv("RANK_NUMBER", number, 1);
  meet();
  CHECK(getenv("RANK_NUMBER") && atoi(getenv("RANK_NUMBER")) == rank);
  for (char** entry = environ; *entry; entry++) {
    if (strncmp(*entry, "RANK_NUMBER=", 12) == 0) seen += atoi(*entry + 12) == rank;
  }
  CHECK(seen == 1);
  unsetenv("RANK_NUMBER");
  meet();
  CHECK(!getenv("RANK_NUMBER"));
}

static void directory(void) {
  char start[4096], now[4096];
  CHECK(getcwd(start, sizeof start) != NULL);
  if (rank == 1) CHECK(chdir("/") == 0);
  meet();
  CHECK(getcwd(now, sizeof now) != NULL);
  CHECK(strcmp(now, rank == 1 ? "/" : start) == 0);
}

static volatile sig_atomic_t caught;
static void on_signal(int number) {
  caught += number;
}

static void signals(void) {
  if (rank == 1) signal(SIGUSR1, on_signal);
  meet();
  if (rank == 1) raise(SIGUSR1);
  meet();
  CHECK(caught == (rank == 1 ? SIGUSR1 : 0));
}

static void clocks(void) {
  struct timeval before, after;
  struct timespec pause = {2, 500000000};
  double start_s = MPI_Wtime();
  time_t date = time(NULL);
  gettimeofday(&before, NULL);
  nanosleep(&pause, NULL);
  usleep(500000);
  sleep(1);
  gettimeofday(&after, NULL);
  double passed =
      (double)(after.tv_sec - before.tv_sec) + 1e-6 * (double)(after.tv_usec - before.tv_usec);
  CHECK(passed > 3.9999 && passed < 4.1);
  CHECK(MPI_Wtime() - start_s > 3.9999 && MPI_Wtime() - start_s < 4.1);
  CHECK(time(NULL) - date >= 3 && time(NULL) - date <= 5);
  struct tm* mine = gmtime(&date);
  int second = mine->tm_sec;
  time_t other = date + 17 * rank;
  meet();
  CHECK(mine->tm_sec == second);
  gmtime(&other);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  options(argc, argv);
  numbers();
  tokens();
  environment();
  directory();
  signals();
  clocks();
  return finish();
}
