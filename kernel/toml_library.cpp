// SPDX-License-Identifier: BSD-3-Clause
//
// The code of toml++, for everyone.
#define TOML_IMPLEMENTATION
#include "kernel/toml_library.h"

#include <toml++/toml.h>
