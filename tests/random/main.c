/* SPDX-License-Identifier: BSD-3-Clause
 * A random MPI program: correct, and its data known. Prints "OK" once, or what was wrong.
 *
 * usage: random SEED [STEPS [trace | cautious]...] */
#include "collective.h"
#include "steps.h"

static const struct {
  const char* name;
  void (*run)(Stream*);
  int weight;
} steps[] = {{"communicator", step_communicator, 14},
             {"data collective", step_data_collective, 20},
             {"vector collective", step_vector_collective, 14},
             {"neighborhood collective", step_neighborhood, 8},
             {"reduction", step_reduction, 16},
             {"messages", step_messages, 24},
             {"shift", step_shift, 6},
             {"partitioned message", step_partitioned, 4},
             {"packing", step_packing, 8},
             {"window", step_window, 10},
             {"file", step_file, 4}};
enum { STEP_KINDS = sizeof steps / sizeof steps[0], DEFAULT_STEPS = 40 };

static void run_step(void) {
  Stream stream = common_stream();
  int total = 0, chosen = 0;
  for (int i = 0; i < STEP_KINDS; i++) total += steps[i].weight;
  for (int left = below(&stream, total); left >= steps[chosen].weight; chosen++) {
    left -= steps[chosen].weight;
  }
  script.what = steps[chosen].name;
  steps[chosen].run(&stream);
  if (script.trace && script.rank == 0) {
    printf("step %d: %s\n", script.step, script.what);
    fflush(stdout);
  }
}

int main(int argc, char** argv) {
  const int step_count = argc > 2 ? atoi(argv[2]) : DEFAULT_STEPS;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &script.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &script.size);
  script.seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
  for (int i = 3; i < argc; i++) {
    script.trace = script.trace || strcmp(argv[i], "trace") == 0;
    script.cautious = script.cautious || strcmp(argv[i], "cautious") == 0;
  }
  script.what = "start";
  basic_count();
  start_communicators();
  start_messages();
  for (script.step = 0; script.step < step_count; script.step++) {
    run_step();
    complete_due();
  }
  script.what = "end";
  complete_all();
  end_messages();
  free_communicators();
  MPI_Finalize();
  if (script.rank == 0) printf("OK\n");
  return 0;
}
