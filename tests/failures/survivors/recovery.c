/* SPDX-License-Identifier: BSD-3-Clause */
/* Revocation, agreement, shrinking: what programs repair themselves with. */
#include "survivors.h"

static int value;
static MPI_Status status;

static void learn(void) {
  EXPECT(class_of(MPI_Recv(&value, 1, MPI_INT, lost, 99, MPI_COMM_WORLD, &status)) ==
         MPI_ERR_PROC_FAILED);
}

/* Who waits for a rank that lives, and has left for the repair, gets away by the revocation. */
static void revoke_all(void) {
  int flag;
  if (rank == lost) lose();
  if (rank == 0) {
    learn();
    EXPECT(MPI_Comm_is_revoked(MPI_COMM_WORLD, &flag) == MPI_SUCCESS && !flag);
    EXPECT(MPI_Comm_revoke(MPI_COMM_WORLD) == MPI_SUCCESS);
    EXPECT(MPI_Comm_revoke(MPI_COMM_WORLD) == MPI_SUCCESS);
  } else {
    EXPECT(class_of(MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status)) ==
           MPI_ERR_REVOKED);
    EXPECT(is_near(MPI_Wtime(), 1.5));
  }
  EXPECT(MPI_Comm_is_revoked(MPI_COMM_WORLD, &flag) == MPI_SUCCESS && flag);
  EXPECT(class_of(MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_REVOKED);
  EXPECT(class_of(MPI_Barrier(MPI_COMM_WORLD)) == MPI_ERR_REVOKED);
  MPI_Comm made;
  EXPECT(class_of(MPI_Comm_dup(MPI_COMM_WORLD, &made)) == MPI_ERR_REVOKED);
  EXPECT(class_of(MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made)) == MPI_ERR_REVOKED);
}

/* A pending send, a probe and a collective end as well; nobody failed. */
static void revoke_without_failure(void) {
  MPI_Comm own;
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  if (rank == 0) {
    sleep(1);
    MPI_Comm_revoke(own);
  } else if (rank == lost) {
    EXPECT(class_of(MPI_Ssend(&value, 1, MPI_INT, 0, 0, own)) == MPI_ERR_REVOKED);
  } else if (rank == 2) {
    EXPECT(class_of(MPI_Probe(0, 0, own, &status)) == MPI_ERR_REVOKED);
  } else {
    EXPECT(class_of(MPI_Barrier(own)) == MPI_ERR_REVOKED);
  }
  EXPECT(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS);
  MPI_Comm_free(&own);
}

/* All are told the same error until each has acknowledged the failure; the flag is right anyway. */
static void agree(void) {
  if (rank == lost) lose();
  int flags = rank == 0 ? 6 : 3, acknowledged;
  EXPECT(class_of(MPI_Comm_agree(MPI_COMM_WORLD, &flags)) == MPI_ERR_PROC_FAILED);
  EXPECT(flags == 2);
  if (rank == 0) MPI_Comm_ack_failed(MPI_COMM_WORLD, size, &acknowledged);
  flags = 1;
  EXPECT(class_of(MPI_Comm_agree(MPI_COMM_WORLD, &flags)) == MPI_ERR_PROC_FAILED);
  MPI_Comm_ack_failed(MPI_COMM_WORLD, size, &acknowledged);
  flags = rank == 0 ? 0 : 1;
  EXPECT(MPI_Comm_agree(MPI_COMM_WORLD, &flags) == MPI_SUCCESS);
  EXPECT(flags == 0);
}

/* On a revoked communicator, too. */
static void iagree(void) {
  if (rank == lost) lose();
  if (rank == 0) {
    learn();
    MPI_Comm_revoke(MPI_COMM_WORLD);
  }
  int flags = rank == 0 ? 5 : 7;
  MPI_Request request;
  EXPECT(MPI_Comm_iagree(MPI_COMM_WORLD, &flags, &request) == MPI_SUCCESS);
  EXPECT(class_of(MPI_Wait(&request, &status)) == MPI_ERR_PROC_FAILED);
  EXPECT(flags == 5);
}

static void failed_members(void) {
  if (rank == lost) lose();
  MPI_Group failed, world;
  int count, acknowledged, first = 0, in_world;
  MPI_Comm_get_failed(MPI_COMM_WORLD, &failed);
  EXPECT(failed == MPI_GROUP_EMPTY);
  sleep(3);
  MPI_Comm_get_failed(MPI_COMM_WORLD, &failed);
  MPI_Group_size(failed, &count);
  EXPECT(count == 1);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(failed, 1, &first, world, &in_world);
  EXPECT(in_world == lost);
  EXPECT(MPI_Comm_ack_failed(MPI_COMM_WORLD, 0, &acknowledged) == MPI_SUCCESS && !acknowledged);
  EXPECT(MPI_Comm_ack_failed(MPI_COMM_WORLD, 9, &acknowledged) == MPI_SUCCESS && acknowledged == 1);
  EXPECT(MPI_Comm_ack_failed(MPI_COMM_WORLD, 0, &acknowledged) == MPI_SUCCESS && acknowledged == 1);
  MPI_Group_free(&failed);
  MPI_Group_free(&world);
}

static void shrink(void) {
  if (rank == lost) lose();
  MPI_Comm left;
  int new_rank, new_size, sum;
  EXPECT(MPI_Comm_shrink(MPI_COMM_WORLD, &left) == MPI_SUCCESS);
  MPI_Comm_rank(left, &new_rank);
  MPI_Comm_size(left, &new_size);
  EXPECT(new_size == size - 1 && new_rank == (rank > lost ? rank - 1 : rank));
  EXPECT(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, left) == MPI_SUCCESS);
  EXPECT(sum == size * (size - 1) / 2 - lost);
  MPI_Comm_free(&left);
}

/* Rank 2 fails at 4 s, while the others wait for it in the agreement. */
static void second_failure(void) {
  if (rank == lost) lose();
  MPI_Comm left, rest;
  int new_size;
  EXPECT(MPI_Comm_shrink(MPI_COMM_WORLD, &left) == MPI_SUCCESS);
  if (rank == 2) lose();
  EXPECT(MPI_Comm_shrink(left, &rest) == MPI_SUCCESS);
  EXPECT(is_near(MPI_Wtime(), 4.5));
  MPI_Comm_size(rest, &new_size);
  EXPECT(new_size == size - 2);
  EXPECT(MPI_Barrier(rest) == MPI_SUCCESS);
}

/* A program that iterates, and repairs its communicator when a step fails. */
static void iterations(void) {
  MPI_Comm work;
  MPI_Comm_dup(MPI_COMM_WORLD, &work);
  int step = 0, repairs = 0;
  while (step < 20) {
    int sum, code;
    usleep(200000);
    code = MPI_Allreduce(&step, &sum, 1, MPI_INT, MPI_SUM, work);
    int is_good = code == MPI_SUCCESS;
    if (!is_good) MPI_Comm_revoke(work);
    code = MPI_Comm_agree(work, &is_good);
    if (is_good && code == MPI_SUCCESS) {
      step++;
      continue;
    }
    MPI_Comm left;
    MPI_Comm_shrink(work, &left);
    MPI_Comm_free(&work);
    work = left;
    repairs++;
  }
  int work_size;
  MPI_Comm_size(work, &work_size);
  EXPECT(repairs == 1 && work_size == size - 1);
  MPI_Comm_free(&work);
}

/* The names of Open MPI and MPICH. */
static void extensions(void) {
  if (rank == lost) lose();
  MPI_Comm left;
  MPI_Group acked;
  int flag = 1, count;
  EXPECT(MPIX_ERR_PROC_FAILED == MPI_ERR_PROC_FAILED && MPIX_ERR_REVOKED == MPI_ERR_REVOKED);
  learn();
  MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &acked);
  EXPECT(acked == MPI_GROUP_EMPTY);
  MPIX_Comm_failure_ack(MPI_COMM_WORLD);
  MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &acked);
  MPI_Group_size(acked, &count);
  EXPECT(count == 1);
  EXPECT(MPIX_Comm_agree(MPI_COMM_WORLD, &flag) == MPI_SUCCESS && flag == 1);
  EXPECT(MPIX_Comm_revoke(MPI_COMM_WORLD) == MPI_SUCCESS);
  EXPECT(MPIX_Comm_is_revoked(MPI_COMM_WORLD, &flag) == MPI_SUCCESS && flag);
  EXPECT(MPIX_Comm_shrink(MPI_COMM_WORLD, &left) == MPI_SUCCESS);
  MPI_Group_free(&acked);
  MPI_Comm_free(&left);
}

int main(int argc, char** argv) {
  static const struct Case cases[] = {
      {"revoke", revoke_all},
      {"revoke_without_failure", revoke_without_failure},
      {"agree", agree},
      {"iagree", iagree},
      {"failed_members", failed_members},
      {"shrink", shrink},
      {"second_failure", second_failure},
      {"iterations", iterations},
      {"extensions", extensions},
  };
  return run_case(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
