// SPDX-License-Identifier: BSD-3-Clause
//
// Commands for the shell.
#include "tools/calibrate/network/simulated.h"

#include <filesystem>

#include "kernel/file_kind.h"

namespace smpi::calibrate::network {

void simulate(const SimulatedNetwork& network, FolderSettings& settings) {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto add = [&settings](const std::string& option, const std::string& value) {
    settings.launcher += " " + option + quoted(value);
  };
  settings.compiler = quoted((folder / "smpicc").string());
  settings.launcher = quoted((folder / "smpirun").string()) + " -quiet -np {np}";
  // Commands are typed in the folder of the measurement.
  const bool is_file = kernel::is_file(network.platform);
  add("--platform=",
      is_file ? std::filesystem::absolute(network.platform).string() : network.platform);
  for (const std::string& link : network.links) add("--link=", link);
  add("--cfg=", "network/model:" + network.model);
  for (const std::string& option : network.configuration) add("--cfg=", option);
  // What the measuring program computes is not part of the network.
  add("--cfg=", "smpi/simulate-computation:no");
}

}  // namespace smpi::calibrate::network
