// SPDX-License-Identifier: BSD-3-Clause
//
// The names of toml++, for headers that only declare readers.
#pragma once

#include "kernel/toml_library.h"

namespace smpi::models {
class TomlFile;
}
