/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory for windows: MPICH 4.0 over UCX misses its target when a window begins elsewhere. */
#pragma once

#include "check.h"

#define WINDOW static _Alignas(64)
