/* SPDX-License-Identifier: BSD-3-Clause
 * Processes that a rank starts: they are real, cost no simulated time and do not disturb it. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

/* Did the child see this rank's variable? */
static int sees(pid_t child) {
  int status;
  return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 10 + rank;
}

/* Children get the environment of the rank, whoever starts them and however. */
static void environment(void) {
  char value[16], line[64] = "";
  char* command[] = {"sh", "-c", "exit $CHILD_STATUS", NULL};
  snprintf(value, sizeof value, "%d", 10 + rank);
  setenv("CHILD_STATUS", value, 1);
  meet();
  CHECK(WEXITSTATUS(system("exit $CHILD_STATUS")) == 10 + rank);
  FILE* pipe = popen("echo $CHILD_STATUS", "r");
  CHECK(pipe && fgets(line, sizeof line, pipe) && atoi(line) == 10 + rank);
  pclose(pipe);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) _exit(getenv("CHILD_STATUS") ? atoi(getenv("CHILD_STATUS")) : 1);
  CHECK(sees(child));
  if ((child = fork()) == 0) _exit(WEXITSTATUS(system("exit $CHILD_STATUS")));
  CHECK(sees(child));
  if ((child = fork()) == 0) execv("/bin/sh", command);
  CHECK(sees(child));
  if ((child = fork()) == 0) execlp("sh", "sh", "-c", "exit $CHILD_STATUS", (char*)NULL);
  CHECK(sees(child));
  if ((child = vfork()) == 0) {
    execvp("sh", command);
    _exit(1);
  }
  CHECK(sees(child));
  meet();
  CHECK(getenv("CHILD_STATUS") && atoi(getenv("CHILD_STATUS")) == 10 + rank);
}

int main(int argc, char** argv) {
  char line[64] = "";
  int status;
  start(&argc, &argv);
  double start_s = MPI_Wtime();
  if (rank == 0) {
    CHECK(system("sleep 2; exit 3") >> 8 == 3);
    FILE* pipe = popen("echo from the child", "r");
    CHECK(pipe && fgets(line, sizeof line, pipe) && strcmp(line, "from the child\n") == 0);
    pclose(pipe);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      execlp("sh", "sh", "-c", "exit 5", (char*)NULL);
      _exit(9);
    }
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 5);
    child = fork();
    if (child == 0) exit(6);
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 6);
    child = vfork();
    if (child == 0) {
      execl("/nonexistent/program", "program", (char*)NULL);
      _exit(7);
    }
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 7);
    child = vfork();
    if (child == 0) _Exit(8);
    CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 8);
  }
  environment();
  /* Waiting for a child is not computation; starting it is, and takes longer on a slow machine. A
   * process of its own has the real clock. */
  CHECK(size == 1 || MPI_Wtime() - start_s < 1.5);
  return finish();
}
