// SPDX-License-Identifier: BSD-3-Clause
//
// Readable texts of error classes and codes (MPI 5.0, 9.4).
#pragma once

#include <string>

namespace smpi {

// "MPI_ERR_RANK: invalid rank"; the text of a code that the running rank added (may be empty).
std::string error_text(int code);

// Is it a class of the standard? Our codes are the classes.
bool is_predefined_error(int code);

}  // namespace smpi
