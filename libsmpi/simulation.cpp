// SPDX-License-Identifier: BSD-3-Clause
//
// Construction of a run, its worlds and its end.
#include "libsmpi/simulation.h"

#include <utility>

#include "libsmpi/analyze/analysis.h"
#include "libsmpi/coll/schedule.h"
#include "libsmpi/comm/creation.h"
#include "libsmpi/io/state.h"
#include "libsmpi/load/libc_state.h"
#include "libsmpi/load/openmp.h"
#include "libsmpi/load/real_threads.h"
#include "libsmpi/memory/shared_memory.h"
#include "libsmpi/modeled/injection.h"
#include "libsmpi/modeled/machine_state.h"
#include "libsmpi/modeled/state.h"
#include "libsmpi/p2p/polling.h"
#include "libsmpi/process/directory.h"
#include "libsmpi/rank/rank_threads.h"
#include "libsmpi/reports/deadlock.h"
#include "libsmpi/tuning.h"

namespace smpi {

constinit Strand* running_strand = nullptr;
constinit const void* thread_of_ranks = nullptr;

namespace {

Simulation* the_simulation = nullptr;

kernel::EngineConfig engine_config(const kernel::Options& options) {
  kernel::EngineConfig config;
  config.stack_bytes = stack_size_bytes(options);
  return config;
}

void follow_strand(kernel::Actor* next) {
  running_strand = next == nullptr ? nullptr : static_cast<Strand*>(next->owner());
  if (load::process_attributes_differ) [[unlikely]] {
    load::take_attributes_of(next == nullptr ? nullptr : running_strand->rank->libc);
  }
  follow_thread_variables(running_strand);
}

}  // namespace

Simulation::Simulation(models::Platform hardware, const kernel::Options& run_options)
    : engine(engine_config(run_options)),
      platform(std::move(hardware)),
      options(run_options),
      network(engine, platform, run_options),
      cpu(engine, platform, run_options),
      tuning(load_tuning(run_options)),
      collectives(run_options),
      schedules(std::make_unique<coll::SchedulePool>()),
      shared_memory(std::make_unique<memory::SharedMemory>(run_options)),
      modeled(std::make_unique<modeled::State>(run_options)),
      machine(std::make_unique<modeled::MachineState>(engine, platform, cpu, network,
                                                      tuning.poll_cores)),
      directory(std::make_unique<process::Directory>()) {
  SIM_ASSERT(the_simulation == nullptr, "one simulation at a time");
  the_simulation = this;
  network.gather_changes(tuning.timing_precision_s);
  io = std::make_unique<io::State>(*this);
  overheads.load(options);
  for (const std::uint32_t core_count : platform.hosts.core_count) {
    universe_size += static_cast<int>(core_count);
  }
  finalize_hooks.push_back(comm::delete_attributes);
  engine.set_switch_hook(follow_strand);
  engine.set_idle_hook(
      [](void* self) { return p2p::wake_pollers_at_standstill(*static_cast<Simulation*>(self)); },
      this);
}

Simulation::~Simulation() {
  running_strand = nullptr;
  the_simulation = nullptr;
}

Simulation* Simulation::instance() {
  return the_simulation;
}

Rank& Simulation::add_rank(models::HostId host) {
  ranks.push_back(std::make_unique<Rank>(*this, static_cast<std::uint32_t>(ranks.size()), host));
  return *ranks.back();
}

void Simulation::make_world(std::uint32_t first, std::uint32_t count) {
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

void Simulation::start(Rank& rank, std::function<int(Rank&)> body) {
  rank.main.rank = &rank;
  rank.main.actor = &engine.spawn(
      [this, &rank, run_body = std::move(body)] { end_rank(rank, run_body(rank)); }, &rank.main);
}

void Simulation::end_rank(Rank& rank, int exit_status) {
  if (before_first_end) std::exchange(before_first_end, nullptr)();
  if (rank.owed_flops > 0) modeled::pay_owed_work(rank);
  rank.exit_status = exit_status;
  rank.ended_without_finalize = rank.in_mpi();
  rank.phase = Phase::ended;
  rank.end_s = engine.now_s();
  if (exit_status != 0 && first_failed_status == 0) first_failed_status = exit_status;
  abandon_threads(rank);
  engine.finish_current();
}

const EarlyEnd& Simulation::run() {
  const kernel::RunEnd end = engine.run();
  if (end == kernel::RunEnd::deadlock) {
    if (load::OpenmpState::has_real_teams()) load::wait_for_real_threads();
    early_end.why = EarlyEnd::Why::deadlock;
    early_end.exit_status = deadlock_exit_status;
    early_end.report = describe_deadlock(*this);
  }
  return early_end;
}

void Simulation::end_early(EarlyEnd end) {
  if (early_end.why == EarlyEnd::Why::none) early_end = std::move(end);
  engine.stop();
  for (;;) engine.block();
}

}  // namespace smpi
