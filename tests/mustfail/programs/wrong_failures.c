/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong calls about failed processes; see wrong.h. */
#include "wrong.h"

#define WORLD MPI_COMM_WORLD

static int revoke_null(void) {
  return MPI_Comm_revoke(MPI_COMM_NULL);
}
static int revoke_freed(void) {
  return MPI_Comm_revoke(freed_comm());
}
static int is_revoked_freed(void) {
  return MPI_Comm_is_revoked(freed_comm(), &value);
}
static int is_revoked_result(void) {
  return MPI_Comm_is_revoked(WORLD, NULL);
}
static int shrink_freed(void) {
  return MPI_Comm_shrink(freed_comm(), &comm);
}
static int shrink_result(void) {
  return MPI_Comm_shrink(WORLD, NULL);
}
static int agree_null(void) {
  return MPI_Comm_agree(MPI_COMM_NULL, &value);
}
static int agree_result(void) {
  return MPI_Comm_agree(WORLD, NULL);
}
static int iagree_freed(void) {
  return MPI_Comm_iagree(freed_comm(), &value, &request);
}
static int iagree_request(void) {
  return MPI_Comm_iagree(WORLD, &value, NULL);
}
static int failed_of_null(void) {
  MPI_Group group;
  return MPI_Comm_get_failed(MPI_COMM_NULL, &group);
}
static int failed_result(void) {
  return MPI_Comm_get_failed(WORLD, NULL);
}
static int acknowledge_null(void) {
  return MPI_Comm_ack_failed(MPI_COMM_NULL, 1, &value);
}
static int acknowledge_negative(void) {
  return MPI_Comm_ack_failed(WORLD, -1, &value);
}
static int acknowledge_result(void) {
  return MPI_Comm_ack_failed(WORLD, 1, NULL);
}

static const WrongCall calls[] = {
    {"revoke_null", revoke_null},
    {"revoke_freed", revoke_freed},
    {"is_revoked_freed", is_revoked_freed},
    {"is_revoked_result", is_revoked_result},
    {"shrink_freed", shrink_freed},
    {"shrink_result", shrink_result},
    {"agree_null", agree_null},
    {"agree_result", agree_result},
    {"iagree_freed", iagree_freed},
    {"iagree_request", iagree_request},
    {"failed_of_null", failed_of_null},
    {"failed_result", failed_result},
    {"acknowledge_null", acknowledge_null},
    {"acknowledge_negative", acknowledge_negative},
    {"acknowledge_result", acknowledge_result},
};

int main(int argc, char** argv) {
  return run_wrong_call(argc, argv, calls, sizeof calls / sizeof calls[0]);
}
