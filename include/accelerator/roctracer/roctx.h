// SPDX-License-Identifier: BSD-3-Clause
//
// rocTX, for programs that name it with this folder.
#include "../roctx.h"
