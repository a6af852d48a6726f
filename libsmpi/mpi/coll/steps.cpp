// SPDX-License-Identifier: BSD-3-Clause
//
// When calls collapse, and their data.
#include "libsmpi/mpi/coll/steps.h"

#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/p2p/message_watcher.h"

namespace smpi::coll {
namespace {

// An exchange keeps a place for each member and round.
constexpr int places_max = 1 << 17;

}  // namespace

bool collapses_if_asked(const Operation& operation, int round_count) {
  const Communicator& communicator = operation.communicator();
  const Simulation& simulation = communicator.simulation();
  return exchange::is_possible(simulation) && operation.channel() == Channel::collective &&
         !operation.is_subset() && !communicator.is_inter() && !simulation.folds_memory &&
         datatype::data_moves && p2p::message_watcher == nullptr &&
         operation.size() <= places_max / round_count;
}

bool is_detached(const Operation& operation, MPI_Count size_bytes) {
  const Simulation& simulation = operation.communicator().simulation();
  return static_cast<double>(size_bytes) < simulation.tuning.detached_bytes;
}

void StepData::pack_outgoing(const Block& out, exchange::Step& step) {
  packed_out_.resize(static_cast<std::size_t>(step.content_bytes));
  pack(out.address, out.count, *out.type, packed_out_.data());
  step.outgoing = packed_out_.data();
}

void StepData::make_room(const Block& in, exchange::Step& step) {
  packed_in_.resize(static_cast<std::size_t>(step.incoming_bytes));
  step.incoming = packed_in_.data();
  in_ = in;
}

void StepData::unpack_received() {
  unpack(packed_in_.data(), in_.address, in_.count, *in_.type);
  in_ = {};
}

}  // namespace smpi::coll
