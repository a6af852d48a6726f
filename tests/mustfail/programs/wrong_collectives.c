/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls of collectives, and calls that do not match on all ranks; see wrong.h. */
#include "wrong.h"

#define WORLD MPI_COMM_WORLD

static int others[64];

static int root_beyond(void) {
  return MPI_Bcast(&value, 1, MPI_INT, size, WORLD);
}
static int root_negative(void) {
  return MPI_Bcast(&value, 1, MPI_INT, -1, WORLD);
}
static int bcast_count(void) {
  return MPI_Bcast(&value, -1, MPI_INT, 0, WORLD);
}
static int bcast_type(void) {
  return MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, WORLD);
}
static int bcast_freed_type(void) {
  return MPI_Bcast(&value, 1, freed_type(), 0, WORLD);
}
static int bcast_comm(void) {
  return MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_NULL);
}
static int bcast_buffer(void) {
  return MPI_Bcast(NULL, 1, MPI_INT, 0, WORLD);
}
static int barrier_freed(void) {
  return MPI_Barrier(freed_comm());
}
static int op_null(void) {
  return MPI_Reduce(values, others, 1, MPI_INT, MPI_OP_NULL, 0, WORLD);
}
static void add(void* in, void* out, int* count, MPI_Datatype* of) {
  (void)of;
  for (int i = 0; i < *count; i++) ((int*)out)[i] += ((int*)in)[i];
}
static int op_freed(void) {
  MPI_Op op, old;
  MPI_Op_create(add, 1, &op);
  old = op;
  MPI_Op_free(&op);
  return MPI_Allreduce(values, others, 1, MPI_INT, old, WORLD);
}
static int bits_of_double(void) {
  double in = 1, out;
  return MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_BAND, WORLD);
}
static int location_of_int(void) {
  return MPI_Allreduce(values, others, 1, MPI_INT, MPI_MINLOC, WORLD);
}
static int sum_of_pairs(void) {
  return MPI_Allreduce(values, others, 1, MPI_2INT, MPI_SUM, WORLD);
}
static int maximum_of_complex(void) {
  return MPI_Allreduce(values, others, 1, MPI_C_DOUBLE_COMPLEX, MPI_MAX, WORLD);
}
static int sum_of_derived(void) {
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_commit(&type);
  return MPI_Allreduce(values, others, 1, type, MPI_SUM, WORLD);
}
static int replace(void) {
  return MPI_Allreduce(values, others, 1, MPI_INT, MPI_REPLACE, WORLD);
}
static int reduce_alias(void) {
  return MPI_Reduce(values, values, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF);
}
static int in_place_beside_root(void) {
  return MPI_Reduce(rank == 0 ? values : MPI_IN_PLACE, others, 1, MPI_INT, MPI_SUM, 0, WORLD);
}
static int receive_in_place(void) {
  return MPI_Allreduce(values, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, WORLD);
}
static int allreduce_count(void) {
  return MPI_Allreduce(values, others, -1, MPI_INT, MPI_SUM, WORLD);
}
static int gather_root(void) {
  return MPI_Gather(&value, 1, MPI_INT, values, 1, MPI_INT, -3, WORLD);
}
static int gather_count(void) {
  return MPI_Gather(&value, 1, MPI_INT, values, -1, MPI_INT, 0, MPI_COMM_SELF);
}
static int gather_alias(void) {
  return MPI_Gather(values, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_SELF);
}
static int gatherv_counts(void) {
  return MPI_Gatherv(&value, 1, MPI_INT, values, NULL, NULL, MPI_INT, 0, MPI_COMM_SELF);
}
static int scatter_type(void) {
  return MPI_Scatter(values, 1, MPI_INT, &value, 1, MPI_DATATYPE_NULL, 0, WORLD);
}
static int allgather_count(void) {
  return MPI_Allgather(&value, -1, MPI_INT, values, 1, MPI_INT, WORLD);
}
static int alltoall_count(void) {
  return MPI_Alltoall(values, 1, MPI_INT, others, -1, MPI_INT, WORLD);
}
static int alltoallv_counts(void) {
  return MPI_Alltoallv(values, NULL, NULL, MPI_INT, others, NULL, NULL, MPI_INT, WORLD);
}
static int alltoallw_type(void) {
  static const int counts[64], displacements[64];
  static MPI_Datatype types[64];
  for (int i = 0; i < size; i++) types[i] = MPI_DATATYPE_NULL;
  return MPI_Alltoallw(values, counts, displacements, types, others, counts, displacements, types,
                       WORLD);
}
static int reduce_scatter_count(void) {
  int counts[64];
  for (int i = 0; i < size; i++) counts[i] = -1;
  return MPI_Reduce_scatter(values, others, counts, MPI_INT, MPI_SUM, WORLD);
}
static int scan_op(void) {
  return MPI_Scan(values, others, 1, MPI_INT, MPI_OP_NULL, WORLD);
}
static int exscan_type(void) {
  return MPI_Exscan(values, others, 1, MPI_DATATYPE_NULL, MPI_SUM, WORLD);
}
static int scan_inter(void) {
  MPI_Comm half, inter;
  MPI_Comm_split(WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, WORLD, 1 - rank % 2, 4, &inter);
  return MPI_Scan(values, others, 1, MPI_INT, MPI_SUM, inter);
}
static int ibcast_root(void) {
  return MPI_Ibcast(&value, 1, MPI_INT, size, WORLD, &request);
}
static int iallreduce_op(void) {
  return MPI_Iallreduce(values, others, 1, MPI_INT, MPI_OP_NULL, WORLD, &request);
}
static int ibarrier_request(void) {
  return MPI_Ibarrier(WORLD, NULL);
}
static int bcast_init_root(void) {
  return MPI_Bcast_init(&value, 1, MPI_INT, size, WORLD, MPI_INFO_NULL, &request);
}
static int neighbor_without_topology(void) {
  return MPI_Neighbor_allgather(&value, 1, MPI_INT, others, 1, MPI_INT, WORLD);
}
static int ineighbor_without_topology(void) {
  return MPI_Ineighbor_alltoall(values, 1, MPI_INT, others, 1, MPI_INT, WORLD, &request);
}
static int reduce_local_op(void) {
  return MPI_Reduce_local(values, others, 1, MPI_INT, MPI_OP_NULL);
}

/* These do not match; no rank alone can know. */
static int other_roots(void) {
  return MPI_Bcast(values, 8, MPI_INT, rank % 2, WORLD);
}
static int other_sizes(void) {
  return MPI_Bcast(values, 4 + rank, MPI_INT, 0, WORLD);
}
static int other_ops(void) {
  return MPI_Allreduce(values, others, 1, MPI_INT, rank == 0 ? MPI_SUM : MPI_MAX, WORLD);
}
static int other_lengths(void) {
  return MPI_Allreduce(values, others, 1 + rank, MPI_INT, MPI_SUM, WORLD);
}
static int other_collectives(void) {
  if (rank == 0) return MPI_Barrier(WORLD);
  return MPI_Bcast(values, 1, MPI_INT, 0, WORLD);
}
static int other_order(void) {
  MPI_Request requests[2];
  const int first = rank % 2;
  for (int i = 0; i < 2; i++) {
    const int code = (i == first) ? MPI_Ibarrier(WORLD, &requests[i])
                                  : MPI_Ibcast(values, 1, MPI_INT, 0, WORLD, &requests[i]);
    if (code != MPI_SUCCESS) return code;
  }
  return MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}
static int long_blocks(void) {
  return MPI_Gather(values, rank == 0 ? 1 : 4, MPI_INT, others, 1, MPI_INT, 0, WORLD);
}
static int long_pieces(void) {
  int sent[64], received[64], displacements[64];
  for (int i = 0; i < size; i++) {
    sent[i] = i == rank ? 1 : 3;
    received[i] = 1;
    displacements[i] = 4 * i;
  }
  return MPI_Alltoallv(values, sent, displacements, MPI_INT, others, received, displacements,
                       MPI_INT, WORLD);
}

static const WrongCall calls[] = {
    {"root_beyond", root_beyond},
    {"root_negative", root_negative},
    {"bcast_count", bcast_count},
    {"bcast_type", bcast_type},
    {"bcast_freed_type", bcast_freed_type},
    {"bcast_comm", bcast_comm},
    {"bcast_buffer", bcast_buffer},
    {"barrier_freed", barrier_freed},
    {"op_null", op_null},
    {"op_freed", op_freed},
    {"bits_of_double", bits_of_double},
    {"location_of_int", location_of_int},
    {"sum_of_pairs", sum_of_pairs},
    {"maximum_of_complex", maximum_of_complex},
    {"sum_of_derived", sum_of_derived},
    {"replace", replace},
    {"reduce_alias", reduce_alias},
    {"in_place_beside_root", in_place_beside_root},
    {"receive_in_place", receive_in_place},
    {"allreduce_count", allreduce_count},
    {"gather_root", gather_root},
    {"gather_count", gather_count},
    {"gather_alias", gather_alias},
    {"gatherv_counts", gatherv_counts},
    {"scatter_type", scatter_type},
    {"allgather_count", allgather_count},
    {"alltoall_count", alltoall_count},
    {"alltoallv_counts", alltoallv_counts},
    {"alltoallw_type", alltoallw_type},
    {"reduce_scatter_count", reduce_scatter_count},
    {"scan_op", scan_op},
    {"exscan_type", exscan_type},
    {"scan_inter", scan_inter},
    {"ibcast_root", ibcast_root},
    {"iallreduce_op", iallreduce_op},
    {"ibarrier_request", ibarrier_request},
    {"bcast_init_root", bcast_init_root},
    {"neighbor_without_topology", neighbor_without_topology},
    {"ineighbor_without_topology", ineighbor_without_topology},
    {"reduce_local_op", reduce_local_op},
    {"other_roots", other_roots},
    {"other_sizes", other_sizes},
    {"other_ops", other_ops},
    {"other_lengths", other_lengths},
    {"other_collectives", other_collectives},
    {"other_order", other_order},
    {"long_blocks", long_blocks},
    {"long_pieces", long_pieces},
};

int main(int argc, char** argv) {
  return run_wrong_call(argc, argv, calls, sizeof calls / sizeof calls[0]);
}
