/* SPDX-License-Identifier: BSD-3-Clause */
/* A name under which programs written for SimGrid's SMPI include smpi/smpi.h. */
#ifndef SMPI_SMPI_HELPERS_H_INCLUDED
#define SMPI_SMPI_HELPERS_H_INCLUDED
#include "smpi.h"
#endif
