/* SPDX-License-Identifier: BSD-3-Clause */
/* Which ranks are where, and which of them an experiment takes. */
/* The package of the first core that this rank may use; 0 when the system does not say. */
static int package_of_rank(void) {
  char text[256], path[128];
  const char* list;
  first_line("/proc/self/status", "Cpus_allowed_list:", text, sizeof text);
  list = strchr(text, ':');
  if (list == NULL) return 0;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/physical_package_id",
           atoi(list + 1));
  return atoi(first_line(path, "", text, sizeof text));
}

static void find_places(void) {
  Place mine;
  memset(&mine, 0, sizeof mine);
  gethostname(mine.host, NAME_BYTES - 1);
  mine.package = package_of_rank();
  places = malloc((size_t)rank_count * sizeof *places);
  MPI_Allgather(&mine, (int)sizeof mine, MPI_BYTE, places, (int)sizeof mine, MPI_BYTE,
                MPI_COMM_WORLD);
}

static int same_host(int a, int b) {
  return strcmp(places[a].host, places[b].host) == 0;
}

static int is_peer(int rank, int mode) {
  const int here = same_host(rank, 0), socket = places[rank].package == places[0].package;
  if (rank == 0) return 0;
  switch (mode) {
    case 0:
      return !here;
    case 1:
      return here && !socket;
    case 2:
      return here && socket;
    default:
      return here;
  }
}

static int first_peer(int mode) {
  for (int rank = 1; rank < rank_count; rank++) {
    if (is_peer(rank, mode)) return rank;
  }
  return -1;
}

static int is_first_of_host(int rank) {
  for (int other = 0; other < rank; other++) {
    if (same_host(other, rank)) return 0;
  }
  return 1;
}

/* The first `wanted` nodes, a rank of each. */
static int choose_nodes(int wanted) {
  member_count = 0;
  for (int rank = 0; rank < rank_count && member_count < wanted; rank++) {
    if (is_first_of_host(rank)) members[member_count++] = rank;
  }
  return member_count == wanted;
}

/* k pairs: both sides of a pair are neighbours in the list. */
static int choose_pairs(const Row* row) {
  const int partner = first_peer(row->peer);
  member_count = 0;
  if (partner < 0) return 0;
  if (row->peer != 0) { /* inside a node: neighbours of the list of its ranks */
    for (int rank = 0; rank < rank_count && member_count < 2 * row->k; rank++) {
      if (rank == 0 || is_peer(rank, row->peer)) members[member_count++] = rank;
    }
    return member_count == 2 * row->k;
  }
  for (int a = 0, b = 0; member_count < 2 * row->k; a++, b++) {
    while (a < rank_count && !same_host(a, 0)) a++;
    while (b < rank_count && !same_host(b, partner)) b++;
    if (a >= rank_count || b >= rank_count) return 0;
    members[member_count++] = a;
    members[member_count++] = b;
  }
  return 1;
}
