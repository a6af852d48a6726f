/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls of point-to-point communication; see wrong.h. */
#include "wrong.h"

#define WORLD MPI_COMM_WORLD

static int beyond(void) {
  return MPI_Send(&value, 1, MPI_INT, size, 0, WORLD);
}
static int negative_rank(void) {
  return MPI_Send(&value, 1, MPI_INT, -7, 0, WORLD);
}
static int any_rank(void) {
  return MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, WORLD);
}
static int send_count(void) {
  return MPI_Send(&value, -1, MPI_INT, 0, 0, WORLD);
}
static int large_count(void) {
  return MPI_Send_c(&value, -5, MPI_INT, 0, 0, WORLD);
}
static int null_type(void) {
  return MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, WORLD);
}
static int send_freed_type(void) {
  return MPI_Send(values, 1, freed_type(), 0, 0, WORLD);
}
static int null_comm(void) {
  return MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL);
}
static int send_freed_comm(void) {
  return MPI_Send(&value, 1, MPI_INT, 0, 0, freed_comm());
}
static int negative_tag(void) {
  return MPI_Send(&value, 1, MPI_INT, 0, -9, WORLD);
}
static int any_tag(void) {
  return MPI_Send(&value, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD);
}
static int null_buffer(void) {
  return MPI_Send(NULL, 1, MPI_INT, 0, 0, WORLD);
}

static int uncommitted(void) {
  MPI_Type_contiguous(2, MPI_INT, &type);
  return MPI_Send(values, 1, type, 0, 0, WORLD);
}

static int garbage_comm(void) {
  return MPI_Send(&value, 1, MPI_INT, 0, 0, (MPI_Comm)(size_t)0x7ffffff1);
}

static int garbage_type(void) {
  return MPI_Send(&value, 1, (MPI_Datatype)(size_t)0x7ffffff1, 0, 0, WORLD);
}

static int source(void) {
  return MPI_Recv(&value, 1, MPI_INT, size, 0, WORLD, &status);
}
static int receive_count(void) {
  return MPI_Recv(&value, -1, MPI_INT, 0, 0, WORLD, &status);
}
static int receive_tag(void) {
  return MPI_Recv(&value, 1, MPI_INT, 0, -7, WORLD, &status);
}
static int receive_type(void) {
  return MPI_Recv(&value, 1, MPI_DATATYPE_NULL, 0, 0, WORLD, &status);
}
static int isend_rank(void) {
  return MPI_Isend(&value, 1, MPI_INT, size, 0, WORLD, &request);
}
static int isend_request(void) {
  return MPI_Isend(&value, 1, MPI_INT, 0, 0, WORLD, NULL);
}
static int issend_tag(void) {
  return MPI_Issend(&value, 1, MPI_INT, 0, -9, WORLD, &request);
}
static int ibsend_count(void) {
  return MPI_Ibsend(&value, -1, MPI_INT, 0, 0, WORLD, &request);
}
static int irsend_type(void) {
  return MPI_Irsend(&value, 1, MPI_DATATYPE_NULL, 0, 0, WORLD, &request);
}
static int irecv_source(void) {
  return MPI_Irecv(&value, 1, MPI_INT, -8, 0, WORLD, &request);
}
static int send_init_rank(void) {
  return MPI_Send_init(&value, 1, MPI_INT, size, 0, WORLD, &request);
}
static int recv_init_count(void) {
  return MPI_Recv_init(&value, -1, MPI_INT, 0, 0, WORLD, &request);
}
static int bsend_no_buffer(void) {
  return MPI_Bsend(&value, 1, MPI_INT, 0, 0, WORLD);
}
static int bsend_full(void) {
  static char buffer[MPI_BSEND_OVERHEAD + 8], message[sizeof buffer];
  MPI_Buffer_attach(buffer, sizeof buffer);
  return MPI_Bsend(message, sizeof message, MPI_CHAR, 0, 0, WORLD);
}
static int attach_twice(void) {
  static char buffer[4096], other[4096];
  MPI_Buffer_attach(buffer, sizeof buffer);
  return MPI_Buffer_attach(other, sizeof other);
}
static int attach_negative(void) {
  return MPI_Buffer_attach(values, -1);
}

static int sendrecv_destination(void) {
  return MPI_Sendrecv(&value, 1, MPI_INT, size, 0, values, 1, MPI_INT, 0, 0, WORLD, &status);
}
static int sendrecv_source(void) {
  return MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, values, 1, MPI_INT, size, 0, WORLD, &status);
}
static int sendrecv_replace_count(void) {
  return MPI_Sendrecv_replace(&value, -1, MPI_INT, 0, 0, 0, 0, WORLD, &status);
}

/* Eight numbers to rank 1, where there is room for four. */
static int send_eight(void) {
  return MPI_Send(values, 8, MPI_INT, 1, 0, WORLD);
}
static int truncate(void) {
  if (rank == 0) return send_eight();
  return rank == 1 ? MPI_Recv(values, 4, MPI_INT, 0, 0, WORLD, &status) : MPI_SUCCESS;
}
static int truncate_posted(void) {
  if (rank == 1) MPI_Irecv(values, 4, MPI_INT, 0, 0, WORLD, &request);
  MPI_Barrier(WORLD);
  if (rank == 0) return send_eight();
  return MPI_Wait(&request, &status);
}
static int truncate_test(void) {
  int code = MPI_SUCCESS;
  if (rank == 0) return send_eight();
  if (rank == 1) MPI_Irecv(values, 4, MPI_INT, 0, 0, WORLD, &request);
  for (flag = 0; !flag;) code = MPI_Test(&request, &flag, &status);
  return code;
}
static int truncate_waitall(void) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[2];
  if (rank == 0) return send_eight();
  if (rank == 1) MPI_Irecv(values, 4, MPI_INT, 0, 0, WORLD, &requests[1]);
  return MPI_Waitall(2, requests, statuses);
}
static int truncate_mrecv(void) {
  MPI_Message message;
  if (rank == 0) return send_eight();
  if (rank > 1) return MPI_SUCCESS;
  MPI_Mprobe(0, 0, WORLD, &message, &status);
  return MPI_Mrecv(values, 4, MPI_INT, &message, &status);
}
static int truncate_derived(void) {
  if (rank == 0) return send_eight();
  MPI_Type_vector(2, 1, 3, MPI_INT, &type);
  MPI_Type_commit(&type);
  return rank == 1 ? MPI_Recv(values, 2, type, 0, 0, WORLD, &status) : MPI_SUCCESS;
}

static int probe_source(void) {
  return MPI_Probe(size, 0, WORLD, &status);
}
static int iprobe_tag(void) {
  return MPI_Iprobe(0, -9, WORLD, &flag, &status);
}
static int mprobe_comm(void) {
  MPI_Message message;
  return MPI_Mprobe(0, 0, MPI_COMM_NULL, &message, &status);
}
static int mrecv_null(void) {
  MPI_Message message = MPI_MESSAGE_NULL;
  return MPI_Mrecv(values, 1, MPI_INT, &message, &status);
}

static MPI_Request freed_request(void) {
  MPI_Request old;
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &request);
  old = request;
  MPI_Wait(&request, &status);
  return old;
}
static int wait_freed(void) {
  MPI_Request old = freed_request();
  return MPI_Wait(&old, &status);
}
static int wait_garbage(void) {
  request = (MPI_Request)(size_t)0x7ffffff1;
  return MPI_Wait(&request, &status);
}
static int test_null_flag(void) {
  return MPI_Test(&request, NULL, &status);
}
static int waitall_count(void) {
  return MPI_Waitall(-1, &request, &status);
}
static int waitall_null(void) {
  return MPI_Waitall(2, NULL, &status);
}
static int start_plain(void) {
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &request);
  return MPI_Start(&request);
}
static int start_active(void) {
  MPI_Recv_init(&value, 1, MPI_INT, rank, 0, WORLD, &request);
  MPI_Start(&request);
  return MPI_Start(&request);
}
static int start_null(void) {
  return MPI_Start(&request);
}
static int free_null_request(void) {
  return MPI_Request_free(&request);
}
static int cancel_null(void) {
  return MPI_Cancel(&request);
}
static int get_count_type(void) {
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &status);
  return MPI_Get_count(&status, MPI_DATATYPE_NULL, &value);
}
static int partitions_negative(void) {
  return MPI_Psend_init(values, -1, 1, MPI_INT, 0, 0, WORLD, MPI_INFO_NULL, &request);
}
static int partition_beyond(void) {
  MPI_Psend_init(values, 2, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  return MPI_Pready(2, request);
}
static int partition_inactive(void) {
  MPI_Psend_init(values, 2, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, MPI_INFO_NULL, &request);
  return MPI_Pready(0, request);
}
static int partition_twice(void) {
  MPI_Psend_init(values, 2, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Pready_range(0, 1, request);
  MPI_Barrier(WORLD); /* the partitions leave meanwhile */
  return MPI_Pready(1, request);
}
static int partition_of_send(void) {
  MPI_Send_init(values, 2, MPI_INT, MPI_PROC_NULL, 0, WORLD, &request);
  return MPI_Pready(0, request);
}
static int grequest_of_receive(void) {
  MPI_Recv_init(&value, 1, MPI_INT, 0, 0, WORLD, &request);
  return MPI_Grequest_complete(request);
}

static const WrongCall calls[] = {
    {"beyond", beyond},
    {"negative_rank", negative_rank},
    {"any_rank", any_rank},
    {"send_count", send_count},
    {"large_count", large_count},
    {"null_type", null_type},
    {"send_freed_type", send_freed_type},
    {"null_comm", null_comm},
    {"send_freed_comm", send_freed_comm},
    {"negative_tag", negative_tag},
    {"any_tag", any_tag},
    {"null_buffer", null_buffer},
    {"uncommitted", uncommitted},
    {"garbage_comm", garbage_comm},
    {"garbage_type", garbage_type},
    {"source", source},
    {"receive_count", receive_count},
    {"receive_tag", receive_tag},
    {"receive_type", receive_type},
    {"isend_rank", isend_rank},
    {"isend_request", isend_request},
    {"issend_tag", issend_tag},
    {"ibsend_count", ibsend_count},
    {"irsend_type", irsend_type},
    {"irecv_source", irecv_source},
    {"send_init_rank", send_init_rank},
    {"recv_init_count", recv_init_count},
    {"bsend_no_buffer", bsend_no_buffer},
    {"bsend_full", bsend_full},
    {"attach_twice", attach_twice},
    {"attach_negative", attach_negative},
    {"sendrecv_destination", sendrecv_destination},
    {"sendrecv_source", sendrecv_source},
    {"sendrecv_replace_count", sendrecv_replace_count},
    {"truncate", truncate},
    {"truncate_posted", truncate_posted},
    {"truncate_test", truncate_test},
    {"truncate_waitall", truncate_waitall},
    {"truncate_mrecv", truncate_mrecv},
    {"truncate_derived", truncate_derived},
    {"probe_source", probe_source},
    {"iprobe_tag", iprobe_tag},
    {"mprobe_comm", mprobe_comm},
    {"mrecv_null", mrecv_null},
    {"wait_freed", wait_freed},
    {"wait_garbage", wait_garbage},
    {"test_null_flag", test_null_flag},
    {"waitall_count", waitall_count},
    {"waitall_null", waitall_null},
    {"start_plain", start_plain},
    {"start_active", start_active},
    {"start_null", start_null},
    {"free_null_request", free_null_request},
    {"cancel_null", cancel_null},
    {"get_count_type", get_count_type},
    {"partitions_negative", partitions_negative},
    {"partition_beyond", partition_beyond},
    {"partition_inactive", partition_inactive},
    {"partition_twice", partition_twice},
    {"partition_of_send", partition_of_send},
    {"grequest_of_receive", grequest_of_receive},
};

int main(int argc, char** argv) {
  return run_wrong_call(argc, argv, calls, sizeof calls / sizeof calls[0]);
}
