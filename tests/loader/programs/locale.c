// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 chooses a locale; the others keep theirs. Then each uses one of its own for a while.
#define _GNU_SOURCE
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int errors;

static void check(int condition, int line) {
  if (condition) return;
  errors++;
  printf("line %d fails\n", line);
}
#define CHECK(condition) check(condition, __LINE__)

int main(int argc, char** argv) {
  int rank;
  locale_t wide;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  CHECK(setlocale(LC_ALL, "no such locale") == NULL);
  CHECK(setlocale(12345, "C") == NULL);
  if (rank == 1) CHECK(strcmp(setlocale(LC_CTYPE, "C.UTF-8"), "C.UTF-8") == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK((MB_CUR_MAX > 1) == (rank == 1));
  CHECK(strcmp(setlocale(LC_CTYPE, NULL), rank == 1 ? "C.UTF-8" : "C") == 0);
  CHECK(strcmp(setlocale(LC_NUMERIC, NULL), "C") == 0);
  CHECK((strncmp(setlocale(LC_ALL, NULL), "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;", 30) == 0) ==
        (rank == 1));

  wide = newlocale(LC_ALL_MASK, rank == 0 ? "C.UTF-8" : "C", (locale_t)0);
  CHECK(uselocale(wide) == LC_GLOBAL_LOCALE);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(uselocale((locale_t)0) == wide);
  CHECK((MB_CUR_MAX > 1) == (rank == 0));
  CHECK(uselocale(LC_GLOBAL_LOCALE) == wide);
  freelocale(wide);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK((MB_CUR_MAX > 1) == (rank == 1));
  if (rank == 1) CHECK(strcmp(setlocale(LC_ALL, "C"), "C") == 0);
  CHECK(MB_CUR_MAX == 1);
  if (errors == 0) printf("locale ok\n");
  MPI_Finalize();
  return errors != 0;
}
