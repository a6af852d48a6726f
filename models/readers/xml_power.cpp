// SPDX-License-Identifier: BSD-3-Clause
//
// The reader of platform files: what hosts and links say about their power.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/platform/power_properties.h"
#include "models/readers/xml_reader.h"

namespace smpi::models {
namespace {

// Where a property stands among the children of an element, by its new name or its old one.
PropertyPlace place_in(const Element& element) {
  return [&element](std::string_view property) {
    constexpr std::string_view start = "wattage";
    for (const pugi::xml_node node : element.node().children("prop")) {
      const Element prop(element.file(), node);
      const std::string_view name = prop.text("id");
      const bool is_old = property.starts_with(start) && name.starts_with("watt_") &&
                          name.substr(4) == property.substr(start.size());
      if (name == property || is_old) return prop.where();
    }
    return element.where();
  };
}

}  // namespace

void PlatformReader::warn_of_power(const Element& element, const Properties& properties,
                                   std::span<const std::string_view> known) {
  for (const auto& [name, value] : properties) {
    if (!name.starts_with("watt") || is_power_class_property(name) ||
        std::find(known.begin(), known.end(), name) != known.end()) {
      continue;
    }
    const std::string hint = kernel::did_you_mean(name, known);
    warn(element, fmt::format("property {} is not a property of power and has no effect{}{}", name,
                              hint.empty() ? "" : ": ", hint));
  }
}

Properties PlatformReader::host_properties(const Element& element, std::string_view owner,
                                           const std::vector<double>& speed_flops,
                                           std::uint32_t core_count) {
  constexpr std::array<std::string_view, 2> known{"wattage_per_state", "wattage_off"};
  Properties result = properties(element);
  const PropertyPlace place = place_in(element);
  for (const std::string& text : rename_old_host_power(result, owner, core_count, place)) {
    warn(element, text);
  }
  host_power_profile(result, owner, speed_flops.size(), place);
  warn_of_power(element, result, known);
  return result;
}

Properties PlatformReader::link_properties(const Element& element, std::string_view owner,
                                           bool is_split) {
  constexpr std::array<std::string_view, 2> known{"wattage_range", "wattage_off"};
  Properties result = properties(element);
  const PropertyPlace place = place_in(element);
  for (const std::string& text : rename_old_link_power(result, owner, place)) {
    warn(element, text);
  }
  link_power_profile(result, owner, place);
  warn_of_power(element, result, known);
  return is_split ? halve_link_power(std::move(result), owner, place) : result;
}

}  // namespace smpi::models
