// SPDX-License-Identifier: BSD-3-Clause
//
// NVTX, for programs that name it with this folder.
#include "../nvToolsExt.h"
