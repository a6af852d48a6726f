// SPDX-License-Identifier: BSD-3-Clause
//
// Looks up every meter at the end of a run; nothing is kept for it during the run.
#include "libsmpi/run/launch/energy_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/topology/host_groups.h"

namespace smpi::launch {
namespace {

constexpr std::size_t groups_max = 1024;  // 32 kB of bins each

// "cable" of "cable_UP" when the next link is "cable_DOWN"; else nothing.
std::string_view cable_of(const models::LinkTable& links, models::LinkId up) {
  constexpr std::string_view up_end = "_UP";
  constexpr std::string_view down_end = "_DOWN";
  if (up + 1 >= links.count() || !links.name[up].ends_with(up_end)) return {};
  const std::string_view stem = links.name[up].substr(0, links.name[up].size() - up_end.size());
  const std::string_view next = links.name[up + 1];
  return next.starts_with(stem) && next.substr(stem.size()) == down_end ? stem : "";
}

nlohmann::ordered_json host_json(const Simulation& simulation, models::HostId host) {
  const models::EnergyBill& bill = simulation.machine->bill();
  nlohmann::ordered_json json = {{"name", simulation.platform.hosts.name[host]},
                                 {"energy_j", simulation.machine->energy().host_energy_j(host)}};
  if (bill.has_carbon()) json["carbon_kg"] = bill.host(host).carbon_g / 1000;
  if (bill.has_price()) json["cost"] = bill.host(host).cost;
  return json;
}

// {"bin_s": ..., "total_w": [...], "hosts_w": [...], "network_w": [...], "base_w": [...],
// "class_w": {"default": [...]}, "group_w": {"cabinet": [...]}}: the mean power of each bin. The
// last bin ends after the run.
nlohmann::ordered_json power_json(const models::Energy& energy,
                                  const std::vector<std::string>& group_names) {
  const models::Energy::Series series = energy.series();
  const std::size_t count = series.bins_j.front().size();
  const auto watts = [&](std::vector<double> bins) {
    for (double& bin : bins) bin /= series.bin_s;
    bins.resize(count, 0);
    return bins;
  };
  const auto add = [](std::vector<double>& sum, const std::vector<double>& terms) {
    for (std::size_t bin = 0; bin < terms.size(); bin++) sum[bin] += terms[bin];
  };
  constexpr std::size_t first_class = 2;
  const std::vector<double> base_w = watts(series.bins_j[0]);
  const std::vector<double> network_w = watts(series.bins_j[1]);
  std::vector<double> hosts_w = base_w;
  nlohmann::ordered_json classes = nlohmann::ordered_json::object();
  for (std::size_t work = 0; work < energy.power_classes().size(); work++) {
    const std::vector<double> class_w = watts(series.bins_j[first_class + work]);
    add(hosts_w, class_w);
    classes[energy.power_classes()[work]] = class_w;
  }
  std::vector<double> total_w(count, 0);
  add(total_w, hosts_w);
  add(total_w, network_w);
  nlohmann::ordered_json of_groups = nlohmann::ordered_json::object();
  for (std::size_t group = 0; group < series.group_bins_j.size(); group++) {
    of_groups[group_names[group]] = watts(series.group_bins_j[group]);
  }
  return {{"bin_s", series.bin_s},  {"total_w", total_w}, {"hosts_w", hosts_w},
          {"network_w", network_w}, {"base_w", base_w},   {"class_w", classes},
          {"group_w", of_groups}};
}

}  // namespace

void follow_groups(Simulation& simulation) {
  models::HostGroups groups = models::groups_of_hosts(simulation.platform);
  if (groups.names.size() > groups_max) return;
  simulation.machine->follow_groups(std::move(groups.group_of));
}

void prepare_energy(const Arguments& arguments, Simulation& simulation) {
  const char* const option = arguments.energy_detail                      ? "--energy-detail"
                             : arguments.simgrid_lines.are_asked_for_here ? "--simgrid-energy-lines"
                                                                          : nullptr;
  if (option == nullptr) return;
  if (simulation.machine->energy().is_measured()) {
    if (arguments.energy_detail) follow_groups(simulation);
    return;
  }
  throw kernel::InputError(
      "no host and no link says what power it takes",
      {.text = option,
       .hint = "give hosts of a platform file the property wattage_per_state, links "
               "wattage_range; or a short platform --power FILE"});
}

nlohmann::ordered_json energy_detail_json(const Simulation& simulation) {
  const models::Energy& energy = simulation.machine->energy();
  const models::LinkTable& links = simulation.platform.links;
  nlohmann::ordered_json hosts = nlohmann::ordered_json::array();
  nlohmann::ordered_json cables = nlohmann::ordered_json::array();
  for (models::HostId host = 0; host < simulation.platform.hosts.count(); host++) {
    if (!energy.is_host_measured(host)) continue;
    hosts.push_back(host_json(simulation, host));
  }
  for (models::LinkId link = 0; link < links.count(); link++) {
    if (!energy.is_link_measured(link)) continue;
    const std::string_view cable = cable_of(links, link);
    double energy_j = energy.link_energy_j(link);
    const std::string_view name = cable.empty() ? links.name[link] : cable;
    if (!cable.empty()) energy_j += energy.link_energy_j(++link);
    cables.push_back({{"name", name}, {"energy_j", energy_j}});
  }
  nlohmann::ordered_json switches = nlohmann::ordered_json::array();
  nlohmann::ordered_json cards = nlohmann::ordered_json::array();
  for (std::uint32_t index = 0; index < simulation.platform.switches.count(); index++) {
    if (!energy.is_switch_measured(index)) continue;
    switches.push_back({{"name", simulation.platform.switches.name[index]},
                        {"energy_j", energy.switch_energy_j(index)}});
  }
  for (models::HostId host = 0; host < simulation.platform.hosts.count(); host++) {
    if (!energy.is_card_measured(host)) continue;
    cards.push_back(
        {{"host", simulation.platform.hosts.name[host]}, {"energy_j", energy.card_energy_j(host)}});
  }
  const models::HostGroups groups = models::groups_of_hosts(simulation.platform);
  return {{"hosts", hosts},
          {"cables", cables},
          {"switches", switches},
          {"nics", cards},
          {"power", power_json(energy, groups.names)}};
}

}  // namespace smpi::launch
