// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of a network file as the <config> of a platform file, which SimGrid and smpirun read.
#pragma once

#include <string>

namespace smpi::calibrate::network {

// Reads a network file and returns the XML. What SimGrid has no option for is a comment in it.
// Throws InputError.
std::string simgrid_config(const std::string& path);

}  // namespace smpi::calibrate::network
