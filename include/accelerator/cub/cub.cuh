// SPDX-License-Identifier: BSD-3-Clause
//
// CUB: what its classes of blocks and warps need to compile in kernels.
#ifndef SMPI_CUB_CUH
#define SMPI_CUB_CUH
#define SMPI_ACCEL_CUB cub
#include "../smpi_accel/block_primitives.h"
#undef SMPI_ACCEL_CUB
#endif
