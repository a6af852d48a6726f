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
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::coll {

struct RoundStep {
  static constexpr int nobody = exchange::Step::nobody;
  int to = nobody;  // members of the operation
  int from = nobody;
  // Both sides of a message say the same; a member gets at most one in each round.
  int send_round = 0;
  int receive_round = 0;
  bool is_begun = false;  // sends only, and that costs what a nonblocking send does
  Block out{};            // without a type: no data
  Block in{};
  int ahead_round = nobody;  // exchange::Step::Ahead
  Block ahead{};             // one run of bytes
};

// Where smpi/collapse is on.
bool collapses_if_asked(const Operation& operation, int round_count);
// May the calls of this operation be one exchange? The same answer for all its members.
inline bool collapses(const Operation& operation, int round_count) {
  const Collapse collapse = operation.communicator().simulation().tuning.collapse;
  return collapse != Collapse::none && collapses_if_asked(operation, round_count);
}
// Do senders of such messages go on at once?
bool is_detached(const Operation& operation, MPI_Count size_bytes);
// Sends and receives. In its callers, as each frame above a switch of contexts is a return that
// processors predict wrong.
inline void do_step(const Operation& operation, const RoundStep& step) {
  const auto with_type = [](const Block& block) {
    return block.type != nullptr ? block : Block{nullptr, 0, &predefined_type(MPI_BYTE)};
  };
  if (step.is_begun) return operation.send_begun(with_type(step.out), step.to);
  if (step.from == RoundStep::nobody) return operation.send(with_type(step.out), step.to);
  if (step.to == RoundStep::nobody) return operation.receive(with_type(step.in), step.from);
  operation.exchange(with_type(step.out), step.to, with_type(step.in), step.from);
}

// A step for the exchange: data that is not one run of bytes goes through copies.
class StepData {
 public:
  void describe(const RoundStep& told, exchange::Step& step) {
    step.send_to = told.to;
    step.receive_from = told.from;
    step.send_round = told.send_round;
    step.receive_round = told.receive_round;
    step.kind = told.is_begun ? exchange::Step::Kind::begun_send : exchange::Step::Kind::one_call;
    step.outgoing_bytes = step.content_bytes = step.incoming_bytes = 0;
    step.ahead.round = told.ahead_round;
    if (told.ahead_round != RoundStep::nobody) {
      step.ahead.incoming = run_of(told.ahead);
      step.ahead.incoming_bytes = told.ahead.size_bytes();
    }
    if (told.to != RoundStep::nobody && told.out.type != nullptr) describe_out(told.out, step);
    if (told.from != RoundStep::nobody && told.in.type != nullptr) describe_in(told.in, step);
  }
  // Of the step described last.
  void take_received() {
    if (in_.type != nullptr) [[unlikely]]
      unpack_received();
  }

 private:
  // Where the bytes of a block are, if they are one run.
  static std::byte* run_of(const Block& block) {
    if (!block.type->is_dense()) [[unlikely]]
      return nullptr;
    return static_cast<std::byte*>(block.address) + block.type->true_lb();
  }
  void describe_out(const Block& out, exchange::Step& step) {
    step.outgoing_bytes = step.content_bytes = out.size_bytes();
    step.outgoing = run_of(out);
    if (step.outgoing == nullptr && step.content_bytes > 0) [[unlikely]]
      pack_outgoing(out, step);
  }
  void describe_in(const Block& in, exchange::Step& step) {
    step.incoming_bytes = in.size_bytes();
    step.incoming = run_of(in);
    if (step.incoming == nullptr && step.incoming_bytes > 0) [[unlikely]]
      make_room(in, step);
  }
  void pack_outgoing(const Block& out, exchange::Step& step);
  void make_room(const Block& in, exchange::Step& step);
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
  exchange::Step step_;
};

// REQUIRES: collapses(); next() runs no function of the program, which would need the rank's stack.
template <class Algorithm>
void do_as_exchange(const Operation& operation, int round_count, Algorithm& algorithm) {
  CollapsedSteps<Algorithm> steps(algorithm);
  exchange::run(operation.communicator(), round_count, steps);
}

// All members call it. Steps have rounds 0 .. round_count - 1. `is_ours`: next() runs no function
// of the program.
template <class Algorithm>
void do_steps(const Operation& operation, int round_count, Algorithm& algorithm,
              bool is_ours = true) {
  if (is_ours && collapses(operation, round_count)) [[unlikely]]
    return do_as_exchange(operation, round_count, algorithm);
  for (RoundStep step; algorithm.next(step); step = {}) do_step(operation, step);
}

}  // namespace smpi::coll
