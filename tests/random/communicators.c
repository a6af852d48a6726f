/* SPDX-License-Identifier: BSD-3-Clause
 * Making, checking and freeing communicators; see communicators.h. */
#include "communicators.h"

enum { MOST_COMMUNICATORS = 14, PREDEFINED = 2, MOST_COLORS = 3 };

static Communicator pool[MOST_COMMUNICATORS];
static int pool_count;

bool is_member(const Communicator* communicator) {
  return communicator->handle != MPI_COMM_NULL;
}

const Members* own_group(const Communicator* communicator) {
  return &communicator->sides[communicator->side];
}

const Members* partners(const Communicator* communicator) {
  return &communicator->sides[communicator->inter ? 1 - communicator->side : 0];
}

static int index_of(const Members* members, int world_rank) {
  for (int i = 0; i < members->size; i++) {
    if (members->world[i] == world_rank) return i;
  }
  return -1;
}

static void check_group(MPI_Group group, const Members* members) {
  MPI_Group world;
  int size, ranks[MAX_RANKS], found[MAX_RANKS];
  MPI_Group_size(group, &size);
  REQUIRE(size == members->size, "a group of %d, not %d", size, members->size);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int i = 0; i < size; i++) ranks[i] = i;
  MPI_Group_translate_ranks(group, size, ranks, world, found);
  for (int i = 0; i < size; i++) {
    REQUIRE(found[i] == members->world[i], "rank %d of a group is %d of the world, not %d", i,
            found[i], members->world[i]);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&group);
}

/* What MPI says of a new communicator. Takes this rank's place in it from the members. */
static void check_communicator(Communicator* made) {
  MPI_Group group;
  int rank, inter, status;
  const int place = index_of(&made->sides[0], script.rank);
  made->side = made->inter && place < 0;
  made->rank = made->side ? index_of(&made->sides[1], script.rank) : place;
  REQUIRE((made->rank >= 0) == (made->handle != MPI_COMM_NULL), "in a communicator: %d, not %d",
          made->handle != MPI_COMM_NULL, made->rank >= 0);
  if (made->handle == MPI_COMM_NULL) return;
  MPI_Comm_rank(made->handle, &rank);
  MPI_Comm_test_inter(made->handle, &inter);
  MPI_Topo_test(made->handle, &status);
  REQUIRE(rank == made->rank, "rank %d of a communicator, not %d", rank, made->rank);
  REQUIRE(inter == made->inter, "an intercommunicator: %d", inter);
  MPI_Comm_group(made->handle, &group);
  check_group(group, own_group(made));
  if (made->inter) {
    MPI_Comm_remote_group(made->handle, &group);
    check_group(group, partners(made));
  }
  REQUIRE((status == MPI_UNDEFINED) == (made->topology == NO_TOPOLOGY), "topology %d", status);
}

static void add(Stream* stream, Communicator made) {
  made.wild = chance(stream, 35);
  check_communicator(&made);
  pool[pool_count++] = made;
}

void start_communicators(void) {
  Communicator world = {.handle = MPI_COMM_WORLD, .rank = script.rank};
  Communicator self = {.handle = MPI_COMM_SELF};
  world.sides[0].size = script.size;
  for (int i = 0; i < script.size; i++) world.sides[0].world[i] = i;
  self.sides[0].size = 1;
  self.sides[0].world[0] = script.rank;
  pool[pool_count++] = world;
  pool[pool_count++] = self;
}

static void remove_communicator(int index) {
  if (pool[index].handle != MPI_COMM_NULL) MPI_Comm_free(&pool[index].handle);
  for (int i = index + 1; i < pool_count; i++) pool[i - 1] = pool[i];
  pool_count--;
}

void free_communicators(void) {
  while (pool_count > PREDEFINED) remove_communicator(pool_count - 1);
}

const Communicator* choose_communicator(Stream* stream, Wanted wanted) {
  int found[MOST_COMMUNICATORS], count = 0;
  for (int i = 0; i < pool_count; i++) {
    if (wanted == INTRA && pool[i].inter) continue;
    if (wanted == WITH_TOPOLOGY && pool[i].topology == NO_TOPOLOGY) continue;
    found[count++] = i;
  }
  return count == 0 ? NULL : &pool[found[below(stream, count)]];
}

static void duplicate(Stream* stream, const Communicator* parent) {
  Communicator made = *parent;
  MPI_Request request;
  const int form = below(stream, 3);
  if (is_member(parent)) {
    if (form == 0) MPI_Comm_dup(parent->handle, &made.handle);
    if (form == 1) MPI_Comm_dup_with_info(parent->handle, MPI_INFO_NULL, &made.handle);
    if (form == 2) {
      MPI_Comm_idup(parent->handle, &made.handle, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }
  add(stream, made);
}

/* The ranks of one color, by key, then by the old rank. */
static Members ranks_of_color(const Members* old, const int* colors, const int* keys, int color) {
  Members members = {0, {0}};
  for (int key = 0; key < 4; key++) {
    for (int i = 0; i < old->size; i++) {
      if (colors[i] == color && keys[i] == key) members.world[members.size++] = old->world[i];
    }
  }
  return members;
}

/* Of an intercommunicator, ranks of one color on both sides stay connected (MPI 7.4.2). */
static void split(Stream* stream, const Communicator* parent) {
  int colors[2][MAX_RANKS], keys[2][MAX_RANKS];
  const int sides = parent->inter ? 2 : 1;
  MPI_Comm made = MPI_COMM_NULL;
  for (int s = 0; s < sides; s++) {
    for (int i = 0; i < parent->sides[s].size; i++) {
      colors[s][i] = chance(stream, 15) ? MPI_UNDEFINED : below(stream, MOST_COLORS);
      keys[s][i] = below(stream, 4);
    }
  }
  const int color = is_member(parent) ? colors[parent->side][parent->rank] : MPI_UNDEFINED;
  if (is_member(parent)) {
    MPI_Comm_split(parent->handle, color, keys[parent->side][parent->rank], &made);
  }
  for (int c = 0; c < MOST_COLORS; c++) {
    Communicator part = {.handle = color == c ? made : MPI_COMM_NULL, .inter = parent->inter};
    bool is_empty = false;
    for (int s = 0; s < sides; s++) {
      part.sides[s] = ranks_of_color(&parent->sides[s], colors[s], keys[s], c);
      is_empty = is_empty || part.sides[s].size == 0;
    }
    REQUIRE(!is_empty || part.handle == MPI_COMM_NULL, "a communicator without anybody opposite");
    if (!is_empty) add(stream, part);
  }
}

/* Some ranks of both sides, each side in any order. */
static void create_inter(Stream* stream, const Communicator* parent) {
  Communicator made = {.handle = MPI_COMM_NULL, .inter = true};
  int order[2][MAX_RANKS];
  for (int s = 0; s < 2; s++) {
    const Members* old = &parent->sides[s];
    made.sides[s].size = between(stream, 1, old->size);
    shuffle(stream, old->size, order[s]);
    for (int i = 0; i < made.sides[s].size; i++) made.sides[s].world[i] = old->world[order[s][i]];
  }
  if (is_member(parent)) {
    MPI_Group all, some;
    MPI_Comm_group(parent->handle, &all);
    MPI_Group_incl(all, made.sides[parent->side].size, order[parent->side], &some);
    MPI_Comm_create(parent->handle, some, &made.handle);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
  }
  add(stream, made);
}

/* Of some ranks in any order: all of the parent call, or the members only. */
static void create(Stream* stream, const Communicator* parent) {
  const bool members_only = chance(stream, 50);
  Communicator made = {.handle = MPI_COMM_NULL};
  MPI_Group all, some;
  int order[MAX_RANKS];
  const Members* old = &parent->sides[0];
  const int size = between(stream, 1, old->size);
  shuffle(stream, old->size, order);
  made.sides[0].size = size;
  for (int i = 0; i < size; i++) made.sides[0].world[i] = old->world[order[i]];
  const bool inside = index_of(&made.sides[0], script.rank) >= 0;
  if (is_member(parent)) {
    MPI_Comm_group(parent->handle, &all);
    MPI_Group_incl(all, size, order, &some);
    if (!members_only) MPI_Comm_create(parent->handle, some, &made.handle);
    if (members_only && inside) MPI_Comm_create_group(parent->handle, some, 17, &made.handle);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
  }
  add(stream, made);
}

static void make_grid(Stream* stream, const Communicator* parent) {
  Communicator made = {.handle = MPI_COMM_NULL, .topology = CARTESIAN};
  const Members* old = &parent->sides[0];
  const bool reorder = chance(stream, 40);
  int size = 1;
  made.dimension_count = between(stream, 1, MOST_DIMENSIONS);
  for (int d = 0; d < made.dimension_count; d++) {
    made.lengths[d] = between(stream, 1, old->size / size);
    made.periodic[d] = chance(stream, 50);
    size *= made.lengths[d];
  }
  made.sides[0] = *old;
  made.sides[0].size = size;
  if (is_member(parent)) {
    MPI_Cart_create(parent->handle, made.dimension_count, made.lengths, made.periodic, reorder,
                    &made.handle);
  }
  if (reorder) { /* nobody but its members knows who is where */
    int place = -1, places[MAX_RANKS];
    if (made.handle != MPI_COMM_NULL) MPI_Comm_rank(made.handle, &place);
    MPI_Allgather(&place, 1, MPI_INT, places, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < script.size; i++) {
      REQUIRE(places[i] < size, "rank %d of %d in a grid", places[i], size);
      if (places[i] >= 0) made.sides[0].world[places[i]] = i;
    }
  }
  add(stream, made);
}

static void add_edge(Communicator* graph, int from, int to) {
  for (int i = 0; i < graph->edge_count; i++) {
    if (graph->edge_from[i] == from && graph->edge_to[i] == to) return;
  }
  if (graph->edge_count == MOST_EDGES) return;
  graph->edge_from[graph->edge_count] = from;
  graph->edge_to[graph->edge_count++] = to;
}

static void make_graph(Stream* stream, const Communicator* parent) {
  Communicator made = {.handle = MPI_COMM_NULL, .topology = GRAPH};
  const Members* old = &parent->sides[0];
  int index[MAX_RANKS], edges[MOST_EDGES], count = 0;
  made.sides[0] = *old;
  made.sides[0].size = between(stream, 1, old->size);
  const int size = made.sides[0].size;
  for (int i = 0; i < 2 * size; i++) { /* in both directions, as MPI 8.6 asks of a graph */
    const int from = below(stream, size), to = below(stream, size);
    if (made.edge_count + 2 > MOST_EDGES) break;
    add_edge(&made, from, to);
    add_edge(&made, to, from);
  }
  for (int r = 0; r < size; r++) {
    count += destinations_of(&made, r, edges + count);
    index[r] = count;
  }
  if (is_member(parent)) {
    MPI_Graph_create(parent->handle, size, index, edges, 0, &made.handle);
  }
  add(stream, made);
}

static void make_distributed_graph(Stream* stream, const Communicator* parent) {
  Communicator made = {.handle = MPI_COMM_NULL, .topology = DISTRIBUTED_GRAPH};
  int sources[MOST_EDGES], destinations[MOST_EDGES];
  made.sides[0] = parent->sides[0];
  const int size = made.sides[0].size, edges = below(stream, 3 * size);
  for (int i = 0; i < edges; i++) {
    const int from = below(stream, size), to = below(stream, size);
    add_edge(&made, from, to);
  }
  if (is_member(parent)) {
    const int from_count = sources_of(&made, parent->rank, sources);
    const int to_count = destinations_of(&made, parent->rank, destinations);
    MPI_Dist_graph_create_adjacent(parent->handle, from_count, sources, MPI_UNWEIGHTED, to_count,
                                   destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made.handle);
  }
  add(stream, made);
}

/* Between two parts of the parent. */
static void connect(Stream* stream, const Communicator* parent) {
  Communicator made = {.handle = MPI_COMM_NULL, .inter = true};
  const Members* old = &parent->sides[0];
  int colors[MAX_RANKS], order[MAX_RANKS], leaders[2];
  shuffle(stream, old->size, order);
  const int first_size = between(stream, 1, old->size - 1);
  for (int i = 0; i < old->size; i++) colors[order[i]] = i >= first_size;
  for (int i = 0; i < old->size; i++) {
    Members* side = &made.sides[colors[i]];
    side->world[side->size++] = old->world[i];
  }
  const int leader[2] = {below(stream, made.sides[0].size), below(stream, made.sides[1].size)};
  for (int s = 0; s < 2; s++) leaders[s] = index_of(old, made.sides[s].world[leader[s]]);
  if (is_member(parent)) {
    MPI_Comm part;
    const int color = colors[parent->rank];
    MPI_Comm_split(parent->handle, color, 0, &part);
    MPI_Intercomm_create(part, leader[color], parent->handle, leaders[1 - color], 21, &made.handle);
    MPI_Comm_free(&part);
  }
  add(stream, made);
}

static void merge(Stream* stream, const Communicator* parent) {
  Communicator made = {.handle = MPI_COMM_NULL};
  const int high = below(stream, 2); /* the side whose ranks come last */
  Members* all = &made.sides[0];
  for (int s = 0; s < 2; s++) {
    const Members* side = &parent->sides[s == 0 ? 1 - high : high];
    for (int i = 0; i < side->size; i++) all->world[all->size++] = side->world[i];
  }
  if (is_member(parent)) MPI_Intercomm_merge(parent->handle, parent->side == high, &made.handle);
  add(stream, made);
}

/* The parts of a grid in which some dimensions are fixed; they do not stay. */
static void divide_grid(Stream* stream, const Communicator* parent) {
  int kept[MOST_DIMENSIONS], rank, expected_rank = 0, expected_sum = 0, sum, coordinates[3], at[3];
  MPI_Comm part;
  for (int d = 0; d < parent->dimension_count; d++) kept[d] = chance(stream, 50);
  if (!is_member(parent)) return;
  MPI_Cart_sub(parent->handle, kept, &part);
  MPI_Cart_coords(parent->handle, parent->rank, MOST_DIMENSIONS, coordinates);
  for (int d = 0; d < parent->dimension_count; d++) {
    if (kept[d]) expected_rank = expected_rank * parent->lengths[d] + coordinates[d];
  }
  for (int r = 0; r < parent->sides[0].size; r++) {
    bool is_inside = true;
    MPI_Cart_coords(parent->handle, r, MOST_DIMENSIONS, at);
    for (int d = 0; d < parent->dimension_count; d++) {
      is_inside = is_inside && (kept[d] || at[d] == coordinates[d]);
    }
    if (is_inside) expected_sum += parent->sides[0].world[r];
  }
  MPI_Comm_rank(part, &rank);
  MPI_Allreduce(&script.rank, &sum, 1, MPI_INT, MPI_SUM, part);
  REQUIRE(rank == expected_rank && sum == expected_sum,
          "rank %d, sum %d in a part of a grid, not %d, %d", rank, sum, expected_rank,
          expected_sum);
  MPI_Comm_free(&part);
}

void step_communicator(Stream* stream) {
  static void (*const makers[])(Stream*, const Communicator*) = {
      split, create, make_grid, make_graph, make_distributed_graph, connect};
  enum { MAKERS = sizeof makers / sizeof makers[0] };
  while (pool_count + MOST_COLORS > MOST_COMMUNICATORS || (pool_count > 6 && chance(stream, 30))) {
    remove_communicator(between(stream, PREDEFINED, pool_count - 1));
  }
  Communicator parent = *choose_communicator(stream, ANY);
  if (parent.sides[0].size == 1 && !parent.inter) parent = pool[0]; /* not MPI_COMM_SELF */
  if (chance(stream, 20)) {
    duplicate(stream, &parent);
  } else if (parent.inter) {
    static void (*const inter_makers[])(Stream*, const Communicator*) = {merge, split,
                                                                         create_inter};
    inter_makers[below(stream, 3)](stream, &parent);
  } else if (parent.topology == CARTESIAN && chance(stream, 40)) {
    divide_grid(stream, &parent);
  } else {
    const int maker = below(stream, MAKERS);
    if (makers[maker] == connect && parent.sides[0].size == 1) return;
    makers[maker](stream, &parent);
  }
}

/* The ranks beside `of` in the dimensions of a grid, lower before upper (MPI 8.6). */
static int grid_neighbors(const Communicator* grid, int of, int* found) {
  int count = 0, stride = grid->sides[0].size;
  for (int d = 0; d < grid->dimension_count; d++) {
    const int length = grid->lengths[d];
    stride /= length;
    const int place = of / stride % length;
    for (int step = -1; step <= 1; step += 2) {
      const int next = place + step;
      const int wrapped = (next + length) % length;
      found[count++] =
          next == wrapped || grid->periodic[d] ? of + (wrapped - place) * stride : MPI_PROC_NULL;
    }
  }
  return count;
}

int destinations_of(const Communicator* communicator, int of, int* found) {
  int count = 0;
  if (communicator->topology == CARTESIAN) return grid_neighbors(communicator, of, found);
  for (int i = 0; i < communicator->edge_count; i++) {
    if (communicator->edge_from[i] == of) found[count++] = communicator->edge_to[i];
  }
  return count;
}

int sources_of(const Communicator* communicator, int of, int* found) {
  int count = 0;
  /* A graph has one list of neighbours a rank. */
  if (communicator->topology != DISTRIBUTED_GRAPH) return destinations_of(communicator, of, found);
  for (int i = 0; i < communicator->edge_count; i++) {
    if (communicator->edge_to[i] == of) found[count++] = communicator->edge_from[i];
  }
  return count;
}
