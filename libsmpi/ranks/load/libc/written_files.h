// SPDX-License-Identifier: BSD-3-Clause
//
// Did a rank open a file to write to it? Then the program is not run again without being asked.
#pragma once

namespace smpi::load {

// `flags` of open(2).
void note_opened(int flags);
bool has_written_files();

}  // namespace smpi::load
