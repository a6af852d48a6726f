// SPDX-License-Identifier: BSD-3-Clause
//
// The reader of platform files: what hosts, links and clusters say about their power.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "models/platform/bill.h"
#include "models/platform/power_presets.h"
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

bool is_about_power(std::string_view name) {
  return name.starts_with("watt") || name.starts_with("nic_wattage") ||
         name.starts_with("energy_per_") || name.starts_with("switch_wattage") ||
         name.starts_with("link_wattage") || name.starts_with("link_energy") ||
         name.starts_with("link_mtu");
}

}  // namespace

void PlatformReader::warn_of_power(const Element& element, const Properties& properties,
                                   std::span<const std::string_view> known) {
  for (const auto& [name, value] : properties) {
    if (!is_about_power(name) || is_power_class_property(name) ||
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
  Properties result =
      check_host_power(element, owner, properties(element), speed_flops.size(), core_count, known);
  result.erase("nic_wattage");  // of clusters; the warning says that it has no effect
  return result;
}

Properties PlatformReader::check_host_power(const Element& element, std::string_view owner,
                                            Properties given, std::size_t pstate_count,
                                            std::uint32_t core_count,
                                            std::span<const std::string_view> known) {
  const PropertyPlace place = place_in(element);
  for (const std::string& text : rename_old_host_power(given, owner, core_count, place)) {
    warn(element, text);
  }
  const bool is_measured = !host_power_profile(given, owner, pstate_count, place).states.empty();
  const HostTariff tariff = host_tariff(given, owner, place);
  if (!is_measured && (tariff.carbon_g || tariff.price)) {
    warn(element, fmt::format("what electricity is like where {} stands has no effect: it has no "
                              "property wattage_per_state",
                              owner));
  }
  warn_of_power(element, given, known);
  return given;
}

Properties PlatformReader::cluster_properties(const Element& element, ClusterSpec& spec) {
  constexpr std::array<std::string_view, 7> known{
      "wattage_per_state", "wattage_off", "nic_wattage",       "link_wattage",
      "switch_wattage",    "link_mtu",    "switch_wattage_off"};
  spec.power_place = place_in(element);
  Properties given = properties(element);
  for (const std::string& text : expand_power_presets(given, spec.id, spec.power_place)) {
    warn(element, text);
  }
  for (auto entry = given.begin(); entry != given.end();) {
    const auto next = std::next(entry);
    if (is_network_power_property(entry->first) || is_network_price(entry->first)) {
      spec.network_power.insert(given.extract(entry));
    }
    entry = next;
  }
  card_power_profile(given, spec.id, spec.power_place);
  switch_power_profile(spec.network_power, spec.id, spec.power_place);
  check_prices(given, spec.id, spec.power_place);
  check_prices(spec.network_power, spec.id, spec.power_place);
  return check_host_power(element, spec.id, std::move(given), spec.pstate_speed_flops.size(),
                          spec.core_count, known);
}

Properties PlatformReader::link_properties(const Element& element, std::string_view owner,
                                           bool is_split) {
  constexpr std::array<std::string_view, 5> known{"wattage_range", "wattage_off", "energy_per_byte",
                                                  "energy_per_packet", "mtu"};
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
