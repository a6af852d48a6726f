// SPDX-License-Identifier: BSD-3-Clause
//
// Hosts and links under SimGrid's names (include/smpi/hosts.h).
#include "include/smpi/hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/doors/api/smpi/host_handles.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/host/cpu.h"
#include "models/platform/platform.h"
#include "models/platform/power_properties.h"

namespace smpi::api {
namespace {

// A function that asks for a host: what the rank computed before takes its time first.
class HostCall {
 public:
  HostCall(const_sg_host_t host, const char* function, const void* return_address)
      : call_(function, return_address), function_(function), rank_(current_rank()) {
    host_ = host_object(rank_, host, function).id;
  }

  models::HostId host() const { return host_; }
  Rank& rank() const { return rank_; }
  models::Platform& platform() const { return rank_.simulation.platform; }
  modeled::MachineState& machine() const { return *rank_.simulation.machine; }

  std::size_t checked_pstate(unsigned long index) const {
    const std::size_t count = platform().hosts.pstate_speed_flops[host_].size();
    if (index < count) return index;
    end_with_error(MPI_ERR_ARG, function_,
                   fmt::format("pstate {}, but the host has {} of them", index, count));
  }
  double speed_flops(std::size_t pstate) const {
    return platform().hosts.pstate_speed_flops[host_][pstate];
  }
  // What the host says it takes in a pstate; nothing where it says nothing.
  models::HostPower power(int pstate) const {
    const std::size_t index = checked_pstate(static_cast<unsigned long>(pstate));
    const models::HostTable& hosts = platform().hosts;
    const models::HostPowerProfile profile =
        models::host_power_profile(hosts.properties[host_], hosts.name[host_],
                                   hosts.pstate_speed_flops[host_].size(), models::no_place);
    return profile.states.empty() ? models::HostPower{0, 0, 0} : profile.states[index];
  }
  void set_on(bool is_on) const {
    if (!is_on && rank_.host == host_) {
      end_with_error(MPI_ERR_ARG, function_, "a rank cannot turn off the host that it runs on");
    }
    machine().set_host_state(host_, is_on);
  }

 private:
  ExtensionCall call_;
  const char* function_;
  Rank& rank_;
  models::HostId host_;
};

// A file or a host that is wrong in the middle of a run.
template <class Action>
void with_input(const char* function, Action&& action) {
  std::string problem;
  try {
    return action();
  } catch (const kernel::InputError& error) {
    problem = error.what();
  }
  end_with_error(MPI_ERR_ARG, function, problem);  // outside the handler: it switches
}

models::Route route_between(const Rank& rank, const_sg_host_t from, const_sg_host_t to,
                            const char* function) {
  models::Route route;
  const models::HostId source = host_object(rank, from, function).id;
  const models::HostId target = host_object(rank, to, function).id;
  with_input(function, [&] { rank.simulation.platform.route(source, target, route); });
  return route;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

// The name of the function and the place of its caller, which a HostCall needs.
#define SMPI_HERE __func__, __builtin_return_address(0)

extern "C" {

double simgrid_get_clock(void) {
  const ExtensionCall call;
  return current_rank().simulation.engine.now_s();
}

sg_host_t* sg_host_list(void) {
  const Rank& rank = calling_rank();
  const std::size_t count = rank.simulation.platform.hosts.count();
  auto* const list = static_cast<sg_host_t*>(std::malloc(count * sizeof(sg_host_t)));
  for (std::size_t host = 0; list != nullptr && host < count; host++) {
    list[host] = handle_of(rank.simulation, static_cast<models::HostId>(host));
  }
  return list;
}

size_t sg_host_count(void) {
  return calling_rank().simulation.platform.hosts.count();
}

sg_host_t sg_host_by_name(const char* name) {
  const Rank& rank = calling_rank();
  const auto host = rank.simulation.platform.find_host(name == nullptr ? "" : name);
  return host ? handle_of(rank.simulation, *host) : nullptr;
}

sg_host_t sg_host_self(void) {
  const Rank& rank = calling_rank();
  return handle_of(rank.simulation, rank.host);
}

const char* sg_host_self_get_name(void) {
  const Rank& rank = calling_rank();
  return objects_of(rank.simulation).host(rank.host).name.c_str();
}

const char* sg_host_get_name(const_sg_host_t host) {
  return host_object(calling_rank(), host, __func__).name.c_str();
}

void* sg_host_get_data(const_sg_host_t host) {
  return host_object(calling_rank(), host, __func__).data;
}

void sg_host_set_data(sg_host_t host, void* data) {
  const Rank& rank = calling_rank();
  objects_of(rank.simulation).host(host_object(rank, host, __func__).id).data = data;
}

const char* sg_host_get_property_value(const_sg_host_t host, const char* name) {
  const Rank& rank = calling_rank();
  const models::HostId id = host_object(rank, host, __func__).id;
  const models::Properties& properties = rank.simulation.platform.hosts.properties[id];
  const auto found = properties.find(name == nullptr ? "" : name);
  return found == properties.end() ? nullptr : found->second.c_str();
}

double sg_host_get_speed(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.speed_flops(call.platform().hosts.pstate[call.host()]);
}

double sg_host_get_pstate_speed(const_sg_host_t host, unsigned long pstate) {
  const HostCall call(host, SMPI_HERE);
  return call.speed_flops(call.checked_pstate(pstate));
}

double sg_host_get_available_speed(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.platform().hosts.availability[call.host()];
}

int sg_host_core_count(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return static_cast<int>(call.platform().hosts.core_count[call.host()]);
}

double sg_host_get_load(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.rank().simulation.cpu.used_flops(call.host());
}

unsigned long sg_host_get_nb_pstates(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.platform().hosts.pstate_speed_flops[call.host()].size();
}

unsigned long sg_host_get_pstate(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.platform().hosts.pstate[call.host()];
}

void sg_host_set_pstate(sg_host_t host, unsigned long pstate) {
  const HostCall call(host, SMPI_HERE);
  const auto index = static_cast<std::uint32_t>(call.checked_pstate(pstate));
  call.rank().simulation.cpu.set_pstate(call.host(), index);
}

int sg_host_is_on(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.platform().hosts.is_on[call.host()];
}

void sg_host_turn_on(sg_host_t host) {
  HostCall(host, SMPI_HERE).set_on(true);
}

void sg_host_turn_off(sg_host_t host) {
  HostCall(host, SMPI_HERE).set_on(false);
}

double sg_host_get_route_latency(const_sg_host_t from, const_sg_host_t to) {
  return route_between(calling_rank(), from, to, __func__).latency_s;
}

double sg_host_get_route_bandwidth(const_sg_host_t from, const_sg_host_t to) {
  const Rank& rank = calling_rank();
  double narrowest = std::numeric_limits<double>::infinity();
  for (const models::LinkId link : route_between(rank, from, to, __func__).links) {
    narrowest = std::min(narrowest, rank.simulation.platform.links.bandwidth_bytes_per_s[link]);
  }
  return narrowest;
}

void sg_host_energy_plugin_init(void) {}
void sg_host_energy_update_all(void) {}

double sg_host_get_consumed_energy(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().energy().host_energy_j(call.host());
}

double sg_host_get_current_consumption(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().energy().host_power_w(call.host());
}

double sg_host_get_idle_consumption(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.power(static_cast<int>(call.platform().hosts.pstate[call.host()])).idle_w;
}

double sg_host_get_idle_consumption_at(const_sg_host_t host, int pstate) {
  return HostCall(host, SMPI_HERE).power(pstate).idle_w;
}

double sg_host_get_wattmin_at(const_sg_host_t host, int pstate) {
  return HostCall(host, SMPI_HERE).power(pstate).epsilon_w;
}

double sg_host_get_wattmax_at(const_sg_host_t host, int pstate) {
  return HostCall(host, SMPI_HERE).power(pstate).all_cores_w;
}

double sg_host_get_power_range_slope_at(const_sg_host_t host, int pstate) {
  const models::HostPower power = HostCall(host, SMPI_HERE).power(pstate);
  return power.all_cores_w - power.epsilon_w;
}

void sg_host_carbon_footprint_plugin_init(void) {}

double sg_host_get_carbon_footprint(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().bill().host(call.host()).carbon_g;
}

double sg_host_get_carbon_intensity(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().bill().carbon_intensity(call.host());
}

void sg_host_set_carbon_intensity(const_sg_host_t host, double carbon_intensity) {
  const HostCall call(host, SMPI_HERE);
  if (!(carbon_intensity >= 0)) {
    end_with_error(MPI_ERR_ARG, __func__, fmt::format("{} g of CO2 per kWh", carbon_intensity));
  }
  call.machine().bill().set_carbon_intensity(call.host(), carbon_intensity);
}

void sg_host_carbon_footprint_load_trace_file(const char* file) {
  const ExtensionCall call;
  models::EnergyBill& bill = current_rank().simulation.machine->bill();
  with_input(__func__, [&] { bill.follow(file == nullptr ? "" : file); });
}

void sg_host_load_plugin_init(void) {
  calling_rank().simulation.machine->loads();
}

double sg_host_get_current_load(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().loads().current(call.host());
}

double sg_host_get_avg_load(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().loads().average(call.host());
}

double sg_host_get_computed_flops(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().loads().computed_flops(call.host());
}

double sg_host_get_idle_time(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().loads().idle_s(call.host());
}

double sg_host_get_total_idle_time(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  return call.machine().loads().total_idle_s(call.host());
}

void sg_host_load_reset(const_sg_host_t host) {
  const HostCall call(host, SMPI_HERE);
  call.machine().loads().reset(call.host());
}

void sg_host_dvfs_plugin_init(void) {}

sg_link_t sg_link_by_name(const char* name) {
  const Rank& rank = calling_rank();
  const auto link = rank.simulation.platform.find_link(name == nullptr ? "" : name);
  return link ? reinterpret_cast<sg_link_t>(&objects_of(rank.simulation).link(*link)) : nullptr;
}

size_t sg_link_count(void) {
  return calling_rank().simulation.platform.links.count();
}

const char* sg_link_get_name(const_sg_link_t link) {
  return link_object(calling_rank(), link, __func__).name.c_str();
}

double sg_link_get_bandwidth(const_sg_link_t link) {
  const Rank& rank = calling_rank();
  const models::LinkId id = link_object(rank, link, __func__).id;
  return rank.simulation.platform.links.bandwidth_bytes_per_s[id];
}

double sg_link_get_latency(const_sg_link_t link) {
  const Rank& rank = calling_rank();
  return rank.simulation.platform.links.latency_s[link_object(rank, link, __func__).id];
}

void sg_link_energy_plugin_init(void) {}

double sg_link_get_consumed_energy(const_sg_link_t link) {
  const ExtensionCall call;
  const Rank& rank = current_rank();
  return rank.simulation.machine->energy().link_energy_j(link_object(rank, link, __func__).id);
}

void TRACE_smpi_set_category(const char*) {}

}  // extern "C"
