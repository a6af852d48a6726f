/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls about communicators, topologies, attributes, info and names; see wrong.h. */
#include "wrong.h"

#define WORLD MPI_COMM_WORLD

static MPI_Group group;
static MPI_Info info;

static int size_of_null(void) {
  return MPI_Comm_size(MPI_COMM_NULL, &value);
}
static int rank_result(void) {
  return MPI_Comm_rank(WORLD, NULL);
}
static int dup_null(void) {
  return MPI_Comm_dup(MPI_COMM_NULL, &comm);
}
static int dup_result(void) {
  return MPI_Comm_dup(WORLD, NULL);
}
static int split_color(void) {
  return MPI_Comm_split(WORLD, -3, 0, &comm);
}
static int split_type(void) {
  return MPI_Comm_split_type(WORLD, 99, 0, MPI_INFO_NULL, &comm);
}
static int free_world(void) {
  comm = WORLD;
  return MPI_Comm_free(&comm);
}
static int free_null(void) {
  return MPI_Comm_free(&comm);
}
static int free_twice(void) {
  comm = freed_comm();
  return MPI_Comm_free(&comm);
}
static int compare_freed(void) {
  return MPI_Comm_compare(WORLD, freed_comm(), &value);
}
static int create_null_group(void) {
  return MPI_Comm_create(WORLD, MPI_GROUP_NULL, &comm);
}
static int create_outside(void) {
  MPI_Comm_group(WORLD, &group);
  return MPI_Comm_create(MPI_COMM_SELF, group, &comm);
}
static int create_group_tag(void) {
  MPI_Comm_group(WORLD, &group);
  return MPI_Comm_create_group(WORLD, group, -1, &comm);
}
static int remote_size_of_intra(void) {
  return MPI_Comm_remote_size(WORLD, &value);
}
static int remote_group_of_intra(void) {
  return MPI_Comm_remote_group(WORLD, &group);
}
static int merge_intra(void) {
  return MPI_Intercomm_merge(WORLD, 0, &comm);
}
static int connect_leader(void) {
  return MPI_Intercomm_create(MPI_COMM_SELF, 3, WORLD, 1 - rank, 4, &comm);
}
static int connect_remote(void) {
  return MPI_Intercomm_create(MPI_COMM_SELF, 0, WORLD, size, 4, &comm);
}
static int name_of_null(void) {
  return MPI_Comm_set_name(MPI_COMM_NULL, "name");
}
static int info_of_freed(void) {
  return MPI_Comm_get_info(freed_comm(), &info);
}

static int grid(int dimensions, int length) {
  const int lengths[2] = {length, 1}, periods[2] = {0, 0};
  return MPI_Cart_create(WORLD, dimensions, lengths, periods, 0, &comm);
}
static int grid_large(void) {
  return grid(1, size + 1);
}
static int grid_negative(void) {
  return grid(1, -1);
}
static int grid_dimensions(void) {
  return grid(-1, 1);
}
static int coordinates_beyond(void) {
  grid(1, size);
  return MPI_Cart_coords(comm, size, 1, values);
}
static int rank_outside(void) {
  grid(1, size);
  return MPI_Cart_rank(comm, &size, &value);
}
static int shift_direction(void) {
  grid(1, size);
  return MPI_Cart_shift(comm, 1, 1, &values[0], &values[1]);
}
static int shift_without_grid(void) {
  return MPI_Cart_shift(WORLD, 0, 1, &values[0], &values[1]);
}
static int grid_get_none(void) {
  return MPI_Cart_get(WORLD, 1, &values[0], &values[1], &values[2]);
}
static int sub_without_grid(void) {
  return MPI_Cart_sub(WORLD, values, &comm);
}
static int graph_edge(void) {
  const int index[1] = {1};
  return MPI_Graph_create(WORLD, 1, index, &size, 0, &comm);
}
static int graph_size(void) {
  return MPI_Graph_create(WORLD, size + 1, values, values, 0, &comm);
}
static int neighbors_without_graph(void) {
  return MPI_Graph_neighbors_count(WORLD, 0, &value);
}
static int distributed_edge(void) {
  return MPI_Dist_graph_create_adjacent(WORLD, 1, &size, MPI_UNWEIGHTED, 0, values, MPI_UNWEIGHTED,
                                        MPI_INFO_NULL, 0, &comm);
}
static int distributed_degree(void) {
  return MPI_Dist_graph_create_adjacent(WORLD, -1, values, MPI_UNWEIGHTED, 0, values,
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
}
static int dims_impossible(void) {
  int dims[2] = {3, 0};
  return MPI_Dims_create(4, 2, dims);
}
static int dims_negative(void) {
  int dims[2] = {-1, 0};
  return MPI_Dims_create(4, 2, dims);
}

static int unknown_key(void) {
  return MPI_Comm_set_attr(WORLD, 424242, NULL);
}
static int freed_key(void) {
  int key;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &value, NULL);
  key = value;
  MPI_Comm_free_keyval(&value);
  return MPI_Comm_set_attr(WORLD, key, NULL);
}
static int key_of_types(void) {
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &value, NULL);
  return MPI_Comm_set_attr(WORLD, value, NULL);
}
static int predefined_key(void) {
  return MPI_Comm_set_attr(WORLD, MPI_TAG_UB, NULL);
}
static int invalid_key(void) {
  value = MPI_KEYVAL_INVALID;
  return MPI_Comm_free_keyval(&value);
}

static int info_null(void) {
  return MPI_Info_set(MPI_INFO_NULL, "key", "value");
}
static int info_empty_key(void) {
  MPI_Info_create(&info);
  return MPI_Info_set(info, "", "value");
}
static int info_long_key(void) {
  static char key[MPI_MAX_INFO_KEY + 2];
  memset(key, 'k', sizeof key - 1);
  MPI_Info_create(&info);
  return MPI_Info_set(info, key, "value");
}
static int info_long_value(void) {
  static char text[MPI_MAX_INFO_VAL + 2];
  memset(text, 'v', sizeof text - 1);
  MPI_Info_create(&info);
  return MPI_Info_set(info, "key", text);
}
static int info_delete_missing(void) {
  MPI_Info_create(&info);
  return MPI_Info_delete(info, "key");
}
static int info_beyond(void) {
  char key[MPI_MAX_INFO_KEY + 1];
  MPI_Info_create(&info);
  return MPI_Info_get_nthkey(info, 0, key);
}
static int info_free_twice(void) {
  MPI_Info old;
  MPI_Info_create(&info);
  old = info;
  MPI_Info_free(&info);
  return MPI_Info_free(&old);
}

static int unknown_service(void) {
  char port[MPI_MAX_PORT_NAME];
  return MPI_Lookup_name("nobody", MPI_INFO_NULL, port);
}
static int unpublished_service(void) {
  return MPI_Unpublish_name("nobody", MPI_INFO_NULL, "nowhere");
}
static int bad_port(void) {
  return MPI_Comm_connect("nowhere", MPI_INFO_NULL, 0, MPI_COMM_SELF, &comm);
}
static int session_set(void) {
  MPI_Session session;
  MPI_Session_init(MPI_INFO_NULL, handler, &session);
  return MPI_Group_from_session_pset(session, "mpi://nobody", &group);
}
static int session_twice(void) {
  MPI_Session session, old;
  MPI_Session_init(MPI_INFO_NULL, handler, &session);
  old = session;
  MPI_Session_finalize(&session);
  return MPI_Session_finalize(&old);
}
static int no_memory(void) {
  void* memory;
  return MPI_Alloc_mem((MPI_Aint)1 << 60, MPI_INFO_NULL, &memory);
}
static int negative_memory(void) {
  void* memory;
  return MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory);
}

static const WrongCall calls[] = {
    {"size_of_null", size_of_null},
    {"rank_result", rank_result},
    {"dup_null", dup_null},
    {"dup_result", dup_result},
    {"split_color", split_color},
    {"split_type", split_type},
    {"free_world", free_world},
    {"free_null", free_null},
    {"free_twice", free_twice},
    {"compare_freed", compare_freed},
    {"create_null_group", create_null_group},
    {"create_outside", create_outside},
    {"create_group_tag", create_group_tag},
    {"remote_size_of_intra", remote_size_of_intra},
    {"remote_group_of_intra", remote_group_of_intra},
    {"merge_intra", merge_intra},
    {"connect_leader", connect_leader},
    {"connect_remote", connect_remote},
    {"name_of_null", name_of_null},
    {"info_of_freed", info_of_freed},
    {"grid_large", grid_large},
    {"grid_negative", grid_negative},
    {"grid_dimensions", grid_dimensions},
    {"coordinates_beyond", coordinates_beyond},
    {"rank_outside", rank_outside},
    {"shift_direction", shift_direction},
    {"shift_without_grid", shift_without_grid},
    {"grid_get_none", grid_get_none},
    {"sub_without_grid", sub_without_grid},
    {"graph_edge", graph_edge},
    {"graph_size", graph_size},
    {"neighbors_without_graph", neighbors_without_graph},
    {"distributed_edge", distributed_edge},
    {"distributed_degree", distributed_degree},
    {"dims_impossible", dims_impossible},
    {"dims_negative", dims_negative},
    {"unknown_key", unknown_key},
    {"freed_key", freed_key},
    {"key_of_types", key_of_types},
    {"predefined_key", predefined_key},
    {"invalid_key", invalid_key},
    {"info_null", info_null},
    {"info_empty_key", info_empty_key},
    {"info_long_key", info_long_key},
    {"info_long_value", info_long_value},
    {"info_delete_missing", info_delete_missing},
    {"info_beyond", info_beyond},
    {"info_free_twice", info_free_twice},
    {"unknown_service", unknown_service},
    {"unpublished_service", unpublished_service},
    {"bad_port", bad_port},
    {"session_set", session_set},
    {"session_twice", session_twice},
    {"no_memory", no_memory},
    {"negative_memory", negative_memory},
};

int main(int argc, char** argv) {
  return run_wrong_call(argc, argv, calls, sizeof calls / sizeof calls[0]);
}
