// SPDX-License-Identifier: BSD-3-Clause
//
// Platform files written by tests, in a folder that goes away with the test.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/platform.h"
#include "models/readers/xml_platform.h"

namespace smpi::models {

class PlatformFiles : public testing::Test {
 protected:
  PlatformFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "platform-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~PlatformFiles() override { std::filesystem::remove_all(folder_); }

  std::string write(std::string_view name, std::string_view text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  // `body` starts at line 2.
  Platform read(std::string_view body) {
    return read_platform_file(write(
        "platform.xml", "<platform version=\"4.1\">\n" + std::string(body) + "\n</platform>\n"));
  }
  // The message for a file that must be refused.
  std::string message_of(std::string_view body) {
    try {
      read(body);
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "no error";
  }
  // The names of the links of a route, blank-separated.
  static std::string route(const Platform& platform, std::string_view from, std::string_view to,
                           double* latency_s = nullptr) {
    Route found;
    platform.route(platform.find_host(from).value(), platform.find_host(to).value(), found);
    std::string names;
    for (const LinkId link : found.links) {
      if (!names.empty()) names += ' ';
      names += platform.links.name[link];
    }
    if (latency_s != nullptr) *latency_s = found.latency_s;
    return names;
  }

  std::filesystem::path folder_;
};

}  // namespace smpi::models
