// SPDX-License-Identifier: BSD-3-Clause
//
// Algorithms that are told as steps: each is what its rank sends and receives at once, and next()
// combines what the last step received before it tells the next one. do_steps() sends the messages,
// or, with smpi/collapse, simulates the whole call as one exchange (mpi/exchange/exchange.h), which
// takes the same time for less work.
//
//   struct SomeAlgorithm { bool next(RoundStep& step); };
#pragma once

#include <vector>

#include "libsmpi/mpi/coll/operation.h"
#include "libsmpi/mpi/exchange/exchange.h"

namespace smpi::coll {

struct RoundStep {
  static constexpr int nobody = exchange::Step::nobody;
  int to = nobody;  // members of the operation
  int from = nobody;
  // Both sides of a message say the same; a member gets at most one in each round.
  int send_round = 0;
  int receive_round = 0;
  Block out{};  // without a type: no data
  Block in{};
};

// May the calls of this operation be one exchange? The same answer for all its members.
bool collapses(const Operation& operation, int round_count);
// Sends and receives.
void do_step(const Operation& operation, const RoundStep& step);

// A step for the exchange: data that is not one run of bytes goes through copies.
class StepData {
 public:
  void describe(const RoundStep& told, exchange::Step& step) {
    step.send_to = told.to;
    step.receive_from = told.from;
    step.send_round = told.send_round;
    step.receive_round = told.receive_round;
    step.outgoing_bytes = step.content_bytes = step.incoming_bytes = 0;
    if (told.to != RoundStep::nobody && told.out.type != nullptr) describe_out(told.out, step);
    if (told.from != RoundStep::nobody && told.in.type != nullptr) describe_in(told.in, step);
  }
  // Of the step described last.
  void take_received() {
    if (in_.type != nullptr) [[unlikely]]
      unpack_received();
  }

 private:
  void describe_out(const Block& out, exchange::Step& step);
  void describe_in(const Block& in, exchange::Step& step);
  void unpack_received();

  std::vector<std::byte> packed_out_;
  std::vector<std::byte> packed_in_;
  Block in_{};  // to unpack; without a type: nothing
};

template <class Algorithm>
class CollapsedSteps final : public exchange::Steps {
 public:
  explicit CollapsedSteps(Algorithm& algorithm) : algorithm_(algorithm) {}
  const exchange::Step* next() override {
    data_.take_received();
    RoundStep told;
    if (!algorithm_.next(told)) return nullptr;
    data_.describe(told, step_);
    return &step_;
  }

 private:
  Algorithm& algorithm_;
  StepData data_;
  exchange::Step step_{.kind = exchange::Step::Kind::one_call};
};

// All members call it. Steps have rounds 0 .. round_count - 1. `is_ours`: next() runs no function
// of the program, which would need the rank's stack.
template <class Algorithm>
void do_steps(const Operation& operation, int round_count, Algorithm& algorithm,
              bool is_ours = true) {
  if (is_ours && collapses(operation, round_count)) [[unlikely]] {
    CollapsedSteps<Algorithm> steps(algorithm);
    return exchange::run(operation.communicator(), round_count, steps);
  }
  for (RoundStep step; algorithm.next(step); step = {}) do_step(operation, step);
}

}  // namespace smpi::coll
