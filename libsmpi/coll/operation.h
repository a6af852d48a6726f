// SPDX-License-Identifier: BSD-3-Clause
//
// A collective operation in progress on one rank: who takes part, and how its messages are kept
// apart from others. Algorithms are straight-line code on the sends and receives below.
//
// Members are numbered 0 .. size - 1. They are the ranks of the communicator, or a subset of them:
// node-aware and mesh algorithms run plain algorithms on subsets. All messages of one operation
// have the same tag; two members exchange theirs in the same order on both sides, so matching in
// order is enough to tell the phases of an algorithm apart.
//
// The first error of an operation (a truncated receive) is remembered and returned when it ends:
// an algorithm always runs to its end, or others would wait for ever.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "libsmpi/coll/data/blocks.h"
#include "libsmpi/comm/communicator.h"
#include "libsmpi/p2p/protocol.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

class Operation {
 public:
  Operation() = default;
  Operation(Communicator& communicator, Channel channel, int tag)
      : communicator_(&communicator),
        channel_(channel),
        tag_(tag),
        rank_(communicator.rank()),
        size_(communicator.size()) {}

  int rank() const { return rank_; }
  int size() const { return size_; }
  Communicator& communicator() const { return *communicator_; }
  Channel channel() const { return channel_; }
  // The rank in the communicator behind a member.
  int real_rank(int member) const { return members_ == nullptr ? member : members_[member]; }

  // The same operation among some of its members. `members` are numbers of this operation, among
  // them itself at position `own`, and must outlive the result.
  // REQUIRES: this is not a subset itself.
  Operation subset(std::span<const int> members, int own) const;
  bool is_subset() const { return members_ != nullptr; }
  // The same operation among other ranks of a communicator, such as this rank's side of an
  // intercommunicator.
  Operation on(Communicator& communicator) const;

  void send(const Block& block, int to) const;
  // Costs what a nonblocking send does, which is waited for at once.
  void send_begun(const Block& block, int to) const;
  void receive(const Block& block, int from) const;
  // Sends and receives at the same time.
  void exchange(const Block& out, int to, const Block& in, int from) const;
  // A message without data.
  void send_signal(int to) const;
  void send_signal_begun(int to) const;
  void receive_signal(int from) const;
  void exchange_signals(int to, int from) const;

  // The caller ends each with wait() or wait_all().
  Request* start_send(const Block& block, int to) const;
  Request* start_receive(const Block& block, int from) const;
  Request* start_receive_signal(int from) const;
  void wait(Request* request) const;
  // nullptr entries are passed over.
  void wait_all(std::span<Request* const> requests) const;

  // Numbers the operation among those of its channel.
  void set_tag(int tag) { tag_ = tag; }
  int tag() const { return tag_; }
  void set_channel(Channel channel) { channel_ = channel; }
  // What a selection table says about the algorithm it chose; else the algorithm's own choice.
  MPI_Count segment_bytes(MPI_Count own) const { return segment_bytes_.value_or(own); }
  int parameter(int own) const { return parameter_.value_or(own); }
  void set_choice(std::optional<MPI_Count> segment_bytes, std::optional<int> parameter) {
    segment_bytes_ = segment_bytes;
    parameter_ = parameter;
  }
  // Is this, or what it is part of, one of several trials (coll/choice/trials.h)?
  bool in_trial() const { return in_trial_; }
  void set_in_trial() { in_trial_ = true; }
  int error() const { return *error_; }
  // Where errors of this operation and its subsets are collected.
  void collect_errors_in(int& error) { error_ = &error; }
  void note_error(int error) const {
    if (__builtin_expect(error != MPI_SUCCESS, 0) && *error_ == MPI_SUCCESS) *error_ = error;
  }

 private:
  p2p::SendSpec send_spec(const Block& block, int to) const;
  p2p::ReceiveSpec receive_spec(const Block& block, int from) const;

  Communicator* communicator_ = nullptr;
  Channel channel_ = Channel::collective;
  int tag_ = 0;
  int rank_ = 0;
  int size_ = 0;
  bool in_trial_ = false;
  std::optional<MPI_Count> segment_bytes_;
  std::optional<int> parameter_;
  const int* members_ = nullptr;
  int* error_ = nullptr;
};

// Memory for `count` elements of a type during an operation, from the simulation's pool.
class Scratch {
 public:
  // Room for count elements laid out as in a user's buffer.
  Scratch(const Operation& operation, MPI_Count count, Datatype* type);
  // Room for plain bytes.
  Scratch(const Operation& operation, MPI_Count size_bytes);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // Where element 0 would be (before the memory, if the type's data starts beyond its origin).
  void* address() const { return origin_; }
  Block block(MPI_Count count, Datatype* type) const { return {origin_, count, type}; }

 private:
  void acquire(std::size_t size_bytes);

  Simulation& simulation_;
  std::byte* memory_ = nullptr;
  std::size_t size_bytes_ = 0;
  std::byte* origin_ = nullptr;
};

// An array of the length of a communicator, on the stack while it is short.
template <class Element, std::size_t small = 32>
class MemberArray {
 public:
  explicit MemberArray(int size) : size_(static_cast<std::size_t>(size)) {
    if (size_ > small) large_ = std::make_unique<Element[]>(size_);
    data_ = size_ > small ? large_.get() : small_;
  }
  MemberArray(const MemberArray&) = delete;
  MemberArray& operator=(const MemberArray&) = delete;
  Element& operator[](int i) { return data_[i]; }
  const Element& operator[](int i) const { return data_[i]; }
  Element* data() { return data_; }
  std::size_t size() const { return size_; }
  std::span<Element> all() { return {data_, size_}; }
  std::span<Element> first(int count) { return {data_, static_cast<std::size_t>(count)}; }

 private:
  Element small_[small]{};
  std::unique_ptr<Element[]> large_;
  Element* data_;
  std::size_t size_;
};

// Copies a block to another of the same rank; the shorter one counts.
void copy(const Block& from, const Block& to);

}  // namespace smpi::coll
