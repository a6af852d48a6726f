// SPDX-License-Identifier: BSD-3-Clause
//
// hipCUB: what its classes of blocks and warps need to compile in kernels.
#ifndef SMPI_HIPCUB_HPP
#define SMPI_HIPCUB_HPP
#define SMPI_ACCEL_CUB hipcub
#include "../smpi_accel/block_primitives.h"
#undef SMPI_ACCEL_CUB
#endif
