// SPDX-License-Identifier: BSD-3-Clause
//
// Where rocTX is since ROCm 6.2.
#include "../roctx.h"
