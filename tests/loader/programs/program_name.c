/* SPDX-License-Identifier: BSD-3-Clause
 * A program is called what it was started as, in its variables and in what libc prints. */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <string.h>

#include "common.h"

extern const char *__progname, *__progname_full;

int main(int argc, char** argv) {
  start(&argc, &argv);
  CHECK(strcmp(program_invocation_name, argv[0]) == 0);
  CHECK(strcmp(program_invocation_short_name, "program") == 0);
  CHECK(strcmp(__progname_full, argv[0]) == 0 && strcmp(__progname, "program") == 0);
  if (rank == 0) warnx("a warning");
  meet();
  program_invocation_short_name = rank == 0 ? "first" : "other";
  meet();
  CHECK(strcmp(program_invocation_short_name, rank == 0 ? "first" : "other") == 0);
  return finish();
}
