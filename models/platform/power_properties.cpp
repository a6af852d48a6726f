// SPDX-License-Identifier: BSD-3-Clause
//
// Watts between colons, entries between commas.
#include "models/platform/power_properties.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace smpi::models {
namespace {

constexpr const char* host_property = "wattage_per_state";
constexpr const char* link_property = "wattage_range";
constexpr std::string_view class_prefix = "wattage_per_state.";
constexpr const char* off_property = "wattage_off";
constexpr const char* host_form = "Idle:AllCores or Idle:Epsilon:AllCores, one entry a pstate";
constexpr const char* link_form = "watts in the form idle:busy";
constexpr const char* card_property = "nic_wattage";
constexpr const char* switch_property = "switch_wattage";
constexpr const char* switch_off_property = "switch_wattage_off";
constexpr const char* switch_form = "watts in the form BASE:PORT_IDLE:PORT_BUSY";

// The properties of links, and what clusters call them.
struct LinkNames {
  std::string range, off, byte, packet, mtu;
};
const LinkNames link_names = {link_property, off_property, "energy_per_byte", "energy_per_packet",
                              "mtu"};
constexpr std::array<std::string_view, 5> cable_names = {"link_wattage", "link_wattage_off",
                                                         "link_energy_per_byte",
                                                         "link_energy_per_packet", "link_mtu"};

// A property and whom it belongs to, for messages.
struct Source {
  std::string_view owner;
  std::string_view property;
  const PropertyPlace& place;

  [[noreturn]] void refuse(const std::string& what, std::string_view text,
                           std::string_view hint) const {
    kernel::InputError::Where where = place(property);
    where.text = text;
    where.hint = hint;
    throw kernel::InputError(fmt::format("property {} of {} {}", property, owner, what), where);
  }
};

// Numbers between colons.
std::vector<double> parse_watts(std::string_view text, const Source& source,
                                std::string_view hint) {
  const std::string_view whole = text;
  std::vector<double> watts;
  for (;;) {
    const std::size_t colon = text.find(':');
    std::string_view field = text.substr(0, colon);
    while (field.starts_with(' ')) field.remove_prefix(1);
    while (field.ends_with(' ')) field.remove_suffix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size()) {
      source.refuse("is malformed", whole, hint);
    }
    if (!(value >= 0) || !std::isfinite(value)) {
      source.refuse("needs watts that are finite and not negative", whole, hint);
    }
    watts.push_back(value);
    if (colon == std::string_view::npos) return watts;
    text = text.substr(colon + 1);
  }
}

// The entries of a host's property, two or three numbers each.
std::vector<std::vector<double>> parse_states(std::string_view text, const Source& source) {
  std::vector<std::vector<double>> states;
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::string_view entry = text.substr(0, comma);
    states.push_back(parse_watts(entry, source, host_form));
    const std::size_t count = states.back().size();
    if (count != 2 && count != 3) source.refuse("is malformed", entry, host_form);
    if (comma == std::string_view::npos) return states;
    text = text.substr(comma + 1);
  }
}

// A property of one number; 0 when it is not there.
double parse_one(const Properties& properties, std::string_view property, std::string_view owner,
                 const PropertyPlace& place, const char* form) {
  const auto found = properties.find(property);
  if (found == properties.end()) return 0;
  const Source source{owner, property, place};
  const std::vector<double> numbers = parse_watts(found->second, source, form);
  if (numbers.size() != 1) source.refuse("needs one number", found->second, form);
  return numbers[0];
}

double parse_off(const Properties& properties, std::string_view owner, const PropertyPlace& place,
                 std::string_view property = off_property) {
  return parse_one(properties, property, owner, place, "watts, such as 10");
}

// Does a packet of any kind of links take something?
bool has_packets(const Properties& properties) {
  return std::any_of(properties.begin(), properties.end(), [](const auto& entry) {
    return entry.first.find("energy_per_packet") != std::string::npos;
  });
}

// E_b + E_p / mtu.
double parse_byte_j(const Properties& properties, const LinkNames& names, std::string_view owner,
                    const PropertyPlace& place) {
  double byte_j = parse_one(properties, names.byte, owner, place, "joules, such as 3.4e-9");
  const double mtu_bytes = parse_one(properties, names.mtu, owner, place, "bytes, such as 1500");
  const auto packet = properties.find(names.packet);
  const auto mtu = properties.find(names.mtu);
  if (packet != properties.end()) {
    const double packet_j = parse_one(properties, names.packet, owner, place, "joules");
    if (mtu == properties.end()) {
      Source{owner, names.packet, place}.refuse("needs the size of a packet", packet->second,
                                                fmt::format("add {}, in bytes", names.mtu));
    }
    if (!(mtu_bytes > 0)) {
      Source{owner, names.mtu, place}.refuse("needs a size above 0", mtu->second, "such as 1500");
    }
    byte_j += packet_j / mtu_bytes;
  } else if (mtu != properties.end() && !has_packets(properties)) {
    Source{owner, names.mtu, place}.refuse("is the size of a packet that takes nothing",
                                           mtu->second,
                                           fmt::format("add {}, in joules", names.packet));
  }
  return byte_j;
}

LinkPowerProfile parse_link(const Properties& properties, const LinkNames& names,
                            std::string_view owner, const PropertyPlace& place) {
  LinkPowerProfile profile;
  profile.off_w = parse_off(properties, owner, place, names.off);
  profile.byte_j = parse_byte_j(properties, names, owner, place);
  profile.is_measured = properties.contains(names.byte) || properties.contains(names.packet);
  const auto found = properties.find(names.range);
  if (found == properties.end()) return profile;
  const Source source{owner, names.range, place};
  const std::vector<double> watts = parse_watts(found->second, source, link_form);
  if (watts.size() != 2) source.refuse("is malformed", found->second, link_form);
  if (profile.is_measured && watts[0] != watts[1]) {
    source.refuse("says what a busy link takes, and so does its energy per byte", found->second,
                  "give idle power twice, or no energy per byte");
  }
  return {watts[0], watts[1], profile.off_w, profile.byte_j, true};
}

// Renames a property and says so. Does nothing when it is not there.
void rename(Properties& properties, std::string_view owner, const char* from, const char* to,
            const std::function<std::string(const std::string&)>& convert,
            const PropertyPlace& place, std::vector<std::string>& warnings) {
  const auto found = properties.find(from);
  if (found == properties.end()) return;
  if (properties.contains(to)) {
    Source{owner, from, place}.refuse(fmt::format("is an old name of {}, which is there too", to),
                                      found->second, fmt::format("remove {}", from));
  }
  const std::string value = convert(found->second);
  warnings.push_back(
      fmt::format("property {} of {} is an old name: write {}=\"{}\"", from, owner, to, value));
  properties.erase(found);
  properties.emplace(to, value);
}

// Idle:OneCore:All of old files as Idle:Epsilon:All.
std::string convert_one_core(const std::string& text, const Source& source,
                             std::uint32_t core_count) {
  std::vector<std::string> entries;
  for (const std::vector<double>& watts : parse_states(text, source)) {
    const double idle_w = watts[0];
    const double all_w = watts.back();
    double epsilon_w = watts.size() == 2 ? idle_w : watts[1];
    if (core_count == 1) {
      epsilon_w = all_w;
    } else if (watts.size() == 3) {
      epsilon_w -= (all_w - watts[1]) / (core_count - 1);
    }
    if (epsilon_w < 0) {
      source.refuse("gives less than 0 W for a load near 0", text,
                    "one busy core takes more than its share of the power of all cores");
    }
    entries.push_back(fmt::format("{}:{}:{}", idle_w, epsilon_w, all_w));
  }
  return fmt::format("{}", fmt::join(entries, ","));
}

std::string as_it_is(const std::string& text) {
  return text;
}

}  // namespace

kernel::InputError::Where no_place(std::string_view) {
  return {};
}

bool is_power_class_property(std::string_view name) {
  return name.starts_with(class_prefix) && name.size() > class_prefix.size();
}

HostPowerProfile host_power_profile(const Properties& properties, std::string_view owner,
                                    std::size_t pstate_count, const PropertyPlace& place) {
  HostPowerProfile profile;
  profile.off_w = parse_off(properties, owner, place);
  const auto read = [&](std::string_view property, const std::string& text) {
    const Source source{owner, property, place};
    std::vector<HostPower> states;
    for (const std::vector<double>& watts : parse_states(text, source)) {
      states.push_back({watts[0], watts.size() == 3 ? watts[1] : watts[0], watts.back()});
    }
    if (states.size() == pstate_count) return states;
    source.refuse(fmt::format("has {} entries for {} pstates", states.size(), pstate_count), text,
                  host_form);
  };
  if (const auto found = properties.find(host_property); found != properties.end()) {
    profile.states = read(host_property, found->second);
  }
  for (const auto& [name, text] : properties) {
    if (!is_power_class_property(name)) continue;
    if (profile.states.empty()) {
      Source{owner, name, place}.refuse("needs wattage_per_state beside it", text,
                                        "what its cores take when they do anything else");
    }
    profile.classes.push_back({name.substr(class_prefix.size()), read(name, text)});
  }
  return profile;
}

HostTariff host_tariff(const Properties& properties, std::string_view owner,
                       const PropertyPlace& place) {
  const auto read = [&](const char* property, const char* form) -> std::optional<double> {
    const auto found = properties.find(property);
    if (found == properties.end()) return std::nullopt;
    const std::string& text = found->second;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) ||
        value < 0) {
      Source{owner, property, place}.refuse("needs a number of at least 0", text, form);
    }
    return value;
  };
  return {.carbon_g = read("carbon_intensity", "g of CO2 per kWh, such as 52"),
          .price = read("electricity_price", "the price of a kWh, such as 0.2")};
}

LinkPowerProfile link_power_profile(const Properties& properties, std::string_view owner,
                                    const PropertyPlace& place) {
  return parse_link(properties, link_names, owner, place);
}

CardPowerProfile card_power_profile(const Properties& properties, std::string_view owner,
                                    const PropertyPlace& place) {
  const auto found = properties.find(card_property);
  if (found == properties.end()) return {};
  const Source source{owner, card_property, place};
  const std::vector<double> watts = parse_watts(found->second, source, link_form);
  if (watts.size() != 2) source.refuse("is malformed", found->second, link_form);
  return {watts[0], watts[1], true};
}

SwitchPowerProfile switch_power_profile(const Properties& properties, std::string_view owner,
                                        const PropertyPlace& place) {
  const double off_w = parse_off(properties, owner, place, switch_off_property);
  const auto found = properties.find(switch_property);
  if (found == properties.end()) return {};
  const Source source{owner, switch_property, place};
  const std::vector<double> watts = parse_watts(found->second, source, switch_form);
  if (watts.size() != 3) source.refuse("is malformed", found->second, switch_form);
  return {watts[0], watts[1], watts[2], off_w, true};
}

std::vector<std::string> rename_old_host_power(Properties& properties, std::string_view owner,
                                               std::uint32_t core_count,
                                               const PropertyPlace& place) {
  std::vector<std::string> warnings;
  constexpr const char* old_states = "watt_per_state";
  const Source source{owner, old_states, place};
  rename(
      properties, owner, old_states, host_property,
      [&](const std::string& text) { return convert_one_core(text, source, core_count); }, place,
      warnings);
  rename(properties, owner, "watt_off", off_property, as_it_is, place, warnings);
  return warnings;
}

std::vector<std::string> rename_old_link_power(Properties& properties, std::string_view owner,
                                               const PropertyPlace& place) {
  std::vector<std::string> warnings;
  rename(properties, owner, "watt_range", link_property, as_it_is, place, warnings);
  rename(properties, owner, "watt_off", off_property, as_it_is, place, warnings);
  return warnings;
}

Properties halve_link_power(Properties properties, std::string_view owner,
                            const PropertyPlace& place) {
  const LinkPowerProfile whole = link_power_profile(properties, owner, place);
  if (!whole.is_measured) return properties;
  for (auto& [name, value] : link_power_properties(whole, 0.5)) properties[name] = value;
  for (const std::string& name : {link_names.packet, link_names.mtu}) properties.erase(name);
  return properties;
}

Properties link_power_properties(const LinkPowerProfile& profile, double factor) {
  if (!profile.is_measured) return {};
  Properties properties;
  properties[link_names.range] =
      fmt::format("{}:{}", factor * profile.idle_w, factor * profile.busy_w);
  if (profile.off_w > 0) properties[link_names.off] = fmt::format("{}", factor * profile.off_w);
  if (profile.byte_j > 0) properties[link_names.byte] = fmt::format("{}", profile.byte_j);
  return properties;
}

std::string_view link_kind_of(std::string_view name) {
  const std::size_t dot = name.find('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

bool is_switch_power_property(std::string_view name) {
  return name == switch_property || name == switch_off_property;
}

bool is_network_power_property(std::string_view name) {
  if (is_switch_power_property(name)) return true;
  const std::string_view stem = name.substr(0, name.find('.'));
  const bool is_whole = stem.size() == name.size() || !link_kind_of(name).empty();
  return is_whole && std::find(cable_names.begin(), cable_names.end(), stem) != cable_names.end();
}

LinkPowerProfile cable_power_profile(const Properties& properties,
                                     std::span<const std::string_view> kinds,
                                     std::string_view owner, const PropertyPlace& place) {
  LinkNames names;
  const std::array<std::string*, 5> chosen = {&names.range, &names.off, &names.byte, &names.packet,
                                              &names.mtu};
  for (std::size_t i = 0; i < chosen.size(); i++) {
    *chosen[i] = cable_names[i];
    for (const std::string_view kind : kinds) {
      std::string name = fmt::format("{}.{}", cable_names[i], kind);
      if (properties.contains(name)) *chosen[i] = std::move(name);
    }
  }
  return parse_link(properties, names, owner, place);
}

}  // namespace smpi::models
