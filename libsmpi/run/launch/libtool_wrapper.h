// SPDX-License-Identifier: BSD-3-Clause
//
// The shell script that libtool puts in the place of a program of a build folder: it sets
// LD_LIBRARY_PATH to the libraries that are not installed yet, and becomes .libs/PROGRAM.
#pragma once

#include <optional>
#include <string>

namespace smpi::launch {

struct LibtoolWrapper {
  std::string program;       // its path
  std::string library_path;  // of LD_LIBRARY_PATH, before what is there; empty: nothing is set
};

// `text` is the content of `file`. Nothing when libtool did not write it, or when it links the
// program again before it starts it.
std::optional<LibtoolWrapper> read_libtool_wrapper(const std::string& file,
                                                   const std::string& text);

}  // namespace smpi::launch
