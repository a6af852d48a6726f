// SPDX-License-Identifier: BSD-3-Clause
//
// The command line of smpi-study.
#pragma once

#include <optional>
#include <string>

namespace smpi::study {

struct Arguments {
  std::string verb;
  std::string plan;  // the file
};

struct Parsed {
  Arguments arguments;
  std::optional<std::string> answer;  // a text to print instead
};

// Throws InputError.
Parsed parse_arguments(int argc, char** argv);

}  // namespace smpi::study
