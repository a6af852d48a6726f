/* SPDX-License-Identifier: BSD-3-Clause */
/* The plan: read by rank 0, known to all ranks. */
static int is_op(const Row* row, const char* name) {
  return strcmp(row->op, name) == 0;
}

/* Fills `members`; 0 when this machine has no such ranks. */
static int choose_members(const Row* row) {
  if (is_op(row, "wtime")) {
    members[0] = 0;
    member_count = 1;
    return 1;
  }
  if (is_op(row, "fan_in") || is_op(row, "fan_out")) return choose_nodes(row->k + 1);
  if (is_op(row, "disjoint")) return choose_nodes(2 * row->k);
  if (is_op(row, "swap") || is_op(row, "alltoall")) return choose_nodes(row->k);
  return choose_pairs(row);
}

static int my_place(void) {
  for (int i = 0; i < member_count; i++) {
    if (members[i] == my_rank) return i;
  }
  return -1;
}

static int name_index(const char* name, const char* const* names, int count, int line) {
  for (int i = 0; i < count; i++) {
    if (strcmp(name, names[i]) == 0) return i;
  }
  give_up("plan.csv", line, "an unknown word", name);
  return 0;
}

static Row parse_row(const char* text, int line) {
  Row row;
  char op[16], peer[32], load[32], end = 0;
  memset(&row, 0, sizeof row);
  if (sscanf(text, "%d,%15[a-z_:0-9],%d,%d,%31[a-z_],%31[a-z]%c", &row.id, op, &row.size,
             &row.count, peer, load, &end) != 6 ||
      row.size < 0 || row.count < 1) {
    give_up("plan.csv", line, "not a row of " PLAN_COLUMNS, text);
  }
  strcpy(row.label, op);
  char* colon = strchr(op, ':');
  row.k = 1;
  if (colon != NULL) {
    *colon = 0;
    row.k = atoi(colon + 1);
  }
  strcpy(row.op, op);
  row.peer = name_index(peer, peer_names, PEER_COUNT, line);
  row.load = name_index(load, load_names, LOAD_COUNT, line);
  return row;
}

static char* read_file(const char* path, long long* bytes) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) give_up(path, 0, "cannot read the plan", path);
  fseek(file, 0, SEEK_END);
  *bytes = ftell(file);
  rewind(file);
  char* text = malloc((size_t)*bytes + 1);
  if (fread(text, 1, (size_t)*bytes, file) != (size_t)*bytes)
    give_up(path, 0, "cannot read the plan", path);
  text[*bytes] = 0;
  fclose(file);
  return text;
}

/* Rank 0 alone reads files: nodes need not share them. */
static void read_plan(const char* path) {
  long long bytes = 0;
  char* text = my_rank == 0 ? read_file(path, &bytes) : NULL;
  MPI_Bcast(&bytes, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
  if (my_rank != 0) text = malloc((size_t)bytes + 1);
  MPI_Bcast(text, (int)bytes + 1, MPI_CHAR, 0, MPI_COMM_WORLD);
  rows = malloc(((size_t)bytes / sizeof "1,a,0,1,b,c" + 1) * sizeof *rows);
  int line = 0;
  for (char* at = strtok(text, "\n"); at != NULL; at = strtok(NULL, "\n")) {
    line++;
    if (line == 1) {
      if (sscanf(at, PLAN_MARK " run %d", &run_number) != 1)
        give_up(path, line, "a plan of another version; this program reads '" PLAN_MARK " run N'",
                at);
    } else if (line == 2) {
      if (strcmp(at, PLAN_COLUMNS) != 0) give_up(path, line, "expected " PLAN_COLUMNS, at);
    } else {
      rows[row_count++] = parse_row(at, line);
    }
  }
  if (row_count == 0) give_up(path, line, "a plan without rows", "");
  free(text);
}
