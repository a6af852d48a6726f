// SPDX-License-Identifier: BSD-3-Clause
//
// The models of energy and of trace files, connected to a run.
#include "libsmpi/cost/modeled/machine_state.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::modeled {
namespace {

using enum kernel::OptionKind;
constexpr const char* probe_usage = "smpi/iprobe-cpu-usage";
constexpr kernel::OptionSpec table[] = {
    {probe_usage, number, "1",
     "share of a core that MPI_Iprobe keeps busy while it finds nothing, for the energy of its "
     "host"},
    {"energy/phases", boolean, "no",
     "MPI_Pcontrol(1, name) and MPI_Pcontrol(-1, name) begin and end phases of the energy of "
     "hosts"},
};

class MessageWatch final : public Observer {
 public:
  explicit MessageWatch(models::Adagio& adagio) : adagio_(adagio) {}
  void start_flow(const Transfer& transfer) override {
    adagio_.start_message(transfer.source, transfer.destination);
  }

 private:
  models::Adagio& adagio_;
};

}  // namespace

std::span<const kernel::OptionSpec> MachineState::options() {
  return table;
}

MachineState::MachineState(kernel::Engine& engine, models::Platform& platform, models::Cpu& cpu,
                           models::Network& network, double poll_cores,
                           const kernel::Options& options)
    : engine_(engine),
      platform_(platform),
      energy_(engine, platform, cpu, network),
      bill_(engine, platform, energy_, options),
      cpu_(cpu),
      poll_cores_(poll_cores),
      counts_polling_(poll_cores > 0 && energy_.is_measured()),
      follows_phases_(energy_.is_measured() && options.boolean("energy/phases")),
      network_(network),
      options_(options) {
  if (counts_polling_) ranks_in_mpi_.resize(platform.hosts.count(), 0);
  const double usage = options.number(probe_usage);
  if (!(usage >= 0 && usage <= 1)) {
    throw kernel::InputError(fmt::format("option {} is a share from 0 to 1", probe_usage),
                             {.text = options.text(probe_usage)});
  }
  if (energy_.is_measured()) probe_cores_ = std::max(0.0, usage - poll_cores);
  if (counts_probes()) ranks_in_probes_.resize(platform.hosts.count(), 0);
  if (models::Governors::are_wanted(options)) {
    governors_ = std::make_unique<models::Governors>(engine, platform, cpu, loads(), options);
    if (models::Adagio* const governor = adagio()) {
      follows_work_ = true;
      message_observer_ = std::make_unique<MessageWatch>(*governor);
    }
  }
  if (!platform.profiles.empty()) make_player();
}

void MachineState::make_player() {
  const models::ProfilePlayer::Listeners listeners{
      .links = {[](void* self, std::uint32_t link) {
                  static_cast<models::Network*>(self)->link_changed(link);
                },
                &network_},
      .hosts = {host_changed, this},
      .switches = {[](void* self, std::uint32_t index) {
                     static_cast<models::Energy*>(self)->switch_changed(index);
                   },
                   &energy_}};
  profiles_ = std::make_unique<models::ProfilePlayer>(
      engine_, platform_, listeners, run_seed(options_), models::scaling_of(options_));
}

void MachineState::add_profiles(std::vector<models::Platform::TimedProfile> profiles,
                                double from_s) {
  if (profiles.empty()) return;
  if (profiles_ == nullptr) make_player();
  profiles_->add(std::move(profiles), from_s);
}

void MachineState::host_changed(void* self, std::uint32_t host) {
  auto& machine = *static_cast<MachineState*>(self);
  machine.cpu_.host_changed(host);
  if (machine.host_handler_ != nullptr) machine.host_handler_(machine.host_handler_owner_, host);
}

void MachineState::set_host_state(models::HostId host, bool is_on) {
  platform_.hosts.is_on[host] = is_on ? 1 : 0;
  host_changed(this, host);
}

models::PowerClassId MachineState::use_power_class(std::string_view name) {
  const models::PowerClassId work = energy_.power_class(name);
  follows_classes_ |= work != models::Energy::default_class && energy_.is_measured();
  follows_work_ |= follows_classes_;
  return work;
}

MachineState::Classes& MachineState::classes_of(const Rank& rank) const {
  if (rank.process >= classes_.size()) classes_.resize(rank.process + 1);
  return classes_[rank.process];
}

void MachineState::set_class(const Rank& rank, models::PowerClassId work) {
  classes_of(rank).own = work;
}

void MachineState::compute(const Rank& rank, double flops, models::PowerClassId work) {
  models::Adagio* const governor = adagio();
  if (governor != nullptr) governor->begin_work(rank.host);
  const double begin_s = engine_.now_s();
  energy_.begin_work(rank.host, work);
  cpu_.execute(rank.host, flops);
  energy_.end_work(rank.host, work);
  if (governor != nullptr) governor->end_work(rank.host, engine_.now_s() - begin_s);
}

models::HostLoads& MachineState::loads() {
  if (loads_ == nullptr) {
    loads_ = std::make_unique<models::HostLoads>(engine_, platform_, cpu_);
  }
  return *loads_;
}

models::Adagio* MachineState::adagio() const {
  return governors_ != nullptr && governors_->has_adagio() ? &governors_->adagio() : nullptr;
}

void MachineState::begin_phase(const Rank& rank, std::string_view name) {
  phases_.begin(rank, name, energy_);
}

void MachineState::end_phase(const Rank& rank) {
  phases_.end(rank, energy_);
}

std::vector<std::pair<std::string, double>> MachineState::phase_energy_j() const {
  return phases_.energy_j(energy_);
}

void MachineState::poll(models::HostId host, std::int32_t change) {
  ranks_in_mpi_[host] += change;
  set_polling_cores(host);
}

void MachineState::probe(models::HostId host, std::int32_t change) {
  ranks_in_probes_[host] += change;
  set_polling_cores(host);
}

void MachineState::set_polling_cores(models::HostId host) {
  double cores = 0;
  if (counts_polling_) cores += poll_cores_ * ranks_in_mpi_[host];
  if (counts_probes()) cores += probe_cores_ * ranks_in_probes_[host];
  energy_.set_polling_cores(host, cores);
}

}  // namespace smpi::modeled
