// SPDX-License-Identifier: BSD-3-Clause
//
// A key is the name of a property. Those with a part after a dot may be written in quotes, or as a
// key of a table: "link_wattage.global" = "1:3", or link_wattage.global = "1:3".
#include "models/readers/power_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "models/platform/bill.h"
#include "models/platform/power_presets.h"
#include "models/readers/toml_file.h"

namespace smpi::models {
namespace {

constexpr std::array<std::string_view, 16> names = {
    "wattage_per_state", "wattage_off",          "nic_wattage",      "link_wattage",
    "link_wattage_off",  "link_energy_per_byte", "link_mtu",         "link_energy_per_packet",
    "switch_wattage",    "switch_wattage_off",   "host_price",       "nic_price",
    "link_price",        "switch_price",         "carbon_intensity", "electricity_price"};

class PowerReader {
 public:
  explicit PowerReader(const std::string& path) : file_(path) {}

  PowerFile read() {
    for (const auto& [key, node] : file_.root()) {
      const std::string name(key.str());
      const toml::table* parts = node.as_table();
      if (parts == nullptr) {
        add(name, node);
        continue;
      }
      for (const auto& [part, value] : *parts) add(fmt::format("{}.{}", name, part.str()), value);
    }
    PowerFile result;
    result.place = [lines = lines_, path = file_.path()](std::string_view property) {
      const auto line = lines.find(property);
      return kernel::InputError::Where{.file = path,
                                       .line = line == lines.end() ? 0 : line->second};
    };
    result.warnings = expand_power_presets(given_, "the platform", result.place);
    for (const auto& [name, value] : given_) {
      const bool is_of_network = is_network_power_property(name) || is_network_price(name);
      (is_of_network ? result.network : result.hosts).emplace(name, value);
    }
    check_prices(given_, "the platform", result.place);
    card_power_profile(result.hosts, "each host", result.place);
    host_tariff(result.hosts, "each host", result.place);
    switch_power_profile(result.network, "each switch", result.place);
    return result;
  }

 private:
  void add(const std::string& name, const toml::node& node) {
    const bool is_known = std::find(names.begin(), names.end(), name) != names.end() ||
                          is_power_class_property(name) || is_network_power_property(name) ||
                          is_price(name);
    if (!is_known) {
      file_.refuse(node, "unknown key", name,
                   kernel::did_you_mean(name, names, "docs/energy.md lists them"));
    }
    const std::string value =
        node.is_number() ? fmt::format("{}", file_.number(node, name)) : file_.text(node, name);
    if (!given_.emplace(name, value).second) file_.refuse(node, "this is there twice", name);
    lines_.emplace(name, TomlFile::line_of(node));
  }

  TomlFile file_;
  Properties given_;
  std::map<std::string, int, std::less<>> lines_;
};

}  // namespace

PowerFile read_power_file(const std::string& path) {
  return PowerReader(path).read();
}

}  // namespace smpi::models
