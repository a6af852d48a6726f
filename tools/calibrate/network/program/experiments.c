/* SPDX-License-Identifier: BSD-3-Clause */
/* What is timed between two ranks, an experiment each. */
static void report(const Row* row, double start_s, double duration_s, int count, const char* part) {
  fprintf(raw, "%d,%d,%s,%s,%s,%d,%d,%.9f,%.9e,%s\n", run_number, row->id, row->label,
          peer_names[row->peer], load_names[row->load], row->size, count, start_s - epoch_s,
          duration_s, part);
  raw_rows++;
}

/* Messages without content or with the row's; all on the world's communicator. */
static void send_to(int rank, int bytes, int tag) {
  MPI_Send(send_buffer, bytes, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

static void receive_from(int rank, int bytes, int tag) {
  MPI_Recv(receive_buffer, bytes, MPI_BYTE, rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Everybody else is ready, and stands in what it does next when rank 0 goes on. */
static void wait_until_ready(int place) {
  if (place > 0) {
    send_to(members[0], 0, TAG_READY);
    return;
  }
  for (int i = 1; i < member_count; i++) receive_from(members[i], 0, TAG_READY);
}

/* As above, and nobody starts before rank 0 says so. */
static void start_together(int place) {
  wait_until_ready(place);
  if (place > 0) {
    receive_from(members[0], 0, TAG_GO);
    return;
  }
  for (int i = 1; i < member_count; i++) send_to(members[i], 0, TAG_GO);
}

static double round_trip_s(int place, int size) {
  const int other = members[1 - place];
  const double start_s = now_s();
  if (place == 0) {
    send_to(other, size, TAG_DATA);
    receive_from(other, size, TAG_BACK);
  } else {
    receive_from(other, size, TAG_DATA);
    send_to(other, size, TAG_BACK);
  }
  return now_s() - start_s;
}

/* Both sides learn how long a round trip takes now. */
static double agreed_round_trip_s(int place, int size) {
  double duration_s = round_trip_s(place, size);
  if (place == 0) {
    MPI_Send(&duration_s, 1, MPI_DOUBLE, members[1], TAG_GO, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&duration_s, 1, MPI_DOUBLE, members[0], TAG_GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  return duration_s;
}

static void run_pingpong(const Row* row, int place) {
  for (int i = 0; i < row->count; i++) {
    wait_until_ready(place);
    if (place > 0) {
      round_trip_s(place, row->size);
      continue;
    }
    const double start_s = now_s();
    send_to(members[1], row->size, TAG_DATA);
    const double sent_s = now_s();
    receive_from(members[1], row->size, TAG_BACK);
    const double end_s = now_s();
    report(row, start_s, sent_s - start_s, 1, "send");
    report(row, start_s, end_s - sent_s, 1, "recv");
    report(row, start_s, end_s - start_s, 1, "total");
  }
}

static void run_isend(const Row* row, int place) {
  MPI_Request request;
  for (int i = 0; i < row->count; i++) {
    if (place > 0) {
      MPI_Irecv(receive_buffer, row->size, MPI_BYTE, members[0], TAG_DATA, MPI_COMM_WORLD,
                &request);
      wait_until_ready(place);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      continue;
    }
    wait_until_ready(place);
    const double start_s = now_s();
    MPI_Isend(send_buffer, row->size, MPI_BYTE, members[1], TAG_DATA, MPI_COMM_WORLD, &request);
    const double end_s = now_s();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    report(row, start_s, end_s - start_s, 1, "send");
  }
}

static void run_send_late(const Row* row, int place) {
  for (int i = 0; i < row->count; i++) {
    const double trip_s = agreed_round_trip_s(place, row->size);
    if (place > 0) {
      sleep_s(4 * trip_s);
      receive_from(members[0], row->size, TAG_DATA);
      continue;
    }
    const double start_s = now_s();
    send_to(members[1], row->size, TAG_DATA);
    report(row, start_s, now_s() - start_s, 1, "send");
  }
}

/* The message is sent at once and received two round trips later: it has surely arrived. Above the
   threshold of synchronous sends it has not, and the fit leaves these rows out. */
static void run_recv(const Row* row, int place) {
  for (int i = 0; i < row->count; i++) {
    const double trip_s = agreed_round_trip_s(place, row->size);
    if (place > 0) {
      send_to(members[0], row->size, TAG_DATA);
      continue;
    }
    sleep_s(2 * trip_s);
    const double start_s = now_s();
    receive_from(members[1], row->size, TAG_DATA);
    report(row, start_s, now_s() - start_s, 1, "recv");
  }
}

/* Calls that found nothing, and the one that found the message. */
static void run_polling(const Row* row, int place) {
  MPI_Request request;
  for (int i = 0; i < row->count; i++) {
    const double trip_s = agreed_round_trip_s(place, row->size);
    if (place > 0) {
      sleep_s(4 * trip_s);
      send_to(members[0], row->size, TAG_DATA);
      continue;
    }
    const int is_probe = is_op(row, "iprobe");
    if (!is_probe)
      MPI_Irecv(receive_buffer, row->size, MPI_BYTE, members[1], TAG_DATA, MPI_COMM_WORLD,
                &request);
    double failing_s = 0, call_s = 0;
    int found = 0, failures = 0;
    const double start_s = now_s();
    while (!found) {
      const double before_s = now_s();
      if (is_probe)
        MPI_Iprobe(members[1], TAG_DATA, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
      else
        MPI_Test(&request, &found, MPI_STATUS_IGNORE);
      call_s = now_s() - before_s;
      if (!found) failures++, failing_s += call_s;
    }
    if (is_probe) receive_from(members[1], row->size, TAG_DATA);
    if (failures > 0) report(row, start_s, failing_s, failures, "failing");
    report(row, start_s, call_s, 1, "succeeding");
  }
}

static void run_wtime(const Row* row, int place) {
  double sum_s = 0;
  const double start_s = now_s();
  for (int i = 0; i < row->count; i++) sum_s += MPI_Wtime();
  const double end_s = now_s();
  sink = sum_s + place;
  report(row, start_s, end_s - start_s, row->count, "total");
}

static void exchange(int to, int from, int size) {
  MPI_Sendrecv(send_buffer, size, MPI_BYTE, to, TAG_DATA, receive_buffer, size, MPI_BYTE, from,
               TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void run_stream(const Row* row, int place) {
  MPI_Request requests[STREAM_LENGTH];
  MPI_Status statuses[STREAM_LENGTH];
  if (place > 0) {
    for (int i = 0; i < row->count; i++)
      MPI_Irecv(receive_buffer + (size_t)i * (size_t)row->size, row->size, MPI_BYTE, members[0],
                TAG_DATA, MPI_COMM_WORLD, &requests[i]);
  }
  wait_until_ready(place);
  const double start_s = now_s();
  if (place == 0) {
    for (int i = 0; i < row->count; i++)
      MPI_Isend(send_buffer, row->size, MPI_BYTE, members[1], TAG_DATA, MPI_COMM_WORLD,
                &requests[i]);
  }
  const double posted_s = now_s();
  MPI_Waitall(row->count, requests, statuses);
  if (place > 0) return;
  report(row, start_s, posted_s - start_s, row->count, "send");
  report(row, start_s, now_s() - start_s, row->count, "total");
}
