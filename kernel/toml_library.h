// SPDX-License-Identifier: BSD-3-Clause
//
// How toml++ is built, before anything of it is included: its code is compiled once, in
// toml_library.cpp. All of it takes a second to read in every file that includes it, and as long
// again to optimise; and two copies that are built in different ways would be mixed by the linker.
#pragma once

// As in release builds of it: some of its assertions do not hold for damaged files, which the code
// behind them refuses.
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_HEADER_ONLY 0
#include <toml++/impl/forward_declarations.h>
