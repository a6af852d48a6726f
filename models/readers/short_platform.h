// SPDX-License-Identifier: BSD-3-Clause
//
// Platforms in one line of the command line, such as "torus:8x8x8".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/platform/platform.h"
#include "models/readers/short_platform.h"

namespace smpi::models {

// The flags that go with a short description.
struct ShortPlatformOptions {
  std::string host_speed = "1Gf";    // of one core
  std::string link = "10Gbps,24us";  // bandwidth and latency of every link
  std::uint32_t core_count = 1;
  std::string loopback = "";                 // bandwidth and latency; empty: the model's built-in
  std::vector<std::string> kind_links = {};  // such as "global=100Gbps,1us"
  std::string power_file = {};               // what its parts take; empty: nobody asks
};

// Makes a platform from "fat-tree:2;16,32;1,16;1,1", "star:64", "torus:8x8x8" or
// "dragonfly:4,3;4,2;8,1;2". Hosts are host-0, host-1, ... Throws InputError.
Platform make_short_platform(std::string_view description, const ShortPlatformOptions& options);

}  // namespace smpi::models
