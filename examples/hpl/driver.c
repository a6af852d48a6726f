/* SPDX-License-Identifier: BSD-3-Clause
 * The main program around HPL's own driver. In the HPC Challenge suite HPL is a library function,
 * HPL_main, which reads hpccinf.txt and appends its report to hpccoutf.txt; the suite's main is not
 * used here. This one also prints the time that HPL measured with all its digits: HPL's own line
 * stops at hundredths of a second.
 *
 * It reads HPL.dat, as HPL itself does, and hpccinf.txt where there is no HPL.dat: both have the
 * same lines. The linker turns fopen and HPL_pwarn of HPL's objects into the functions below
 * (--wrap), so HPL's source stays as it is. */
#include <stdarg.h>

#include "hpl.h"

#define LINES 31 /* of HPL's input file; what follows is of the suite's other programs */

FILE* __real_fopen(const char* name, const char* mode);
void __real_HPL_pwarn(FILE* stream, int line, const char* function, const char* form, ...);

static const char* const suite_input = "hpccinf.txt";
static const char* input = "HPL.dat";
static char reason[128] = "no reason is given"; /* the last that HPL warned of */

FILE* __wrap_fopen(const char* name, const char* mode) {
  return __real_fopen(strcmp(name, suite_input) == 0 ? input : name, mode);
}

void __wrap_HPL_pwarn(FILE* stream, int line, const char* function, const char* form, ...) {
  va_list arguments;
  va_start(arguments, form);
  vsnprintf(reason, sizeof reason, form, arguments);
  va_end(arguments);
  __real_HPL_pwarn(stream, line, function, "%s", reason);
}

static int refuse(const char* why) {
  fprintf(stderr, "hpl: HPL refuses its input file %s: %s\n", input, why);
  return MPI_Abort(MPI_COMM_WORLD, 2);
}

/* HPL takes the last line again for those that a file does not have. */
static void look_at_input(void) {
  FILE* file = __real_fopen(input, "r");
  if (file == NULL) file = __real_fopen(input = suite_input, "r");
  if (file == NULL) {
    refuse("the file is missing, and so is HPL.dat");
    return;
  }
  int lines = 0, last = '\n';
  for (int c = getc(file); c != EOF; last = c, c = getc(file)) lines += last == '\n';
  fclose(file);
  char why[128];
  snprintf(why, sizeof why, "it has %d lines of %d", lines, LINES);
  if (lines < LINES) refuse(why);
}

/* Called by HPL on all ranks when its input file is wrong; the suite would choose a case of its
 * own, we do not. The arguments, outputs of no use here, are left undeclared. */
int HPCC_Defaults() {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0 ? refuse(reason) : MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  HPL_RuntimeData result = {0};
  int rank, failure = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) look_at_input();
  HPL_main(argc, argv, &result, &failure);
  if (rank == 0)
    printf("HPL time_s=%.12g gflops=%.12g failure=%d\n", result.time, result.Gflops, failure);
  MPI_Finalize();
  return 0;
}
