// SPDX-License-Identifier: BSD-3-Clause
//
// Construction of a run, its worlds and its end.
#include "libsmpi/doors/assembly/assembled_simulation.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/injection.h"
#include "libsmpi/doors/assembly/rank_threads.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/exchange/exchange.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/p2p/sockets.h"
#include "libsmpi/mpi/p2p/turns.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/threads/openmp.h"
#include "libsmpi/ranks/load/threads/real_threads.h"
#include "libsmpi/ranks/runtime/wire.h"
#include "libsmpi/watch/record/timeline/selection.h"
#include "libsmpi/watch/reports/deadlock.h"
#include "models/packet/config.h"
#include "models/platform/scaling.h"

namespace smpi {
namespace {

kernel::EngineConfig engine_config(const kernel::Options& options) {
  kernel::EngineConfig config;
  config.stack_bytes = stack_size_bytes(options);
  return config;
}

void follow_strand(kernel::Actor* next) {
  running_strand = next == nullptr ? nullptr : static_cast<Strand*>(next->owner());
  if (load::process_attributes_differ) [[unlikely]] {
    load::take_attributes_of(running_strand == nullptr ? nullptr : running_strand->rank->libc);
  }
  follow_thread_variables(running_strand);
}

// For messages about our own bugs.
std::string describe_moment() {
  if (running_strand != nullptr) return "in " + describe_rank(*running_strand->rank);
  return fmt::format("between ranks, at {:.9g} s", Simulation::instance()->engine.now_s());
}

// A link has failed under a flow (network/on-failure:fail): that of a message ends its send and its
// receive; other calls have no request whose error could be raised.
void end_failed_flow(void* self, const models::Network::FailedFlow& failed) {
  auto& simulation = *static_cast<Simulation*>(self);
  const std::string cause =
      fmt::format("link {} failed", simulation.platform.links.name[failed.link]);
  const models::Network::FailedFlow flow = end_watching(failed);
  if (p2p::fail_transfer(flow, cause)) return;
  simulation.early_end = {
      .why = EarlyEnd::Why::mpi_error,
      .exit_status = 1,
      .report = fmt::format("{} at {:.9g} s under data of a one-sided call or a file", cause,
                            simulation.engine.now_s())};
  simulation.engine.stop();
}

}  // namespace

OwnedParts::OwnedParts(models::Platform hardware, const kernel::Options& options)
    : engine(engine_config(options)),
      platform(models::scaled(std::move(hardware), models::scaling_of(options))),
      network(models::Network::make(engine, platform, options)),
      cpu(engine, platform, options),
      collectives(options),
      shared_memory(options),
      modeled(options) {
  overheads.load(options);
}

PartsHolder::PartsHolder(models::Platform hardware, const kernel::Options& options)
    : owned(std::move(hardware), options) {}

SimulationParts PartsHolder::references() {
  return {.engine = owned.engine,
          .platform = owned.platform,
          .network = *owned.network,
          .cpu = owned.cpu,
          .request_pool = owned.request_pool,
          .message_pool = owned.message_pool,
          .rma_pool = owned.rma_pool,
          .overheads = owned.overheads,
          .payloads = owned.payloads,
          .contents = owned.contents,
          .collectives = owned.collectives,
          .trials = owned.trials,
          .schedules = &owned.schedules,
          .meetings = owned.meetings,
          .shared_memory = &owned.shared_memory,
          .modeled = &owned.modeled,
          .machine = nullptr,
          .io = nullptr,
          .directory = &owned.directory};
}

AssembledSimulation::AssembledSimulation(models::Platform hardware,
                                         const kernel::Options& run_options)
    : PartsHolder(std::move(hardware), run_options),
      Simulation(run_options, references()),
      host_failures_(*this, run_options) {
  owned_machine_ = std::make_unique<modeled::MachineState>(engine, platform, cpu, network,
                                                           tuning.poll_cores, run_options);
  machine = owned_machine_.get();
  owned_machine_->set_host_listener(
      [](void* self, std::uint32_t host) { static_cast<HostFailures*>(self)->host_changed(host); },
      &host_failures_);
  follow_network(run_options);
  network.gather_changes(tuning.timing_precision_s);
  network.set_failure_handler(end_failed_flow, static_cast<Simulation*>(this));
  if (const auto least_bytes = p2p::PairTurns::least_bytes_of(run_options)) {
    owned_turns_ = std::make_unique<p2p::PairTurns>(*least_bytes);
    overheads.turns = owned_turns_.get();
  }
  if (const double buffer_bytes = p2p::Sockets::buffer_bytes_of(run_options); buffer_bytes > 0) {
    owned_sockets_ = std::make_unique<p2p::Sockets>(buffer_bytes, tuning.async_small_bytes);
    overheads.sockets = owned_sockets_.get();
  }
  // Messages that take turns, wait in sockets, have noise or cost more or less in collectives pass
  // where watched ones do.
  is_watched = overheads.turns != nullptr || overheads.sockets != nullptr ||
               run_options.boolean("network/noise") || overheads.collective_scale != 1;
  exchange::check(*this);
  if (Observer* const observer = owned_machine_->message_observer()) add_observer(*observer);
  owned_io_ = std::make_unique<io::State>(*this);
  io = owned_io_.get();
  for (const std::uint32_t core_count : platform.hosts.core_count) {
    universe_size += static_cast<int>(core_count);
  }
  finalize_hooks.push_back(comm::delete_attributes);
  kernel::set_assertion_context(describe_moment);
  engine.set_switch_hook(follow_strand);
  engine.set_idle_hook(
      [](void* self) { return p2p::wake_pollers_at_standstill(*static_cast<Simulation*>(self)); },
      static_cast<Simulation*>(this));
}

// The protocol's defaults, and what it can ask for, depend on the network.
void AssembledSimulation::follow_network(const kernel::Options& run_options) {
  const models::NetworkTraits& traits = network.traits();
  if (traits.sends_early && !run_options.is_set("smpi/async-small-thresh")) {
    tuning.async_small_bytes = tuning.detached_bytes;
  }
  if (traits.can_scale) return;
  const double scale = run_options.number("smpi/scale-collectives");
  const bool is_scaled = scale != 0 && scale != 1;
  if (!is_scaled && p2p::Sockets::buffer_bytes_of(run_options) <= 0) return;
  throw kernel::InputError(
      fmt::format("this network cannot make parts of messages cheaper ({} is set)",
                  is_scaled ? "smpi/scale-collectives" : "smpi/socket-buffer"),
      {.text = run_options.text("network/model"), .hint = "models of flows can, such as SMPI"});
}

AssembledSimulation::~AssembledSimulation() {
  kernel::set_assertion_context(nullptr);
  running_strand = nullptr;
}

std::vector<std::span<const kernel::OptionSpec>> AssembledSimulation::option_tables() {
  return {models::Network::options(),       models::packet::Config::options(),
          models::Cpu::options(),           library_options(),
          coll::Selector::options(),        memory::options(),
          io::Storage::options(),           record::timeline_options(),
          HostFailures::options(),          modeled::options(),
          modeled::MachineState::options(), models::EnergyBill::options(),
          models::Governors::options(),     devices::options()};
}

void AssembledSimulation::declare_options(kernel::Options& options) {
  for (const std::span<const kernel::OptionSpec> table : option_tables()) options.declare(table);
}

void AssembledSimulation::set_checks(std::unique_ptr<Checks> given) {
  owned_checks_ = std::move(given);
  checks = owned_checks_.get();
  is_watched = true;
}

void AssembledSimulation::set_devices(std::unique_ptr<devices::State> given) {
  owned_devices_ = std::move(given);
  devices = owned_devices_.get();
  if (devices->settings.messages == devices::MessagePath::staged) is_watched = true;
}

Rank& AssembledSimulation::add_rank(models::HostId host) {
  const auto process = static_cast<std::uint32_t>(ranks.size());
  Rank& rank = owned.ranks.emplace_back(*this, process, host);
  ranks.push_back(&rank);
  return rank;
}

void AssembledSimulation::make_world(std::uint32_t first, std::uint32_t count) {
  std::vector<ProcessId> members(count);
  for (std::uint32_t i = 0; i < count; i++) members[i] = first + i;
  Ref<CommunicatorShared> world(new CommunicatorShared);
  world->context = new_context();
  world->groups[0] = new Group(std::move(members));
  Ref<StartBarrier> barrier(new StartBarrier);
  barrier->expected = count;
  for (std::uint32_t i = 0; i < count; i++) {
    Rank& rank = *ranks[first + i];
    rank.world_rank = i;
    rank.start_barrier = barrier;
    Ref<CommunicatorShared> self(new CommunicatorShared);
    self->context = new_context();
    self->groups[0] = new Group({rank.process});
    rank.world = new Communicator(rank, world, 0);
    rank.self = new Communicator(rank, self, 0);
    for (Communicator* predefined : {rank.world, rank.self}) predefined->retain();
    rank.world->handle = static_cast<HandleValue>(reinterpret_cast<std::uintptr_t>(MPI_COMM_WORLD));
    rank.self->handle = static_cast<HandleValue>(reinterpret_cast<std::uintptr_t>(MPI_COMM_SELF));
    rank.world->name = "MPI_COMM_WORLD";
    rank.self->name = "MPI_COMM_SELF";
  }
}

void AssembledSimulation::start(Rank& rank, std::function<int(Rank&)> body) {
  rank.main.rank = &rank;
  rank.main.actor = &engine.spawn(
      [&rank, run_body = std::move(body)] { end_rank(rank, run_body(rank)); }, &rank.main);
}

void AssembledSimulation::end_rank(Rank& rank, int exit_status) {
  Simulation& simulation = rank.simulation;
  if (simulation.before_first_end) std::exchange(simulation.before_first_end, nullptr)();
  if (rank.owed_flops > 0) modeled::pay_owed_work(rank);
  rank.exit_status = exit_status;
  rank.ended_without_finalize = rank.in_mpi();
  rank.phase = Phase::ended;
  rank.end_s = simulation.engine.now_s();
  if (exit_status != 0 && simulation.first_failed_status == 0) {
    simulation.first_failed_status = exit_status;
  }
  abandon_threads(rank);
  simulation.engine.finish_current();
}

const EarlyEnd& AssembledSimulation::run() {
  host_failures_.look_at_all();
  kernel::RunEnd end = engine.run();
  for (; end == kernel::RunEnd::paused; end = engine.run()) at_pause();
  if (end == kernel::RunEnd::deadlock) {
    if (load::OpenmpState::has_real_teams()) load::wait_for_real_threads();
    early_end.why = EarlyEnd::Why::deadlock;
    early_end.exit_status = deadlock_exit_status;
    early_end.report = describe_deadlock(*this);
  }
  host_failures_.run_ended();
  return early_end;
}

}  // namespace smpi
