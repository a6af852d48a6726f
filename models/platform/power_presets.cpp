// SPDX-License-Identifier: BSD-3-Clause
//
// The table of presets. Its numbers are what publications and data sheets are remembered to say.
#include "models/platform/power_presets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <utility>

#include "kernel/error.h"

namespace smpi::models {
namespace {

using Entry = std::pair<std::string_view, std::string_view>;  // a property and its value

constexpr Entry ethernet[] = {{"switch_wattage", "151:0.6875:0.9166666666666666"}};
constexpr Entry edr[] = {{"switch_wattage", "136:0:0"}};
constexpr Entry hdr[] = {{"switch_wattage", "253:0:0"}};
constexpr Entry card[] = {{"nic_wattage", "15:25"}};
constexpr Entry netfpga[] = {
    {"link_energy_per_byte", "3.4e-9"}, {"link_energy_per_packet", "197e-9"}, {"link_mtu", "1500"}};

struct Preset {
  std::string_view property;  // whose value it may be, with .KIND or without
  std::string_view name;
  std::span<const Entry> entries;
  std::string_view source;
};

constexpr Preset presets[] = {
    {"switch_wattage", "1gbe-48", ethernet,
     "48 ports of 1 Gbit/s take 151 W bare, 184 W idle, 195 W full (Heller et al., NSDI 2010)"},
    {"switch_wattage", "edr-36", edr, "36 ports of 100 Gbit/s take about 136 W"},
    {"switch_wattage", "hdr-40", hdr, "40 ports of 200 Gbit/s take about 253 W"},
    {"nic_wattage", "nic", card, "network cards take 15 to 25 W"},
    {"link_wattage", "netfpga", netfpga,
     "a NetFPGA router takes 197 nJ per packet and 3.4 nJ per byte (Sivaraman et al. 2011)"},
};

}  // namespace

std::vector<std::string> expand_power_presets(Properties& properties, std::string_view owner,
                                              const PropertyPlace& place) {
  constexpr std::string_view prefix = "preset:";
  std::vector<std::string> warnings;
  for (const auto& [property, text] : Properties(properties)) {
    if (!text.starts_with(prefix)) continue;
    const std::string name = text.substr(prefix.size());
    const std::string stem = property.substr(0, property.find('.'));
    std::vector<std::string_view> known;
    const Preset* found = nullptr;
    for (const Preset& preset : presets) {
      if (preset.property != stem) continue;
      known.push_back(preset.name);
      if (preset.name == name) found = &preset;
    }
    if (found == nullptr) {
      kernel::InputError::Where where = place(property);
      where.text = text;
      where.hint = known.empty() ? std::string("write numbers")
                                 : fmt::format("known: {}", fmt::join(known, ", "));
      throw kernel::InputError(
          fmt::format("property {} of {} has no preset of this name", property, owner), where);
    }
    properties.erase(property);
    for (const auto& [target, value] : found->entries) {
      properties.emplace(std::string(target) + property.substr(stem.size()), value);
    }
    warnings.push_back(
        fmt::format("the preset {} of {} is not verified: {}", name, property, found->source));
  }
  return warnings;
}

}  // namespace smpi::models
