// SPDX-License-Identifier: BSD-3-Clause
//
// When calls collapse, and their data.
#include "libsmpi/mpi/coll/steps.h"

#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/p2p/message_watcher.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::coll {
namespace {

// An exchange keeps a place for each member and round.
constexpr int places_max = 1 << 17;

Block with_type(const Block& block) {
  return block.type != nullptr ? block : Block{nullptr, 0, &predefined_type(MPI_BYTE)};
}

// Where the bytes of a block are, if they are one run.
std::byte* run_of(const Block& block) {
  if (!block.type->is_dense()) return nullptr;
  return static_cast<std::byte*>(block.address) + block.type->true_lb();
}

}  // namespace

bool collapses(const Operation& operation, int round_count) {
  const Communicator& communicator = operation.communicator();
  const Simulation& simulation = communicator.simulation();
  if (simulation.tuning.collapse == Collapse::none) [[likely]]
    return false;
  return exchange::is_possible(simulation) && operation.channel() == Channel::collective &&
         !operation.is_subset() && !communicator.is_inter() && !simulation.folds_memory &&
         datatype::data_moves && p2p::message_watcher == nullptr &&
         operation.size() <= places_max / round_count;
}

void do_step(const Operation& operation, const RoundStep& step) {
  if (step.from == RoundStep::nobody) return operation.send(with_type(step.out), step.to);
  if (step.to == RoundStep::nobody) return operation.receive(with_type(step.in), step.from);
  operation.exchange(with_type(step.out), step.to, with_type(step.in), step.from);
}

void StepData::describe(const RoundStep& told, exchange::Step& step) {
  step.kind = exchange::Step::Kind::one_call;
  step.send_to = told.to;
  step.receive_from = told.from;
  step.send_round = told.send_round;
  step.receive_round = told.receive_round;
  if (told.to != RoundStep::nobody && told.out.type != nullptr) {
    step.outgoing_bytes = step.content_bytes = told.out.size_bytes();
    step.outgoing = run_of(told.out);
    if (step.outgoing == nullptr && step.content_bytes > 0) {
      packed_out_.resize(static_cast<std::size_t>(step.content_bytes));
      pack(told.out.address, told.out.count, *told.out.type, packed_out_.data());
      step.outgoing = packed_out_.data();
    }
  }
  if (told.from == RoundStep::nobody || told.in.type == nullptr) return;
  step.incoming_bytes = told.in.size_bytes();
  step.incoming = run_of(told.in);
  if (step.incoming != nullptr || step.incoming_bytes == 0) return;
  packed_in_.resize(static_cast<std::size_t>(step.incoming_bytes));
  step.incoming = packed_in_.data();
  in_ = told.in;
}

void StepData::take_received() {
  if (in_.type == nullptr) return;
  unpack(packed_in_.data(), in_.address, in_.count, *in_.type);
  in_ = {};
}

}  // namespace smpi::coll
