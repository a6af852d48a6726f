// SPDX-License-Identifier: BSD-3-Clause
//
// HIP's name of numbers of 16 bits.
#include "../smpi_accel/half.h"
