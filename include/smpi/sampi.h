/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Iterations of programs that were written for Adaptive MPI, as SimGrid's SMPI has them: the
 * governor adagio (docs/energy.md) looks at what an iteration does. Ranks stay on their hosts:
 * AMPI_Migrate does nothing. All return 1.
 */
#ifndef SMPI_SAMPI_H_INCLUDED
#define SMPI_SAMPI_H_INCLUDED

#include "smpi.h"

#ifdef __cplusplus
extern "C" {
#endif

int AMPI_Iteration_in(MPI_Comm comm);
int AMPI_Iteration_out(MPI_Comm comm);
void AMPI_Migrate(MPI_Comm comm);
int APMPI_Iteration_in(MPI_Comm comm);
int APMPI_Iteration_out(MPI_Comm comm);
void APMPI_Migrate(MPI_Comm comm);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
