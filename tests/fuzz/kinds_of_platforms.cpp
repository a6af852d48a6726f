// SPDX-License-Identifier: BSD-3-Clause
//
// What describes a machine: platforms, networks, power, and what happens to them.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "kernel/options.h"
#include "models/network/config.h"
#include "models/network/network.h"
#include "models/readers/network_file.h"
#include "models/readers/scenario.h"
#include "models/readers/short_platform.h"
#include "models/readers/xml_platform.h"
#include "tests/fuzz/kinds.h"

namespace smpi::fuzz {
namespace {

using models::HostId;
using models::Platform;

// Larger ones are right and take long.
constexpr double nodes_most = 2000;

double product_of_numbers(std::string_view text) {
  double product = 1;
  double number = 0;
  for (const char character : std::string(text) + ";") {
    const bool is_digit = '0' <= character && character <= '9';
    if (!is_digit && number > 0) product *= number;
    number = is_digit ? 10 * number + (character - '0') : 0;
  }
  return product;
}

bool is_large_topology(std::string_view text) {
  const bool is_power = text.starts_with("kary") || text.starts_with("hyperc");
  constexpr double powers_most = 12;
  return product_of_numbers(text) > (is_power ? powers_most : nodes_most);
}

// Of attributes that say how many hosts there are.
bool is_large_platform(std::string_view text) {
  for (const std::string_view attribute : {"radical", "topo_parameters"}) {
    for (std::size_t at = 0; (at = text.find(attribute, at)) != std::string_view::npos; at++) {
      const std::size_t open = text.find_first_of("\"'", at);
      if (open == std::string_view::npos) break;
      const std::size_t close = text.find(text[open], open + 1);
      const std::string_view value = text.substr(open, close - open);
      if (value.size() > 1 && product_of_numbers(value) > 100 * nodes_most) return true;
    }
  }
  return false;
}

// Of lines such as "hosts 3 5".
bool is_large_graph(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("hosts", at)) != std::string_view::npos; at++) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (product_of_numbers(line) > 100 * nodes_most) return true;
  }
  return false;
}

// What a run asks of a platform before it starts, and the way of a message.
void use(const Platform& platform) {
  const auto count = static_cast<HostId>(platform.hosts.count());
  if (count == 0) return;
  const std::array<HostId, 3> used = {0, count / 2, count - 1};
  platform.require_routes(used);
  models::Route route;
  for (const HostId from : used) {
    for (const HostId to : used) {
      for (std::uint32_t choice = 0; choice < std::min(platform.path_count(from, to), 4U);
           choice++) {
        platform.route(from, to, route, choice);
      }
    }
  }
}

void read_topology(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  use(models::make_short_platform(std::string{std::istreambuf_iterator<char>(file), {}}, {}));
}

void read_network(const std::string& path) {
  const models::NetworkFile file = models::read_network_file(path);
  kernel::Options options;
  options.declare(models::Network::options());
  for (const Platform::Config& setting : file.settings) {
    // The others are of floors above, which read them in the same way.
    if (!setting.key.starts_with("network/")) continue;
    options.set(setting.key, setting.value, {.file = path, .line = setting.line});
  }
  const models::NetworkConfig config(options);
  models::describe_other_links(file, models::make_short_platform("star:3", {}));
}

void read_power(const std::string& path) {
  models::ShortPlatformOptions options;
  options.power_file = path;
  models::make_short_platform("df:1,2,1,3", options);
}

void read_scenario(const std::string& path, const char* description) {
  Platform platform = models::make_short_platform(description, {});
  models::add_scenario(path, platform, 1);
}

}  // namespace

std::vector<Kind> platform_kinds() {
  return {
      {.name = "platform",
       .file = "platform.xml",
       .read = [](const std::string& path) { use(models::read_platform_file(path)); },
       .examples = {"tests/platforms/*.xml", "tests/bench/platforms/*.xml",
                    "tests/energy/platforms/*.xml", "tests/modeled/machine.xml",
                    "tests/accuracy/io/disks.xml"},
       .is_large = is_large_platform},
      {.name = "topology",
       .file = "topology.txt",
       .read = read_topology,
       .is_large = is_large_topology,
       .is_example_per_line = true},
      {.name = "graph",
       .file = "graph.txt",
       .read =
           [](const std::string& path) {
             use(models::make_short_platform("graph:" + path + ";hosts=2", {}));
           },
       .is_large = is_large_graph},
      {.name = "network", .file = "network.toml", .read = read_network},
      {.name = "power", .file = "power.toml", .read = read_power},
      {.name = "scenario",
       .file = "scenario.toml",
       .read = [](const std::string& path) { read_scenario(path, "mesh:4x4"); }},
      {.name = "scenario-targets",
       .file = "scenario.toml",
       .read = [](const std::string& path) { read_scenario(path, "df:1,2,1,3"); }},
  };
}

}  // namespace smpi::fuzz
