// SPDX-License-Identifier: BSD-3-Clause
//
// What happens to the machine while programs run on it: trace files change it (MODELS 5.2), and its
// hosts and links take energy (MODELS 8), also while ranks wait inside MPI (`smpi/poll-power`).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "libsmpi/cost/modeled/energy_phases.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "models/host/cpu.h"
#include "models/host/energy.h"
#include "models/host/energy_bill.h"
#include "models/host/governor.h"
#include "models/host/host_load.h"
#include "models/host/profile_player.h"
#include "models/network/network.h"
#include "models/platform/platform.h"

namespace smpi {
struct Rank;
}

namespace smpi::modeled {

class MachineState {
 public:
  // Plays the trace files of `platform` from time 0 on.
  // `poll_cores` is the share of a core that a
  // rank inside MPI keeps busy. All must outlive this object. Throws InputError for malformed
  // properties of energy.
  MachineState(kernel::Engine& engine, models::Platform& platform, models::Cpu& cpu,
               models::Network& network, double poll_cores, const kernel::Options& options);
  static std::span<const kernel::OptionSpec> options();

  const models::Energy& energy() const { return energy_; }
  const models::EnergyBill& bill() const { return bill_; }
  models::EnergyBill& bill() { return bill_; }
  // Counted from the first call on, or from the start if there are governors.
  models::HostLoads& loads();
  // The governor that must know of messages and iterations; nullptr: no host has it.
  models::Adagio* adagio() const;
  // What tells that governor of messages; nullptr: nobody needs to. Owned here.
  Observer* message_observer() const { return message_observer_.get(); }
  // Of the energy model; to be called before the run.
  void follow_groups(std::vector<std::uint32_t> group_of_host) {
    energy_.follow_groups(std::move(group_of_host));
  }
  // Plays more profiles from `from_s` on, which is not before now.
  void add_profiles(std::vector<models::Platform::TimedProfile> profiles, double from_s);
  // Turns a host on or off, as a scenario does.
  void set_host_state(models::HostId host, bool is_on);
  // Calls handler(owner, host) when a trace file or a scenario has changed a host.
  void set_host_listener(kernel::EventHandler handler, void* owner) {
    host_handler_ = handler;
    host_handler_owner_ = owner;
  }

  // Classes of work (MODELS 8.5) are followed from the first on that is not the default one.
  models::PowerClassId use_power_class(std::string_view name);
  bool follows_classes() const { return follows_classes_; }
  // Must executions begin and end in compute()?
  bool follows_work() const { return follows_work_; }
  // Is the second argument of MPI_Pcontrol the name of a phase?
  bool follows_phases() const { return follows_phases_; }
  // What the rank computes by itself from now on, and what the work that it owes is.
  void set_class(const Rank& rank, models::PowerClassId work);
  models::PowerClassId class_of(const Rank& rank) const { return classes_of(rank).own; }
  void set_owed_class(const Rank& rank, models::PowerClassId work) { classes_of(rank).owed = work; }
  models::PowerClassId owed_class_of(const Rank& rank) const { return classes_of(rank).owed; }
  // Executes work of a class on the rank's host.
  void compute(const Rank& rank, double flops, models::PowerClassId work);
  // From now on the energy of the rank's host goes with a phase, if the rank is the first there.
  void begin_phase(const Rank& rank, std::string_view name);
  void end_phase(const Rank& rank);
  // Joules of hosts by phase, in the order in which phases began; empty: there was none.
  std::vector<std::pair<std::string, double>> phase_energy_j() const;
  // Events that trace files and scenarios have in the engine's queue.
  std::size_t profile_event_count() const {
    return profiles_ == nullptr ? 0 : profiles_->pending_event_count();
  }
  // Must ranks say when they enter and leave MPI?
  bool counts_polling() const { return counts_polling_; }
  // Does a rank keep more of a core busy while MPI_Iprobe looks than while it waits otherwise?
  bool counts_probes() const { return probe_cores_ > 0; }
  void begin_probe(models::HostId host) { probe(host, 1); }
  void end_probe(models::HostId host) { probe(host, -1); }
  void enter_mpi(models::HostId host) { poll(host, 1); }
  void leave_mpi(models::HostId host) { poll(host, -1); }

 private:
  struct Classes {
    models::PowerClassId own = models::Energy::default_class;
    models::PowerClassId owed = models::Energy::default_class;
  };
  Classes& classes_of(const Rank& rank) const;
  static void host_changed(void* self, std::uint32_t host);
  void make_player();
  void poll(models::HostId host, std::int32_t change);
  void probe(models::HostId host, std::int32_t change);
  void set_polling_cores(models::HostId host);

  kernel::Engine& engine_;
  models::Platform& platform_;
  models::Energy energy_;
  models::EnergyBill bill_;
  models::Cpu& cpu_;
  std::unique_ptr<models::HostLoads> loads_;
  std::unique_ptr<models::Governors> governors_;
  std::unique_ptr<Observer> message_observer_;
  kernel::EventHandler host_handler_ = nullptr;
  void* host_handler_owner_ = nullptr;
  std::unique_ptr<models::ProfilePlayer> profiles_;
  double poll_cores_;
  bool counts_polling_;
  double probe_cores_ = 0;                     // in addition to poll_cores_
  std::vector<std::int32_t> ranks_in_mpi_;     // by host
  std::vector<std::int32_t> ranks_in_probes_;  // by host
  bool follows_classes_ = false;
  bool follows_work_ = false;
  bool follows_phases_;
  mutable std::vector<Classes> classes_;  // by process
  EnergyPhases phases_;
  models::Network& network_;
  const kernel::Options& options_;
};

}  // namespace smpi::modeled
