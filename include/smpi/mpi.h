/* SPDX-License-Identifier: BSD-3-Clause */
/* A name under which programs written for SimGrid's SMPI include smpi/smpi.h. */
#ifndef SMPI_MPI_H_INCLUDED
#define SMPI_MPI_H_INCLUDED
#include "smpi.h"
#endif
