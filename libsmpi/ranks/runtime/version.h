// SPDX-License-Identifier: BSD-3-Clause
//
// Names and numbers of this version, for --version and MPI_Get_library_version.
#pragma once

#include <string>

namespace smpi {

inline constexpr const char* version_number = "1.0.0";  // CMakeLists.txt reads it here
// Changes whenever a simulated number may change: results that were kept are not used again.
inline constexpr int model_revision = 4;

inline std::string version_text() {
  return std::string("libsmpi ") + version_number + " (MPI 5.0, standard ABI 1.0)\n";
}

}  // namespace smpi
