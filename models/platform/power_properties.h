// SPDX-License-Identifier: BSD-3-Clause
//
// What hosts, links, network cards and switches say about the power that they take (MODELS 8): the
// properties of platform files, their old names, and how they are checked. Readers check a property
// where it stands, so that a message names file and line; the energy model reads the same
// properties again.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/error.h"
#include "models/platform/platform.h"

namespace smpi::models {

// What a host takes in one pstate.
struct HostPower {
  double idle_w;
  double epsilon_w;  // as its load goes to 0
  double all_cores_w;
};

// What its cores take depends on what they compute: a class of work is the end of a property's
// name, as in wattage_per_state.dgemm.
struct PowerClassProfile {
  std::string name;
  std::vector<HostPower> states;
};

struct HostPowerProfile {
  std::vector<HostPower> states;  // one a pstate; empty: not measured
  std::vector<PowerClassProfile> classes;
  double off_w = 0;
};

// What a link takes, which is one direction of a full-duplex cable.
struct LinkPowerProfile {
  double idle_w = 0;
  double busy_w = 0;
  double off_w = 0;
  double byte_j = 0;  // energy of each byte that it carries, packets included
  bool is_measured = false;
};

// What a host's network card takes: busy when all of its cables are full in one direction.
struct CardPowerProfile {
  double idle_w = 0;
  double busy_w = 0;
  bool is_measured = false;
};

// What a switch takes: its base, and each port; a port is busy when both directions are full.
struct SwitchPowerProfile {
  double base_w = 0;
  double port_idle_w = 0;
  double port_busy_w = 0;
  double off_w = 0;
  bool is_measured = false;
};

// What electricity is where a host stands.
struct HostTariff {
  std::optional<double> carbon_g;  // of CO2 per kWh: carbon_intensity
  std::optional<double> price;     // of a kWh: electricity_price
};

// Is it a name of a property of classes?
bool is_power_class_property(std::string_view name);

// Where a property stands; an empty place when it is not from a file.
using PropertyPlace = std::function<kernel::InputError::Where(std::string_view property)>;
kernel::InputError::Where no_place(std::string_view property);

// All throw InputError for a property that is malformed. `owner` is a name for messages.
HostPowerProfile host_power_profile(const Properties& properties, std::string_view owner,
                                    std::size_t pstate_count, const PropertyPlace& place);
HostTariff host_tariff(const Properties& properties, std::string_view owner,
                       const PropertyPlace& place);
LinkPowerProfile link_power_profile(const Properties& properties, std::string_view owner,
                                    const PropertyPlace& place);
CardPowerProfile card_power_profile(const Properties& properties, std::string_view owner,
                                    const PropertyPlace& place);
SwitchPowerProfile switch_power_profile(const Properties& properties, std::string_view owner,
                                        const PropertyPlace& place);

// Replaces the names that SimGrid had until 3.23. There the second of three values of a host is the
// power of one busy core. Returns a warning for each, with the new property.
std::vector<std::string> rename_old_host_power(Properties& properties, std::string_view owner,
                                               std::uint32_t core_count,
                                               const PropertyPlace& place);
std::vector<std::string> rename_old_link_power(Properties& properties, std::string_view owner,
                                               const PropertyPlace& place);

// A full-duplex cable is two links, each of which takes half: the cable is idle once, and busy when
// both directions are full.
Properties halve_link_power(Properties properties, std::string_view owner,
                            const PropertyPlace& place);
// `factor` times the watts of a cable, as properties of a link.
Properties link_power_properties(const LinkPowerProfile& profile, double factor);

// Clusters say for all of their cables, or for those of a kind, what links of files say one by one:
// link_wattage, link_wattage_off, link_energy_per_byte, link_energy_per_packet and link_mtu, each
// with .KIND or without. Switches of clusters have switch_wattage and switch_wattage_off.
bool is_network_power_property(std::string_view name);
bool is_switch_power_property(std::string_view name);
// The KIND at the end of such a name; empty: of all kinds.
std::string_view link_kind_of(std::string_view name);
// Of cables that are of all of `kinds`; the last that says something counts.
LinkPowerProfile cable_power_profile(const Properties& properties,
                                     std::span<const std::string_view> kinds,
                                     std::string_view owner, const PropertyPlace& place);

}  // namespace smpi::models
