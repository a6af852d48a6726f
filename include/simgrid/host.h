/* SPDX-License-Identifier: BSD-3-Clause */
/* A name under which programs written for SimGrid include smpi/hosts.h. */
#ifndef SMPI_SIMGRID_HOST_H_INCLUDED
#define SMPI_SIMGRID_HOST_H_INCLUDED
#include "../smpi/hosts.h"
#endif
