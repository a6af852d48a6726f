// SPDX-License-Identifier: BSD-3-Clause
//
// Who the calling process is and what its host can do (include/smpi/injection.h).
#include <fmt/format.h>

#include "include/smpi/energy.h"
#include "include/smpi/injection.h"
#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/host/cpu.h"
#include "models/platform/platform.h"

namespace smpi::api {
namespace {

void*& user_data_of(const Rank& rank) {
  std::vector<void*>& data = rank.simulation.modeled->user_data;
  if (data.size() <= rank.process) data.resize(rank.simulation.ranks.size(), nullptr);
  return data[rank.process];
}

const std::vector<double>& pstates_of(const Rank& rank) {
  return rank.simulation.platform.hosts.pstate_speed_flops[rank.host];
}

std::size_t checked_pstate(const char* function, const Rank& rank, int index) {
  const std::size_t count = pstates_of(rank).size();
  if (index >= 0 && static_cast<std::size_t>(index) < count) return static_cast<std::size_t>(index);
  end_with_error(MPI_ERR_ARG, function,
                 fmt::format("pstate {}, but the host has {} of them", index, count));
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#pragma GCC visibility push(default)
extern "C" {

int smpi_process_index(void) {
  return static_cast<int>(calling_rank().process);
}

int smpi_process_count(void) {
  return static_cast<int>(calling_rank().simulation.ranks.size());
}

int smpi_global_size(void) {
  return smpi_process_count();
}

void* smpi_process_get_user_data(void) {
  return user_data_of(calling_rank());
}

void smpi_process_set_user_data(void* data) {
  user_data_of(calling_rank()) = data;
}

double smpi_get_host_power_peak_at(int pstate_index) {
  const ExtensionCall call;
  const Rank& rank = current_rank();
  return pstates_of(rank)[checked_pstate("smpi_get_host_power_peak_at", rank, pstate_index)];
}

double smpi_get_host_current_power_peak(void) {
  const ExtensionCall call;
  const Rank& rank = current_rank();
  return pstates_of(rank)[rank.simulation.platform.hosts.pstate[rank.host]];
}

int smpi_get_host_nb_pstates(void) {
  const ExtensionCall call;
  return static_cast<int>(pstates_of(current_rank()).size());
}

int smpi_get_host_pstate(void) {
  const ExtensionCall call;
  const Rank& rank = current_rank();
  return static_cast<int>(rank.simulation.platform.hosts.pstate[rank.host]);
}

void smpi_set_host_pstate(int pstate_index) {
  const ExtensionCall call;
  Rank& rank = current_rank();
  const std::size_t pstate = checked_pstate("smpi_set_host_pstate", rank, pstate_index);
  rank.simulation.cpu.set_pstate(rank.host, static_cast<std::uint32_t>(pstate));
}

double smpi_get_host_consumed_energy(void) {
  const ExtensionCall call;
  const Rank& rank = current_rank();
  return rank.simulation.machine->energy().host_energy_j(rank.host);
}

double smpi_get_host_current_energy(void) {
  return smpi_get_host_consumed_energy();
}

void smpi_power_class(const char* name) {
  const ExtensionCall call;
  const Rank& rank = current_rank();
  if (name == nullptr || *name == 0) {
    end_with_error(MPI_ERR_ARG, "smpi_power_class", "a class of work needs a name");
  }
  modeled::MachineState& machine = *rank.simulation.machine;
  machine.set_class(rank, machine.use_power_class(name));
}

double smpi_get_host_current_consumption(void) {
  const ExtensionCall call;
  const Rank& rank = current_rank();
  return rank.simulation.machine->energy().host_power_w(rank.host);
}

// Reports and traces know the line of a call from its return address, in every program with debug
// information; what compilers of instrumented programs say here adds nothing to that.
void smpi_trace_set_call_location(const char*, int) {}

}  // extern "C"
#pragma GCC visibility pop
