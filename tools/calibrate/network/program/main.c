/* SPDX-License-Identifier: BSD-3-Clause */
/* Tests of semantic thresholds, a run of the program each, and the main function. */
/* Both send before they receive: who returns does not wait for the other side. */
static void try_deadlock(int size) {
  const int other = 1 - my_rank;
  send_to(other, size, TAG_DATA);
  receive_from(other, size, TAG_DATA);
  if (my_rank == 0) printf("ended\n");
}

/* The buffer changes right after MPI_Isend, which the standard forbids: it shows whether the data
   had left. Used nowhere else. */
static void try_corruption(int size) {
  MPI_Request request;
  if (my_rank == 0) {
    MPI_Isend(send_buffer, size, MPI_BYTE, 1, TAG_DATA, MPI_COMM_WORLD, &request);
    memset(send_buffer, 99, (size_t)size);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return;
  }
  sleep_s(1);
  receive_from(0, size, TAG_DATA);
  int changed = 0;
  for (int i = 0; i < size; i++) changed |= receive_buffer[i] != 1;
  printf("%s\n", changed ? "changed" : "intact");
  fflush(stdout);
}

static int try_threshold(const char* test, int size) {
  if (rank_count != 2 || size < 0) give_up(test, 0, "needs two ranks and a size", test);
  send_buffer = touched((size_t)size + 1, my_rank + 1);
  receive_buffer = touched((size_t)size + 1, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (strcmp(test, "deadlock") == 0)
    try_deadlock(size);
  else
    try_corruption(size);
  MPI_Finalize();
  return 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
  if (argc == 3) return try_threshold(argv[1], atoi(argv[2]));
  if (argc < 4) give_up(argv[0], 0, "usage: measure_network PLAN RAW META [cold]", "");
  is_cold = argc > 4 && strcmp(argv[4], "cold") == 0;
  load_before = load_average();
  find_places();
  members = malloc(((size_t)rank_count + 2) * sizeof *members);
  read_plan(argv[1]);
  make_groups();
  make_buffers();
  clock_cost_s = measure_clock_s();
  if (my_rank == 0) {
    raw = fopen(argv[2], "w");
    if (raw == NULL) give_up(argv[2], 0, "cannot write the file", argv[2]);
    setvbuf(raw, NULL, _IOFBF, 1 << 20);
    fprintf(raw, RAW_COLUMNS "\n");
  }
  warm_up();
  epoch_s = now_s();
  run_plan();
  MPI_Barrier(MPI_COMM_WORLD);
  if (my_rank == 0) {
    if (fclose(raw) != 0) give_up(argv[2], 0, "cannot write the file", argv[2]);
    write_meta(argv[3], argc, argv);
  }
  MPI_Finalize();
  return 0;
}
