// SPDX-License-Identifier: BSD-3-Clause
//
// The names of toml++, for headers that only declare readers, and how it is built: its code is
// compiled once, in toml_file.cpp. All of it takes a second to read in every file that includes it,
// and as long again to optimise.
#pragma once

// As in release builds of it: some of its assertions do not hold for damaged files, which the code
// behind them refuses.
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_HEADER_ONLY 0
#include <toml++/impl/forward_declarations.h>

namespace smpi::models {
class TomlFile;
}
