// SPDX-License-Identifier: BSD-3-Clause
//
// CUDA's parts of cooperative groups are one header here.
#include "../smpi_accel/cooperative_groups.h"
