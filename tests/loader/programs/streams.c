/* SPDX-License-Identifier: BSD-3-Clause
 * Standard streams and umask per rank: one that closes, reopens or redirects its own leaves those
 * of the others alone, also while they wait in between; whatever a rank starts inherits its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"

static void expect(const char* kind, const char* wanted) {
  char name[32], text[256] = "";
  snprintf(name, sizeof name, "%s.%d", kind, rank);
  FILE* file = fopen(name, "r");
  CHECK(file != NULL);
  CHECK(fread(text, 1, sizeof text - 1, file) == strlen(wanted));
  CHECK(strcmp(text, wanted) == 0);
  fclose(file);
}

static void reopened(void) {
  char name[32], wanted[64];
  snprintf(name, sizeof name, "reopened.%d", rank);
  CHECK(freopen(name, "w", stdout) == stdout && fileno(stdout) == 1);
  printf("first %d\n", rank);
  meet();
  puts("second");
  fflush(stdout);
  meet();
  CHECK(system("echo child") == 0);
  meet();
  CHECK(write(1, "direct\n", 7) == 7);
  snprintf(wanted, sizeof wanted, "first %d\nsecond\nchild\ndirect\n", rank);
  expect("reopened", wanted);
}

static void redirected(void) {
  char name[32], wanted[64];
  const int before = dup(2);
  snprintf(name, sizeof name, "redirected.%d", rank);
  const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  CHECK(dup2(file, 2) == 2 && close(file) == 0);
  fprintf(stderr, "to %d", rank);
  meet();
  fprintf(stderr, ", unbuffered\n");
  snprintf(wanted, sizeof wanted, "to %d, unbuffered\n", rank);
  expect("redirected", wanted);
  unlink(name);
  meet();
  CHECK(dup2(before, 2) == 2 && close(before) == 0);
  if (rank == 1) fprintf(stderr, "back on standard error\n");
}

/* POSIX: open gives the lowest free number. */
static void closed(void) {
  char name[32], text[8] = "";
  CHECK(close(0) == 0 && close(0) == -1 && errno == EBADF);
  meet();
  CHECK(read(0, text, 1) == -1 && errno == EBADF && dup(0) == -1);
  snprintf(name, sizeof name, "reopened.%d", rank);
  CHECK(open(name, O_RDONLY) == 0);
  meet();
  CHECK(fgets(text, sizeof text, stdin) != NULL && strncmp(text, "first ", 6) == 0);
  CHECK(fclose(stdin) == 0 && unlink(name) == 0);
}

static void masks(void) {
  char name[32];
  struct stat made;
  const mode_t before = umask(rank % 2 == 0 ? 077 : 0);
  snprintf(name, sizeof name, "mask.%d", rank);
  meet();
  close(open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666));
  CHECK(stat(name, &made) == 0 && (made.st_mode & 0777) == (rank % 2 == 0 ? 0600 : 0666));
  unlink(name);
  meet();
  CHECK(umask(before) == (rank % 2 == 0 ? 077 : 0));
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  redirected();
  masks();
  if (rank == 0) {
    CHECK(freopen("/no/such/folder", "w", stdin) == NULL);
    meet();
    printf("rank 0 goes on\n");
    for (int i = 0; i < 7; i++) meet();
    return finish();
  }
  if (rank == 1) {
    CHECK(fclose(stdout) == 0);
    meet();
    CHECK(write(1, "lost", 4) == -1 && errno == EBADF);
    for (int i = 0; i < 7; i++) meet();
    return finish();
  }
  meet();
  reopened();
  closed();
  meet();
  meet();
  return finish();
}
