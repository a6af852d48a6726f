// SPDX-License-Identifier: BSD-3-Clause
//
// Adding up and executing injected work.
#include "libsmpi/cost/modeled/injection.h"

#include <utility>

#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/work_observer.h"
#include "models/host/cpu.h"
#include "models/platform/platform.h"

namespace smpi::modeled {

namespace {

// Owed work is of one class.
void owe_class(Rank& rank, models::PowerClassId work) {
  MachineState& machine = *rank.simulation.machine;
  if (rank.owed_flops > 0 && machine.owed_class_of(rank) != work) pay_owed_work(rank);
  machine.set_owed_class(rank, work);
}

void execute_owed_work(Rank& rank) {
  // A rank that computes between two polls does something else than polling.
  rank.end_poll_streak();
  MachineState& machine = *rank.simulation.machine;
  const double flops = std::exchange(rank.owed_flops, 0.0);
  if (__builtin_expect(machine.follows_work(), 0)) {
    machine.compute(rank, flops, machine.owed_class_of(rank));
  } else {
    rank.simulation.cpu.execute(rank.host, flops);
  }
}

void inject_owed(Rank& rank, double flops) {
  if (rank.simulation.tuning.computation_is_free) return;
  rank.owed_flops += flops;
  // What a call does inside itself is not told: it belongs to the call.
  if (running_strand->call_depth > 0 && rank.owed_flops > 0) execute_owed_work(rank);
}

}  // namespace

void inject_flops(double flops) {
  Rank& rank = current_rank();
  MachineState& machine = *rank.simulation.machine;
  if (__builtin_expect(machine.follows_classes(), 0)) owe_class(rank, machine.class_of(rank));
  inject_owed(rank, flops);
}

void inject_kernel(const char* name, double flops, const KernelCost& cost) {
  Rank& rank = current_rank();
  if (cost.frequency_share != 1) {
    const models::HostTable& hosts = rank.simulation.platform.hosts;
    const double fastest_flops = hosts.pstate_speed_flops[rank.host].front();
    flops *= cost.frequency_share +
             (1 - cost.frequency_share) * nominal_speed_flops(rank) / fastest_flops;
  }
  if (rank.simulation.machine->follows_classes()) owe_class(rank, cost.power_class);
  inject_owed(rank, flops);
  if (kernel_observer != nullptr && rank.owed_flops > 0) [[unlikely]]
    kernel_observer->owe_kernel(rank, name, flops);
}

void compute(Rank& rank, double flops) {
  MachineState& machine = *rank.simulation.machine;
  if (__builtin_expect(machine.follows_work(), 0)) {
    machine.compute(rank, flops, machine.class_of(rank));
  } else {
    rank.simulation.cpu.execute(rank.host, flops);
  }
}

void pay_owed_work(Rank& rank) {
  tell_compute(rank, rank.owed_flops);
  const double flops = rank.owed_flops;
  const double begin_s = rank.simulation.engine.now_s();
  execute_owed_work(rank);
  if (kernel_observer != nullptr) [[unlikely]]
    kernel_observer->pay_owed_work(rank, flops, begin_s);
}

double nominal_speed_flops(const Rank& rank) {
  const models::HostTable& hosts = rank.simulation.platform.hosts;
  return hosts.pstate_speed_flops[rank.host][hosts.pstate[rank.host]];
}

}  // namespace smpi::modeled
