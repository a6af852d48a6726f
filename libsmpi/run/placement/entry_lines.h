// SPDX-License-Identifier: BSD-3-Clause
//
// Text files of one entry a line, with # comments: hostfiles, rankfiles, matrices.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/platform.h"

namespace smpi::placement {

struct EntryLine {
  int number;  // 1-based
  std::string text;
};

// Without comments, blanks at the ends and empty lines. `what` names the file in the error, such as
// "the hostfile". Throws InputError when it cannot be read.
std::vector<EntryLine> read_entry_lines(const std::string& path, std::string_view what);

std::string_view trimmed(std::string_view text);

// Throws InputError, with the nearest name as the hint.
models::HostId require_host(const models::Platform& platform, std::string_view name,
                            kernel::InputError::Where where);

}  // namespace smpi::placement
