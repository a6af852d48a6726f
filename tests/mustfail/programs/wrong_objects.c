/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls about datatypes, packing, operations, groups and error handlers; see wrong.h. */
#include "wrong.h"

#define WORLD MPI_COMM_WORLD

static MPI_Group group, made_group;

static int contiguous_count(void) {
  return MPI_Type_contiguous(-1, MPI_INT, &type);
}
static int contiguous_null(void) {
  return MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type);
}
static int contiguous_result(void) {
  return MPI_Type_contiguous(1, MPI_INT, NULL);
}
static int vector_count(void) {
  return MPI_Type_vector(-1, 1, 1, MPI_INT, &type);
}
static int vector_length(void) {
  return MPI_Type_vector(1, -1, 1, MPI_INT, &type);
}
static int hvector_freed(void) {
  return MPI_Type_create_hvector(1, 1, 4, freed_type(), &type);
}
static int indexed_length(void) {
  const int lengths[2] = {1, -1}, displacements[2] = {0, 4};
  return MPI_Type_indexed(2, lengths, displacements, MPI_INT, &type);
}
static int indexed_null(void) {
  return MPI_Type_indexed(2, NULL, NULL, MPI_INT, &type);
}
static int block_length(void) {
  const int displacements[1] = {0};
  return MPI_Type_create_indexed_block(1, -1, displacements, MPI_INT, &type);
}
static int struct_null_type(void) {
  const int lengths[1] = {1};
  const MPI_Aint displacements[1] = {0};
  const MPI_Datatype types[1] = {MPI_DATATYPE_NULL};
  return MPI_Type_create_struct(1, lengths, displacements, types, &type);
}
static int struct_length(void) {
  const int lengths[1] = {-1};
  const MPI_Aint displacements[1] = {0};
  const MPI_Datatype types[1] = {MPI_INT};
  return MPI_Type_create_struct(1, lengths, displacements, types, &type);
}
static int resized_null(void) {
  return MPI_Type_create_resized(MPI_DATATYPE_NULL, 0, 8, &type);
}
static int subarray(int length, int part, int start, int order) {
  return MPI_Type_create_subarray(1, &length, &part, &start, order, MPI_INT, &type);
}
static int subarray_start(void) {
  return subarray(8, 4, 5, MPI_ORDER_C);
}
static int subarray_size(void) {
  return subarray(4, 5, 0, MPI_ORDER_C);
}
static int subarray_order(void) {
  return subarray(8, 4, 0, 99);
}
static int subarray_dimensions(void) {
  return MPI_Type_create_subarray(0, values, values, values, MPI_ORDER_C, MPI_INT, &type);
}
static int darray(int ranks, int of, int distribution, int argument) {
  const int length = 8;
  return MPI_Type_create_darray(ranks, of, 1, &length, &distribution, &argument, &ranks,
                                MPI_ORDER_C, MPI_INT, &type);
}
static int darray_rank(void) {
  return darray(2, 2, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_DFLT_DARG);
}
static int darray_distribution(void) {
  return darray(2, 0, 99, MPI_DISTRIBUTE_DFLT_DARG);
}
static int darray_block(void) {
  return darray(2, 0, MPI_DISTRIBUTE_BLOCK, 1);
}
static int commit_null(void) {
  return MPI_Type_commit(&type);
}
static int free_predefined_type(void) {
  type = MPI_INT;
  return MPI_Type_free(&type);
}
static int free_type_twice(void) {
  type = freed_type();
  return MPI_Type_free(&type);
}
static int free_null_type(void) {
  return MPI_Type_free(&type);
}
static int size_of_freed(void) {
  return MPI_Type_size(freed_type(), &value);
}
static int size_result(void) {
  return MPI_Type_size(MPI_INT, NULL);
}
static int contents_of_predefined(void) {
  MPI_Aint address;
  return MPI_Type_get_contents(MPI_INT, 1, 1, 1, &value, &address, &type);
}
static int contents_room(void) {
  MPI_Aint address;
  MPI_Datatype inner;
  MPI_Type_vector(2, 1, 3, MPI_INT, &type);
  return MPI_Type_get_contents(type, 1, 0, 1, values, &address, &inner);
}
static int match_size(void) {
  return MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type);
}
static int exact_real(void) {
  return MPI_Type_create_f90_real(900, 9000, &type);
}
static int dup_null(void) {
  return MPI_Type_dup(MPI_DATATYPE_NULL, &type);
}

static int pack_room(void) {
  char room[8];
  int position = 0;
  return MPI_Pack(values, 8, MPI_INT, room, 8, &position, WORLD);
}
static int pack_position(void) {
  char room[8];
  int position = -4;
  return MPI_Pack(values, 1, MPI_INT, room, 8, &position, WORLD);
}
static int unpack_beyond(void) {
  char room[8] = {0};
  int position = 4;
  return MPI_Unpack(room, 8, &position, values, 2, MPI_INT, WORLD);
}
static int pack_representation(void) {
  char room[8];
  MPI_Aint position = 0;
  return MPI_Pack_external("external64", values, 1, MPI_INT, room, 8, &position);
}
static int pack_size_count(void) {
  return MPI_Pack_size(-1, MPI_INT, WORLD, &value);
}

static int op_function(void) {
  MPI_Op op;
  return MPI_Op_create(NULL, 1, &op);
}
static int free_predefined_op(void) {
  MPI_Op op = MPI_SUM;
  return MPI_Op_free(&op);
}
static void add(void* in, void* out, int* count, MPI_Datatype* of) {
  (void)in, (void)out, (void)count, (void)of;
}
static int free_op_twice(void) {
  MPI_Op op, old;
  MPI_Op_create(add, 1, &op);
  old = op;
  MPI_Op_free(&op);
  return MPI_Op_free(&old);
}
static int op_commutative(void) {
  return MPI_Op_commutative(MPI_OP_NULL, &value);
}

static int incl(int count, const int* ranks) {
  MPI_Comm_group(WORLD, &group);
  return MPI_Group_incl(group, count, ranks, &made_group);
}
static int incl_beyond(void) {
  return incl(1, &size);
}
static int incl_twice(void) {
  const int twice[2] = {0, 0};
  return incl(2, twice);
}
static int incl_count(void) {
  return incl(-1, values);
}
static int excl_beyond(void) {
  MPI_Comm_group(WORLD, &group);
  return MPI_Group_excl(group, 1, &size, &made_group);
}
static int range_stride(void) {
  int range[1][3] = {{0, 1, 0}};
  MPI_Comm_group(WORLD, &group);
  return MPI_Group_range_incl(group, 1, range, &made_group);
}
static int translate_beyond(void) {
  MPI_Comm_group(WORLD, &group);
  return MPI_Group_translate_ranks(group, 1, &size, group, &value);
}
static int null_group_size(void) {
  return MPI_Group_size(MPI_GROUP_NULL, &value);
}
static int free_null_group(void) {
  group = MPI_GROUP_NULL;
  return MPI_Group_free(&group);
}
static int union_freed(void) {
  MPI_Group old;
  MPI_Comm_group(WORLD, &group);
  old = group;
  MPI_Group_free(&group);
  return MPI_Group_union(old, MPI_GROUP_EMPTY, &made_group);
}

static int errhandler_null(void) {
  return MPI_Comm_set_errhandler(WORLD, MPI_ERRHANDLER_NULL);
}
static int errhandler_function(void) {
  MPI_Errhandler made;
  return MPI_Comm_create_errhandler(NULL, &made);
}
static int errhandler_free_null(void) {
  MPI_Errhandler made = MPI_ERRHANDLER_NULL;
  return MPI_Errhandler_free(&made);
}
static int call_errhandler_null(void) {
  return MPI_Comm_call_errhandler(MPI_COMM_NULL, 0);
}
static int unknown_code(void) {
  return MPI_Error_class(999999999, &value);
}
static int unknown_string(void) {
  char text[MPI_MAX_ERROR_STRING];
  return MPI_Error_string(-17, text, &value);
}
static int code_of_class(void) {
  return MPI_Add_error_code(999999999, &value);
}
static int string_of_predefined(void) {
  return MPI_Add_error_string(MPI_ERR_RANK, "mine");
}

static const WrongCall calls[] = {
    {"contiguous_count", contiguous_count},
    {"contiguous_null", contiguous_null},
    {"contiguous_result", contiguous_result},
    {"vector_count", vector_count},
    {"vector_length", vector_length},
    {"hvector_freed", hvector_freed},
    {"indexed_length", indexed_length},
    {"indexed_null", indexed_null},
    {"block_length", block_length},
    {"struct_null_type", struct_null_type},
    {"struct_length", struct_length},
    {"resized_null", resized_null},
    {"subarray_start", subarray_start},
    {"subarray_size", subarray_size},
    {"subarray_order", subarray_order},
    {"subarray_dimensions", subarray_dimensions},
    {"darray_rank", darray_rank},
    {"darray_distribution", darray_distribution},
    {"darray_block", darray_block},
    {"commit_null", commit_null},
    {"free_predefined_type", free_predefined_type},
    {"free_type_twice", free_type_twice},
    {"free_null_type", free_null_type},
    {"size_of_freed", size_of_freed},
    {"size_result", size_result},
    {"contents_of_predefined", contents_of_predefined},
    {"contents_room", contents_room},
    {"match_size", match_size},
    {"exact_real", exact_real},
    {"dup_null", dup_null},
    {"pack_room", pack_room},
    {"pack_position", pack_position},
    {"unpack_beyond", unpack_beyond},
    {"pack_representation", pack_representation},
    {"pack_size_count", pack_size_count},
    {"op_function", op_function},
    {"free_predefined_op", free_predefined_op},
    {"free_op_twice", free_op_twice},
    {"op_commutative", op_commutative},
    {"incl_beyond", incl_beyond},
    {"incl_twice", incl_twice},
    {"incl_count", incl_count},
    {"excl_beyond", excl_beyond},
    {"range_stride", range_stride},
    {"translate_beyond", translate_beyond},
    {"null_group_size", null_group_size},
    {"free_null_group", free_null_group},
    {"union_freed", union_freed},
    {"errhandler_null", errhandler_null},
    {"errhandler_function", errhandler_function},
    {"errhandler_free_null", errhandler_free_null},
    {"call_errhandler_null", call_errhandler_null},
    {"unknown_code", unknown_code},
    {"unknown_string", unknown_string},
    {"code_of_class", code_of_class},
    {"string_of_predefined", string_of_predefined},
};

int main(int argc, char** argv) {
  return run_wrong_call(argc, argv, calls, sizeof calls / sizeof calls[0]);
}
