// SPDX-License-Identifier: BSD-3-Clause
//
// Readable texts of error classes and codes (MPI 5.0, 9.4).
#pragma once

#include <string>

namespace smpi {

// "MPI_ERR_RANK: invalid rank"
std::string error_text(int code);

}  // namespace smpi
