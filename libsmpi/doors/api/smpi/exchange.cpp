// SPDX-License-Identifier: BSD-3-Clause
//
// Collapsed exchanges of plug-ins of overlays (include/smpi/overlay.h).
#include "libsmpi/mpi/exchange/exchange.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "include/smpi/overlay.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/caller.h"
#include "libsmpi/doors/api/check.h"

namespace smpi::api {
namespace {

bool takes_calls(const Simulation& simulation) {
  return exchange::is_possible(simulation) && !simulation.tuning.simulate_computation &&
         !simulation.are_calls_seen;
}

// The steps that a function of a plug-in tells, as the rank whose they are.
class PluginSteps final : public exchange::Steps {
 public:
  PluginSteps(const Communicator& communicator, int round_count, smpi_exchange_next describe,
              void* state)
      : communicator_(communicator), round_count_(round_count), describe_(describe), state_(state) {
    has_first_ = tell(first_);
  }

  bool has_any() const { return has_first_; }
  bool next(exchange::Step& step) override {
    if (!std::exchange(is_first_, false)) return tell(step);
    step = first_;
    return has_first_;
  }

 private:
  bool tell(exchange::Step& step) {
    constexpr int nobody = exchange::Step::nobody;
    smpi_exchange_step told{};
    told.send_to = told.receive_from = nobody;
    Strand* const other = std::exchange(running_strand, strand_);
    const bool is_there = describe_(state_, &told) != 0;
    running_strand = other;
    if (!is_there) return false;
    if (told.round < 0 || told.round >= round_count_) return refuse_number("round", told.round);
    for (const int rank : {told.send_to, told.receive_from}) {
      if (rank < nobody || rank >= communicator_.size()) return refuse_number("rank", rank);
    }
    if (!(told.flops >= 0) || std::isinf(told.flops)) {
      return refuse(fmt::format("a step computes {} flops", told.flops));
    }
    if (told.flops > 0 && !exchange::can_compute(communicator_.simulation())) {
      return refuse("a step computes, but smpi_exchange_can_compute() is 0");
    }
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
  bool refuse_number(const char* what, int number) const {
    return refuse(fmt::format("a step has {} {}, the exchange has {} rounds and {} ranks", what,
                              number, round_count_, communicator_.size()));
  }
  bool refuse(const std::string& problem) const {
    exchange::refuse(communicator_.owner(), problem);
    return false;
  }

  const Communicator& communicator_;
  int round_count_;
  smpi_exchange_next describe_;
  void* state_;
  Strand* strand_ = running_strand;
  bool is_first_ = true;
  bool has_first_;
  exchange::Step first_;
};

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

double smpi_take_flops() {
  return std::exchange(calling_rank().owed_flops, 0.0);
}

int smpi_exchange(MPI_Comm comm, int round_count, smpi_exchange_next next, void* state) {
  if (!in_rank()) return 0;
  if (!takes_calls(current_rank().simulation)) return 0;
  Communicator* communicator = find_communicator(comm);
  if (communicator == nullptr || communicator->is_inter()) {
    end_with_error(MPI_ERR_COMM, "smpi_exchange", "needs an intracommunicator");
  }
  PluginSteps steps(*communicator, round_count, next, state);
  // A rank without any message makes no call: what it owes is not due.
  std::optional<Call> call;
  if (steps.has_any()) call.emplace("smpi_exchange", __builtin_return_address(0));
  exchange::run(*communicator, round_count, steps);
  return 1;
}

}  // extern "C"
#pragma GCC visibility pop
