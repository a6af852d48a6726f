/* SPDX-License-Identifier: BSD-3-Clause
 * Each rank is a process with a number of its own, which it may use as on a real machine. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

static volatile sig_atomic_t caught;
static void on_signal(int number) {
  caught += number;
}

/* The usual name of a scratch file. */
static void scratch_file(void) {
  char name[64], line[16] = "";
  snprintf(name, sizeof name, "%s/scratch.%d", getenv("TMPDIR"), getpid());
  FILE* file = fopen(name, "w");
  fprintf(file, "%d", rank);
  fclose(file);
  meet();
  file = fopen(name, "r");
  CHECK(fgets(line, sizeof line, file) && atoi(line) == rank);
  fclose(file);
  meet();
  CHECK(unlink(name) == 0);
}

static void signals(void) {
  signal(SIGUSR1, on_signal);
  int own = getpid(), other;
  MPI_Sendrecv(&own, 1, MPI_INT, (rank + 1) % size, 2, &other, 1, MPI_INT, (rank + size - 1) % size,
               2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(other != own && kill(own, 0) == 0 && kill(other, 0) == 0);
  CHECK(kill(getpid(), SIGUSR1) == 0 && caught == SIGUSR1);
}

static void system_calls(void) {
  cpu_set_t processors;
  char from[4] = "yes", to[4] = "no";
  struct iovec local = {to, sizeof to}, remote = {from, sizeof from};
  CHECK(gettid() == getpid());
  CHECK(syscall(SYS_gettid) == getpid() && syscall(SYS_getpid) == getpid());
  CHECK(sched_getaffinity(getpid(), sizeof processors, &processors) == 0);
  CHECK(CPU_COUNT(&processors) > 0);
  CHECK(sched_setaffinity(getpid(), sizeof processors, &processors) == 0);
  CHECK(getpgid(getpid()) == getpgid(0) && getsid(getpid()) == getsid(0));
  CHECK(getpriority(PRIO_PROCESS, getpid()) == getpriority(PRIO_PROCESS, 0));
  CHECK(process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == sizeof to && !strcmp(to, "yes"));
}

static void files_of_the_process(void) {
  char name[64], path[4096], line[64];
  snprintf(name, sizeof name, "/proc/%d/status", getpid());
  FILE* file = fopen(name, "r");
  CHECK(file && fgets(line, sizeof line, file) && strncmp(line, "Name:", 5) == 0);
  fclose(file);
  int descriptor = open(name, O_RDONLY);
  CHECK(descriptor >= 0 && close(descriptor) == 0);
  snprintf(name, sizeof name, "/proc/%d", getpid());
  DIR* folder = opendir(name);
  CHECK(folder && closedir(folder) == 0);
  snprintf(name, sizeof name, "/proc/%d/exe", getpid());
  CHECK(readlink(name, path, sizeof path) > 0);
}

static void children(void) {
  int status, number = 0, pipes[2];
  CHECK(pipe(pipes) == 0);
  pid_t child = fork();
  if (child == 0) {
    number = getpid();
    _exit(write(pipes[1], &number, sizeof number) != sizeof number);
  }
  CHECK(read(pipes[0], &number, sizeof number) == sizeof number && number == child);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  close(pipes[0]);
  close(pipes[1]);
  child = vfork();
  if (child == 0) _exit(getpid() == syscall(SYS_getpid) ? 3 : 4);
  CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  printf("rank %d is process %d\n", rank, getpid());
  fflush(stdout);
  scratch_file();
  signals();
  system_calls();
  files_of_the_process();
  children();
  return finish();
}
