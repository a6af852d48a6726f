/* SPDX-License-Identifier: BSD-3-Clause */
/* Open MPI declares its extensions here; ours has those for failed processes. */
#ifndef SMPI_MPI_EXT_H
#define SMPI_MPI_EXT_H

#include "smpi/failures.h"

#endif
