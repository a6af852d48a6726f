// SPDX-License-Identifier: BSD-3-Clause
//
// Which call a rank is in: ranks of one communicator may be several calls apart, where a call lets
// some of them go before others enter, as a broadcast does.
#include "libsmpi/mpi/exchange/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/mpi/exchange/call.h"
#include "libsmpi/mpi/exchange/forecast.h"
#include "libsmpi/ranks/runtime/work_observer.h"
#include "models/network/network.h"

namespace smpi::exchange {
namespace {

// The calls of a communicator that are in progress.
template <class OneCall>
class Calls : public Counted {
 public:
  explicit Calls(const Communicator& communicator) : simulation_(communicator.simulation()) {
    for (int rank = 0; rank < communicator.size(); rank++) {
      ranks_.push_back(&communicator.peer(rank));
    }
  }

  // Call number `number` of the communicator.
  OneCall& get(std::uint32_t number, int round_count) {
    if (number - first_ >= open_.size()) widen(number);
    std::unique_ptr<OneCall>& call = open_[number % open_.size()];
    if (call == nullptr) {
      call = take_free();
      call->begin(round_count);
    }
    return *call;
  }
  // It has ended, those before it perhaps not.
  void close(std::uint32_t number) {
    free_.push_back(std::move(open_[number % open_.size()]));
    if (number - first_ >= last_ - first_) last_ = number + 1;
    while (first_ != last_ && open_[first_ % open_.size()] == nullptr) first_++;
  }

 private:
  std::unique_ptr<OneCall> take_free() {
    if (free_.empty()) return std::make_unique<OneCall>(simulation_, ranks_);
    std::unique_ptr<OneCall> call = std::move(free_.back());
    free_.pop_back();
    return call;
  }
  // So that `number` has a place. The number of places is a power of two, as numbers wrap around.
  void widen(std::uint32_t number) {
    std::size_t size = open_.size();
    while (number - first_ >= size) size *= 2;
    std::vector<std::unique_ptr<OneCall>> wider(size);
    for (std::uint32_t i = 0; i < open_.size(); i++) {
      wider[(first_ + i) % size] = std::move(open_[(first_ + i) % open_.size()]);
    }
    open_.swap(wider);
  }

  Simulation& simulation_;
  std::vector<Rank*> ranks_;
  std::vector<std::unique_ptr<OneCall>> open_{4};  // by number
  std::uint32_t first_ = 0;                        // no call before it is open
  std::uint32_t last_ = 0;                         // one after the last that has ended
  std::vector<std::unique_ptr<OneCall>> free_;
};

template <class OneCall>
Calls<OneCall>& calls_of(const Communicator& communicator) {
  Ref<Counted>& calls = communicator.shared().exchanges;
  if (!calls) [[unlikely]]
    calls = new Calls<OneCall>(communicator);
  return static_cast<Calls<OneCall>&>(*calls);
}

void wait(Call& call, int rank, kernel::Engine& engine) {
  engine.block_in_steps(Call::go_on, call.step_owner(rank));
}

void wait(ForecastCall& call, int rank, kernel::Engine&) {
  call.wait(rank);
}

// Does each rank have a core to itself, as fast from beginning to end?
bool has_cores_of_one_speed(const Simulation& simulation) {
  const models::Platform& platform = simulation.platform;
  std::vector<std::uint32_t> free_cores = platform.hosts.core_count;
  return platform.profiles.empty() && std::ranges::all_of(simulation.ranks, [&](const Rank* rank) {
           return free_cores[rank->host]-- > 0;
         });
}

bool has_hosts_of_one_rank(const Simulation& simulation) {
  std::vector<bool> has_rank(simulation.platform.hosts.core_count.size());
  return std::ranges::all_of(simulation.ranks, [&](const Rank* rank) {
    const bool is_first = !has_rank[rank->host];
    has_rank[rank->host] = true;
    return is_first;
  });
}

template <class OneCall>
void run_in(Communicator& communicator, int round_count, Steps& steps) {
  Calls<OneCall>& calls = calls_of<OneCall>(communicator);
  const std::uint32_t number = communicator.next_exchange();
  const int rank = communicator.rank();
  Strand& strand = *running_strand;
  OneCall& call = calls.get(number, round_count);
  if (!call.enter(rank, strand, steps)) {
    strand.waiting_reason = "a message inside a collapsed exchange";
    wait(call, rank, communicator.simulation().engine);
    strand.waiting_reason = nullptr;
  }
  if (call.leave(rank)) calls.close(number);
}

}  // namespace

bool is_possible(const Simulation& simulation) {
  const Collapse collapse = simulation.tuning.collapse;
  if (collapse == Collapse::none || simulation.is_watched) return false;
  // Who records the load of links must see all that uses them.
  if (collapse == Collapse::fast) return models::flow_forecasts(simulation.network) != nullptr;
  return !simulation.network.traits().wants_announcements;
}

bool can_compute(Simulation& simulation) {
  // Who looks at computations must see them begin and end on their rank.
  if (!is_possible(simulation) || simulation.machine->follows_work() ||
      kernel_observer != nullptr) {
    return false;
  }
  if (simulation.tuning.collapse != Collapse::fast) return true;
  if (!simulation.computes_alone) simulation.computes_alone = has_cores_of_one_speed(simulation);
  return *simulation.computes_alone;
}

bool can_be_long(Simulation& simulation) {
  if (!is_possible(simulation)) return false;
  if (simulation.tuning.collapse != Collapse::fast) return true;
  if (!simulation.ranks_have_hosts) {
    simulation.ranks_have_hosts = has_hosts_of_one_rank(simulation);
  }
  return *simulation.ranks_have_hosts;
}

void check(const Simulation& simulation) {
  if (simulation.tuning.collapse != Collapse::fast) return;
  const p2p::OverheadTables& overheads = simulation.overheads;
  const char* cause = nullptr;
  if (simulation.options.boolean("network/noise")) {
    cause = "network/noise";
  } else if (overheads.turns != nullptr) {
    cause = "smpi/pair-duplex";
  } else if (overheads.sockets != nullptr) {
    cause = "smpi/socket-buffer";
  } else if (overheads.collective_scale != 1) {
    cause = "smpi/scale-collectives";
  } else if (simulation.options.text("network/on-failure") == "fail") {
    cause = "network/on-failure";
  } else if (models::flow_forecasts(simulation.network) == nullptr) {
    cause = "this network";
  }
  if (cause == nullptr) return;
  throw kernel::InputError(
      fmt::format("smpi/collapse:fast has no formula for messages with {}", cause),
      {.text = "smpi/collapse:fast",
       .hint = "smpi/collapse:exact sends the messages where it must"});
}

void refuse(const Rank& rank, const std::string& problem) {
  Simulation& simulation = rank.simulation;
  EarlyEnd end{.why = EarlyEnd::Why::mpi_error,
               .exit_status = 1,
               .report = fmt::format("{}: smpi_exchange: {}", describe_rank(rank), problem)};
  if (simulation.engine.current() != nullptr) simulation.end_early(std::move(end));
  simulation.early_end = std::move(end);
  simulation.engine.stop();
}

void run(Communicator& communicator, int round_count, Steps& steps) {
  if (communicator.simulation().tuning.collapse == Collapse::fast) {
    run_in<ForecastCall>(communicator, round_count, steps);
  } else {
    run_in<Call>(communicator, round_count, steps);
  }
}

}  // namespace smpi::exchange
