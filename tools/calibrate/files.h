// SPDX-License-Identifier: BSD-3-Clause
//
// Writing results: all files or none, and never half a one.
#pragma once

#include <string>
#include <vector>

namespace smpi::calibrate {

struct TextFile {
  std::string path;
  std::string content;
};

// Throws InputError unless a file can be made or replaced at `path`. For asking before the work.
void require_writable(const std::string& path);

// Throws InputError; then the files that were there before are as before.
void write_files(const std::vector<TextFile>& files);

}  // namespace smpi::calibrate
