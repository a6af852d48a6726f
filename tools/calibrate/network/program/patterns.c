/* SPDX-License-Identifier: BSD-3-Clause */
/* What is timed among many ranks at once, and the table of experiments. */
/* What `place` does once in a pattern of many ranks. */
static void run_pattern(const Row* row, int place) {
  const int next = members[(place + 1) % member_count];
  const int previous = members[(place + member_count - 1) % member_count];
  if (is_op(row, "bidir")) {
    exchange(members[1 - place], members[1 - place], row->size);
  } else if (is_op(row, "swap")) {
    exchange(next, previous, row->size);
  } else if (is_op(row, "alltoall")) {
    MPI_Alltoall(send_buffer, row->size, MPI_BYTE, receive_buffer, row->size, MPI_BYTE,
                 groups[row->k]);
  } else if (is_op(row, "fan_in") || is_op(row, "fan_out")) {
    MPI_Request requests[STREAM_LENGTH];
    MPI_Status statuses[STREAM_LENGTH];
    const int is_in = is_op(row, "fan_in");
    if (place > 0 && is_in) send_to(members[0], row->size, TAG_DATA);
    if (place > 0 && !is_in) receive_from(members[0], row->size, TAG_DATA);
    for (int i = 1; place == 0 && i < member_count; i++) {
      if (is_in)
        MPI_Irecv(receive_buffer + (size_t)(i - 1) * (size_t)row->size, row->size, MPI_BYTE,
                  members[i], TAG_DATA, MPI_COMM_WORLD, &requests[i - 1]);
      else
        MPI_Isend(send_buffer, row->size, MPI_BYTE, members[i], TAG_DATA, MPI_COMM_WORLD,
                  &requests[i - 1]);
    }
    if (place == 0) MPI_Waitall(member_count - 1, requests, statuses);
  } else { /* pairs, disjoint: each pair its own ping-pong */
    const int other = members[place ^ 1];
    if (place % 2 == 0) send_to(other, row->size, TAG_DATA);
    receive_from(other, row->size, TAG_DATA);
    if (place % 2 == 1) send_to(other, row->size, TAG_DATA);
  }
}

static void run_together(const Row* row, int place) {
  start_together(place);
  const double start_s = now_s();
  for (int i = 0; i < row->count; i++) run_pattern(row, place);
  if (place == 0) report(row, start_s, now_s() - start_s, row->count, "total");
}

static const struct {
  const char* name;
  void (*run)(const Row*, int);
  int buffers; /* of the row's size; 0: one for each rank */
} ops[] = {{"pingpong", run_pingpong, 1},   {"isend", run_isend, 1},
           {"send_late", run_send_late, 1}, {"recv", run_recv, 1},
           {"iprobe", run_polling, 1},      {"test", run_polling, 1},
           {"wtime", run_wtime, 1},         {"stream", run_stream, STREAM_LENGTH},
           {"bidir", run_together, 1},      {"swap", run_together, 1},
           {"pairs", run_together, 1},      {"disjoint", run_together, 1},
           {"fan_in", run_together, 0},     {"fan_out", run_together, 1},
           {"alltoall", run_together, 0}};
enum { OP_COUNT = sizeof ops / sizeof ops[0] };

static int op_of(const Row* row) {
  for (int i = 0; i < OP_COUNT; i++) {
    if (is_op(row, ops[i].name)) return i;
  }
  give_up("plan.csv", row->id + 2, "an unknown experiment", row->label);
  return 0;
}
