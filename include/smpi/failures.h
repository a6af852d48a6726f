/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programs that survive failed processes (User Level Failure Mitigation), under the names that Open
 * MPI (mpi-ext.h) and MPICH (mpi.h) give them. The names without an X are in mpi.h.
 */
#ifndef SMPI_FAILURES_H
#define SMPI_FAILURES_H

#include "../mpi.h"

#define MPIX_ERR_PROC_FAILED MPI_ERR_PROC_FAILED
#define MPIX_ERR_PROC_FAILED_PENDING MPI_ERR_PROC_FAILED_PENDING
#define MPIX_ERR_REVOKED MPI_ERR_REVOKED
#define OMPI_HAVE_MPI_EXT_FTMPI 1

#ifdef __cplusplus
extern "C" {
#endif

int MPIX_Comm_revoke(MPI_Comm comm);
int MPIX_Comm_is_revoked(MPI_Comm comm, int* flag);
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm* newcomm);
int MPIX_Comm_agree(MPI_Comm comm, int* flag);
int MPIX_Comm_iagree(MPI_Comm comm, int* flag, MPI_Request* request);
int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group* failedgrp);
int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int* num_acked);
int MPIX_Comm_failure_ack(MPI_Comm comm);
int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group* failedgrp);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
