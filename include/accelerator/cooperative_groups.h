// SPDX-License-Identifier: BSD-3-Clause
//
// CUDA's name of cooperative groups.
#include "smpi_accel/cooperative_groups.h"
