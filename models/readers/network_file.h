// SPDX-License-Identifier: BSD-3-Clause
//
// The file of a measured network, of `smpirun --network` (docs/network.md): what
// `smpi-calibrate network fit` writes, as values of options. Sizes in the file are payloads; the
// options of factors count the header, so it is added here. A platform file of SimGrid is taken
// too, of which only the options in <config> count.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::models {

struct NetworkFile {
  std::vector<Platform::Config> settings;
  // A cable of the measured network, which its factors refer to.
  struct Reference {
    std::string bandwidth;  // as the file has it, with its unit
    std::string latency;
    double bandwidth_bytes_per_s;
    double latency_s;
  };
  std::optional<Reference> reference;
};

// Throws InputError.
NetworkFile read_network_file(const std::string& path);

// A line about links of the platform that are not like the reference; empty if all are, or nothing
// is known.
std::string describe_other_links(const NetworkFile& file, const Platform& platform);

}  // namespace smpi::models
