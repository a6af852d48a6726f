// SPDX-License-Identifier: BSD-3-Clause
//
// HPL's input file, HPL.dat, as people have it: written by generators, with comments, of the HPC
// Challenge. It has 31 lines, of which HPL takes the first words; what follows is not HPL's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/study/hpl/setup.h"

namespace smpi::study::cluster {

// All runs of the file, in the order in which HPL makes them. Values that HPL takes for others are
// taken for the same ones. Throws InputError with file and line for what HPL refuses.
std::vector<hpl::Setup> parse_input(std::string_view text, const std::string& file);
std::vector<hpl::Setup> read_input(const std::string& path);

// A result as HPL prints it, and the heading of such lines.
std::string heading_text();
std::string result_text(const hpl::Setup& setup, double time_s, double gflops);

}  // namespace smpi::study::cluster
