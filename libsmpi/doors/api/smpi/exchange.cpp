// SPDX-License-Identifier: BSD-3-Clause
//
// Collapsed exchanges of plug-ins of overlays (include/smpi/overlay.h).
#include "libsmpi/mpi/exchange/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "include/smpi/overlay.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/p2p/payload_pool.h"

namespace smpi::api {
namespace {

bool takes_calls(const Simulation& simulation) {
  return exchange::is_possible(simulation) && !simulation.tuning.simulate_computation &&
         !simulation.are_calls_seen;
}

bool is_amount(double flops) {
  return flops >= 0 && !std::isinf(flops);
}

// Steps that a plug-in tells, for the calling rank in a call of so many rounds.
class ToldSteps {
 public:
  ToldSteps(const Communicator& communicator, int round_count)
      : communicator_(communicator), round_count_(round_count) {}

  // False: it can't be, and the run ends.
  bool take(const smpi_exchange_step& told, exchange::Step& step) const {
    constexpr int nobody = exchange::Step::nobody;
    if (told.round < 0 || told.round >= round_count_) return refuse_number("round", told.round);
    for (const int rank : {told.send_to, told.receive_from}) {
      if (rank < nobody || rank >= communicator_.size()) return refuse_number("rank", rank);
    }
    if (told.flops != 0 && !can_compute(told.flops)) return false;
    step.send_round = step.receive_round = told.round;
    step.send_to = told.send_to;
    step.receive_from = told.receive_from;
    step.outgoing = told.outgoing;
    step.incoming = told.incoming;
    step.outgoing_bytes = static_cast<MPI_Count>(told.outgoing_bytes);
    step.incoming_bytes = static_cast<MPI_Count>(told.incoming_bytes);
    step.content_bytes = static_cast<MPI_Count>(told.content_bytes);
    step.flops = told.flops;
    return true;
  }
  bool can_compute(double flops) const {
    if (!is_amount(flops)) {
      return refuse(fmt::format("a step computes {} flops", flops));
    }
    return flops == 0 || exchange::can_compute(communicator_.simulation()) ||
           refuse("a step computes, but smpi_exchange_can_compute() is 0");
  }
  bool refuse(const std::string& problem) const {
    exchange::refuse(communicator_.owner(), problem);
    return false;
  }

 private:
  bool refuse_number(const char* what, int number) const {
    return refuse(fmt::format("a step has {} {}, the exchange has {} rounds and {} ranks", what,
                              number, round_count_, communicator_.size()));
  }

  const Communicator& communicator_;
  int round_count_;
};

// Each step is told by a function of the plug-in, as the rank whose step it is.
class PluginSteps final : public exchange::Steps {
 public:
  PluginSteps(const Communicator& communicator, int round_count, smpi_exchange_next describe,
              void* state)
      : told_(communicator, round_count), describe_(describe), state_(state), first_(tell()) {}

  bool has_any() const { return first_ != nullptr; }
  const exchange::Step* next() override {
    return std::exchange(is_first_, false) ? first_ : tell();
  }

 private:
  const exchange::Step* tell() {
    smpi_exchange_step told{};
    told.send_to = told.receive_from = exchange::Step::nobody;
    Strand* const other = std::exchange(running_strand, strand_);
    const bool is_there = describe_(state_, &told) != 0;
    running_strand = other;
    return is_there && told_.take(told, step_) ? &step_ : nullptr;
  }

  ToldSteps told_;
  smpi_exchange_next describe_;
  void* state_;
  Strand* strand_ = running_strand;
  exchange::Step step_;
  bool is_first_ = true;
  const exchange::Step* first_;
};

// The same steps in each turn. Those of odd turns have rounds of their own: a rank may be a turn
// ahead of another.
class TurnSteps final : public exchange::Steps {
 public:
  TurnSteps(const Communicator& communicator, int round_count, std::span<const double> flops,
            std::span<const smpi_exchange_step> all)
      : payloads_(communicator.simulation().payloads),
        flops_(flops),
        count_(all.size()),
        steps_(reinterpret_cast<exchange::Step*>(payloads_.acquire(size_bytes()))) {
    const ToldSteps told(communicator, round_count);
    for (std::size_t i = 0; i < 2 * count_; i++) {
      exchange::Step& step = *std::construct_at(&steps_[i]);
      if (!told.take(all[i % count_], step)) return;
      if (i >= count_) step.send_round = step.receive_round += round_count;
    }
    double most_flops = 0;
    for (const double turn_flops : flops) {
      if (is_amount(turn_flops))
        most_flops = std::max(most_flops, turn_flops);
      else
        told.can_compute(turn_flops);
    }
    told.can_compute(most_flops);
  }
  TurnSteps(const TurnSteps&) = delete;
  TurnSteps& operator=(const TurnSteps&) = delete;
  ~TurnSteps() { payloads_.release(reinterpret_cast<std::byte*>(steps_), size_bytes()); }

  const exchange::Step* next() override {
    if (left_in_turn_ == 0) {
      if (turn_ == flops_.size()) return nullptr;
      next_ = turn_ % 2 * count_;
      steps_[next_].flops = flops_[turn_++];
      left_in_turn_ = count_;
    }
    left_in_turn_--;
    return &steps_[next_++];
  }

 private:
  std::size_t size_bytes() const { return 2 * count_ * sizeof(exchange::Step); }

  p2p::PayloadPool& payloads_;
  std::span<const double> flops_;  // by turn
  std::size_t count_;
  exchange::Step* steps_;  // of even turns, then of odd ones
  std::size_t turn_ = 0;   // the next one
  std::size_t next_ = 0;
  std::size_t left_in_turn_ = 0;
};

// The communicator of a call that is collapsed; nullptr: it is not.
Communicator* taking_communicator(const char* call, MPI_Comm comm) {
  if (!in_rank() || !takes_calls(current_rank().simulation)) return nullptr;
  Communicator* communicator = find_communicator(comm);
  if (communicator == nullptr || communicator->is_inter()) {
    end_with_error(MPI_ERR_COMM, call, "needs an intracommunicator");
  }
  return communicator;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#pragma GCC visibility push(default)
extern "C" {

int smpi_exchange_can_compute() {
  return in_rank() && takes_calls(current_rank().simulation) &&
                 exchange::can_compute(current_rank().simulation)
             ? 1
             : 0;
}

int smpi_exchange_can_be_long() {
  return in_rank() && takes_calls(current_rank().simulation) &&
                 exchange::can_be_long(current_rank().simulation)
             ? 1
             : 0;
}

double smpi_take_flops() {
  return std::exchange(calling_rank().owed_flops, 0.0);
}

int smpi_exchange(MPI_Comm comm, int round_count, smpi_exchange_next next, void* state) {
  Communicator* const communicator = taking_communicator("smpi_exchange", comm);
  if (communicator == nullptr) return 0;
  PluginSteps steps(*communicator, round_count, next, state);
  // A rank without any message makes no call: what it owes is not due.
  std::optional<Call> call;
  if (steps.has_any()) call.emplace("smpi_exchange", __builtin_return_address(0));
  exchange::run(*communicator, round_count, steps);
  return 1;
}

int smpi_exchange_turns(MPI_Comm comm, int round_count, const smpi_exchange_step* steps,
                        int step_count, int turn_count, const double* flops) {
  Communicator* const communicator = taking_communicator("smpi_exchange_turns", comm);
  if (communicator == nullptr) return 0;
  if (step_count < 0 || turn_count < 0) {
    end_with_error(MPI_ERR_COUNT, "smpi_exchange_turns", "needs counts that are not negative");
  }
  // Who only computes does that in steps without messages.
  smpi_exchange_step idle{};
  idle.send_to = idle.receive_from = exchange::Step::nobody;
  if (step_count == 0) steps = &idle;
  const double later_flops = smpi_take_flops();
  std::optional<Call> call;
  if (step_count > 0 && turn_count > 0) {
    call.emplace("smpi_exchange_turns", __builtin_return_address(0));
  }
  TurnSteps all(*communicator, round_count, {flops, static_cast<std::size_t>(turn_count)},
                {steps, static_cast<std::size_t>(std::max(step_count, 1))});
  exchange::run(*communicator, 2 * round_count, all);
  calling_rank().owed_flops += later_flops;
  return 1;
}

}  // extern "C"
#pragma GCC visibility pop
