// SPDX-License-Identifier: BSD-3-Clause
//
// Files that people give to a replay and that are no traces of ours: timelines and traces of other
// tools, packed files, programs. Any text may be an index, so without this each of them would be
// "an index that names a file which cannot be read".
#pragma once

#include <string>
#include <string_view>

namespace smpi::trace {

// Throws kernel::InputError that says what the file is and what can be done with it, when its first
// bytes are those of a known format or no text at all.
void refuse_foreign(const std::string& path, std::string_view content);
// The same for a path that is a folder; nothing when it is none.
void refuse_folder(const std::string& path);

}  // namespace smpi::trace
