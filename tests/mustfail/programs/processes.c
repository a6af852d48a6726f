/* SPDX-License-Identifier: BSD-3-Clause
 * What goes wrong with sessions, windows, ports and spawned processes, chosen by the first
 * argument. usage: processes KIND */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void spawn(const char* program, char* argument) {
  char* arguments[] = {argument, NULL};
  MPI_Comm children;
  MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                 MPI_ERRCODES_IGNORE);
}

static void spawn_on(char* program, const char* host) {
  MPI_Comm children;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "host", host);
  MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, info, 0, MPI_COMM_WORLD, &children,
                 MPI_ERRCODES_IGNORE);
}

static void use_world_in_session(void) {
  MPI_Session session;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void accept_alone(void) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm client;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
  MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &client);
}

static void lock_for_ever(void) {
  MPI_Win window;
  int rank, memory = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock(0, window);
}

/* The child does what only the rank may; it ends, and the rank learns how. */
static void call_in_child(void) {
  int status, rank;
  pid_t child = fork();
  if (child == 0) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    _exit(0);
  }
  waitpid(child, &status, 0);
  printf("child ended with %d\n", WEXITSTATUS(status));
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  int size;
  if (strcmp(kind, "silent") == 0) return 0;
  if (strcmp(kind, "crash") == 0) *(volatile int*)8 = 1;
  if (strcmp(kind, "too-early") == 0) MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(kind, "world-in-session") == 0) use_world_in_session();
  MPI_Init(&argc, &argv);
  if (strcmp(kind, "spawn-missing") == 0) spawn("/no/such/program", "");
  if (strcmp(kind, "spawn-silent") == 0) spawn(argv[0], "silent");
  if (strcmp(kind, "spawn-crash") == 0) spawn(argv[0], "crash");
  if (strcmp(kind, "spawn-island") == 0) spawn_on(argv[0], "island");
  if (strcmp(kind, "accept") == 0) accept_alone();
  if (strcmp(kind, "lock") == 0) lock_for_ever();
  if (strcmp(kind, "fork") == 0) call_in_child();
  MPI_Finalize();
  return 0;
}
