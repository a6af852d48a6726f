// SPDX-License-Identifier: BSD-3-Clause
//
// The messages of collectives. A small message is sent without a request: it completes at once.
#include "libsmpi/coll/operation.h"

#include <algorithm>

#include "libsmpi/datatype/pack.h"
#include "libsmpi/p2p/message_watcher.h"
#include "libsmpi/p2p/payload_pool.h"
#include "libsmpi/requests/completion.h"
#include "libsmpi/runtime/simulation.h"

namespace smpi::coll {
namespace {

// Signals carry no data but need a type.
Block no_data() {
  return {nullptr, 0, &predefined_type(MPI_BYTE)};
}

}  // namespace

Operation Operation::subset(std::span<const int> members, int own) const {
  SIM_ASSERT(members_ == nullptr, "a subset of a subset");
  Operation part = *this;
  part.members_ = members.data();
  part.size_ = static_cast<int>(members.size());
  part.rank_ = own;
  return part;
}

Operation Operation::on(Communicator& communicator) const {
  Operation other = *this;
  other.communicator_ = &communicator;
  other.rank_ = communicator.rank();
  other.size_ = communicator.size();
  other.members_ = nullptr;
  return other;
}

p2p::SendSpec Operation::send_spec(const Block& block, int to) const {
  return {.buffer = block.address,
          .count = block.count,
          .type = block.type,
          .destination = real_rank(to),
          .tag = tag_,
          .communicator = communicator_,
          .channel = channel_};
}

p2p::ReceiveSpec Operation::receive_spec(const Block& block, int from) const {
  return {.buffer = block.address,
          .count = block.count,
          .type = block.type,
          .source = real_rank(from),
          .tag = tag_,
          .communicator = communicator_,
          .channel = channel_};
}

void Operation::send(const Block& block, int to) const {
  note_error(p2p::watched::send(send_spec(block, to)));
}

void Operation::send_begun(const Block& block, int to) const {
  p2p::SendSpec spec = send_spec(block, to);
  spec.is_begun = true;
  note_error(p2p::watched::send(spec));
}

void Operation::receive(const Block& block, int from) const {
  note_error(p2p::watched::receive(receive_spec(block, from)).error);
}

void Operation::exchange(const Block& out, int to, const Block& in, int from) const {
  const auto [received, send_error] =
      p2p::watched::exchange(send_spec(out, to), receive_spec(in, from));
  note_error(received.error);
  note_error(send_error);
}

void Operation::send_signal(int to) const {
  send(no_data(), to);
}
void Operation::send_signal_begun(int to) const {
  send_begun(no_data(), to);
}
void Operation::receive_signal(int from) const {
  receive(no_data(), from);
}
void Operation::exchange_signals(int to, int from) const {
  exchange(no_data(), to, no_data(), from);
}
Request* Operation::start_receive_signal(int from) const {
  return start_receive(no_data(), from);
}

Request* Operation::start_send(const Block& block, int to) const {
  return p2p::watched::start_send(send_spec(block, to));
}

Request* Operation::start_receive(const Block& block, int from) const {
  return p2p::watched::start_receive(receive_spec(block, from));
}

void Operation::wait(Request* request) const {
  wait_for(*request);
  p2p::watched::end(request);
  note_error(finish_own(*request));
}

void Operation::wait_all(std::span<Request* const> requests) const {
  wait_for_all(requests);
  for (Request* request : requests) {
    if (request == nullptr) continue;
    p2p::watched::end(request);
    note_error(finish_own(*request));
  }
}

Scratch::Scratch(const Operation& operation, MPI_Count count, Datatype* type)
    : simulation_(operation.communicator().simulation()) {
  if (count == 0) return;
  // Element 0 occupies [true_lb, true_lb + true_extent); the others follow at multiples of the
  // extent, towards lower addresses if it is negative.
  const MPI_Count span_bytes = (count - 1) * type->extent();
  const MPI_Count low = type->true_lb() + std::min<MPI_Count>(span_bytes, 0);
  const MPI_Count spread = span_bytes < 0 ? -span_bytes : span_bytes;
  acquire(static_cast<std::size_t>(spread + type->true_extent()));
  origin_ = memory_ - low;
}

Scratch::Scratch(const Operation& operation, MPI_Count size_bytes)
    : simulation_(operation.communicator().simulation()) {
  acquire(static_cast<std::size_t>(size_bytes));
  origin_ = memory_;
}

void Scratch::acquire(std::size_t size_bytes) {
  size_bytes_ = size_bytes;
  memory_ = simulation_.payloads.acquire(size_bytes);
}

Scratch::~Scratch() {
  if (memory_ != nullptr) simulation_.payloads.release(memory_, size_bytes_);
}

void copy(const Block& from, const Block& to) {
  const MPI_Count size_bytes = std::min(from.size_bytes(), to.size_bytes());
  // The same memory, as in place. Equal addresses alone do not say so: MPI_BOTTOM is the address of
  // everything that types with absolute displacements describe.
  const bool is_same = from.address == to.address && from.type == to.type;
  if (size_bytes == 0 || is_same) return;
  smpi::copy({from.address, from.count, from.type}, {to.address, to.count, to.type});
}

}  // namespace smpi::coll
