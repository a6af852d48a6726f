/* SPDX-License-Identifier: BSD-3-Clause */
/* Executing the rows of the plan in order: buffers, loads, and who is told. */
static char* touched(size_t bytes, int value) {
  char* memory = malloc(bytes + 64);
  if (memory == NULL) give_up("plan.csv", 0, "not enough memory for messages of this size", "");
  memory += 64 - (uintptr_t)memory % 64;
  memset(memory, value, bytes);
  return memory;
}

/* A group of each count of nodes that the plan names; everybody takes part in making them. */
static void make_groups(void) {
  MPI_Group world;
  groups = malloc(((size_t)rank_count + 2) * sizeof *groups);
  for (int n = 0; n < rank_count + 2; n++) groups[n] = MPI_COMM_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int i = 0; i < row_count; i++) {
    MPI_Group part;
    if (!is_op(&rows[i], "alltoall") || !choose_members(&rows[i])) continue;
    if (groups[rows[i].k] != MPI_COMM_NULL) continue;
    MPI_Group_incl(world, member_count, members, &part);
    MPI_Comm_create(MPI_COMM_WORLD, part, &groups[rows[i].k]);
  }
}

/* Buffers for the largest row that this rank takes part in. */
static void make_buffers(void) {
  size_t bytes = 64;
  for (int i = 0; i < row_count; i++) {
    const int buffers = ops[op_of(&rows[i])].buffers;
    if (!choose_members(&rows[i]) || my_place() < 0) continue;
    const size_t wanted = (size_t)rows[i].size * (size_t)(buffers == 0 ? member_count : buffers);
    if (wanted > bytes) bytes = wanted;
  }
  arena_bytes = is_cold && bytes < COLD_BYTES ? COLD_BYTES : bytes;
  send_buffer = send_arena = touched(arena_bytes, my_rank + 1);
  receive_buffer = receive_arena = touched(arena_bytes, 0);
}

/* The next place in memory that no cache holds. */
static void choose_buffers(const Row* row) {
  const size_t bytes =
      (size_t)row->size * (size_t)(member_count > STREAM_LENGTH ? member_count : STREAM_LENGTH);
  if (!is_cold) return;
  if (cold_offset + bytes > arena_bytes) cold_offset = 0;
  send_buffer = send_arena + cold_offset;
  receive_buffer = receive_arena + cold_offset;
  if (bytes < arena_bytes) cold_offset += ((size_t)row->size / 64 + 1) * 64;
}

static void compute_a_while(void) {
  static double *x, *y;
  if (x == NULL) {
    x = calloc(PIECE_DOUBLES, sizeof *x);
    y = calloc(PIECE_DOUBLES, sizeof *y);
    if (x == NULL || y == NULL) give_up("plan.csv", 0, "not enough memory for the load", "compute");
  }
  static int at = 0;
  for (int i = at; i < at + PIECE_DOUBLES / 64; i++) y[i] = 0.5 * x[i] + y[i] + 1;
  at = (at + PIECE_DOUBLES / 64) % PIECE_DOUBLES;
  sink = y[at];
}

/* Until rank 0 names a row: in MPI when it is the next one, else as the load says. */
static int wait_for_row(int expected, int load, int is_next) {
  int row = 0, is_there = is_next;
  while (!is_there) {
    MPI_Iprobe(0, TAG_CONTROL, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    if (!is_there && load == LOAD_IDLE) sleep_s(1e-3);
    if (!is_there && load == LOAD_COMPUTE) compute_a_while();
  }
  MPI_Recv(&row, 1, MPI_INT, 0, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (row != expected) give_up("plan.csv", expected + 2, "ranks do not agree on the row", "");
  return row;
}

/* Rank 0 tells a row to those who take part, and to all when the load changes. */
static void run_plan(void) {
  int load = LOAD_IDLE, last = -1;
  for (int i = 0; i < row_count; i++) {
    const Row* row = &rows[i];
    const int is_change = row->load != load;
    const int is_possible = choose_members(row);
    const int place = is_possible ? my_place() : -1;
    if (!is_possible && my_rank == 0) skipped_count++;
    if (my_rank == 0) {
      for (int rank = 1; rank < rank_count; rank++) {
        int is_member = is_change;
        for (int m = 0; is_possible && m < member_count; m++) is_member |= members[m] == rank;
        if (is_member) MPI_Send(&i, 1, MPI_INT, rank, TAG_CONTROL, MPI_COMM_WORLD);
      }
    } else if (is_change || place >= 0) {
      last = wait_for_row(i, load, last == i - 1);
    }
    load = row->load;
    if (place < 0) continue;
    choose_buffers(row);
    ops[op_of(row)].run(row, place);
  }
}

/* First messages between two ranks set up connections. */
static void warm_up(void) {
  for (int mode = 0; mode < PEER_COUNT; mode++) {
    const int peer = first_peer(mode);
    if (peer < 0 || (my_rank != 0 && my_rank != peer)) continue;
    members[0] = 0;
    members[1] = peer;
    for (int i = 0; i < WARM_UP_ROUNDS; i++) round_trip_s(my_rank != 0, 8);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}
