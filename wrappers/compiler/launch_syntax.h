// SPDX-License-Identifier: BSD-3-Clause
//
// k<<<grid, {16, 16}, 0, stream>>>(...): nvcc takes braces for the shape of a grid or a block,
// clang does not. The source that clang sees says dim3{16, 16} there.
//
// Alternatives considered: a patch of the preprocessed text, which clang would have to read again
// without its own headers' help.
#pragma once

#include <string>
#include <vector>

namespace smpi::wrappers {

// The text with the type's name before such braces; nothing else changes, and no line moves.
std::string with_named_shapes(const std::string& text);

// Options with which clang reads such text instead of the sources among `words`, under their own
// names; none when nothing has to change. The text lives until the last process that inherits
// descriptors ends.
std::vector<std::string> overlay_of_sources(const std::vector<std::string>& words);

}  // namespace smpi::wrappers
