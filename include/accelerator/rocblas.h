// SPDX-License-Identifier: BSD-3-Clause
//
// The same, for programs that name it without its folder.
#include "rocblas/rocblas.h"
