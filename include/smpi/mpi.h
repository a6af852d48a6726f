/* SPDX-License-Identifier: BSD-3-Clause */
/* A name under which programs written for SimGrid's SMPI include mpi.h with its extras. */
#ifndef SMPI_MPI_H_INCLUDED
#define SMPI_MPI_H_INCLUDED
#include "../mpi.h"
#include "energy.h"
#include "injection.h"
#endif
