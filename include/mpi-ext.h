/* SPDX-License-Identifier: BSD-3-Clause */
/* Open MPI declares its extensions here; ours has those for failed processes, and says that buffers
 * of messages may be memory of devices. */
#ifndef SMPI_MPI_EXT_H
#define SMPI_MPI_EXT_H

#include "smpi/failures.h"

#define MPIX_CUDA_AWARE_SUPPORT 1
#define MPIX_ROCM_AWARE_SUPPORT 1

#ifdef __cplusplus
extern "C" {
#endif
/* 1. What accel/mpi says (direct or staged) changes the time, not what is allowed. */
int MPIX_Query_cuda_support(void);
int MPIX_Query_rocm_support(void);
#ifdef __cplusplus
}
#endif

#endif
