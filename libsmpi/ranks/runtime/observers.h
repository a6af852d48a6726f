// SPDX-License-Identifier: BSD-3-Clause
//
// What happens in a run, for those who record it: traces, timelines, statistics.
//
// All of it passes by at two places. The door of each MPI call (api/call.h) tells when a rank
// enters and leaves one, with the arguments that matter. The wire (runtime/wire.h) tells when a
// flow starts and ends; p2p adds when a message was sent and when it met its receive. Without
// observers each place pays one comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "include/mpi.h"
#include "models/platform/ids.h"

namespace smpi {

class Communicator;
struct CallRecord;
struct Rank;
struct Request;
namespace p2p {
struct Message;
}

// The arguments of a call that matter, as far as it has them. Filled by the part of the library
// that does the work, after it found them right.
struct CallDetails {
  double begin_s = 0;  // simulated time at which the call began
  const Communicator* communicator = nullptr;
  int peer = MPI_PROC_NULL;  // of a send, or the target of a one-sided operation
  int tag = MPI_ANY_TAG;
  MPI_Count sent_bytes = -1;  // of this rank; -1: the call sends nothing
  int receive_peer = MPI_PROC_NULL;
  int receive_tag = MPI_ANY_TAG;
  MPI_Count received_bytes = -1;  // at most; -1: the call receives nothing
  int root = -1;                  // of a collective
};

// A flow between two ranks, or between a rank and a server of files.
struct Transfer {
  enum class Kind : std::uint8_t { message, one_sided, lock, file } kind = Kind::message;
  const Rank* sender = nullptr;    // nullptr: the server
  const Rank* receiver = nullptr;  // nullptr: the server
  models::HostId source = 0;
  models::HostId destination = 0;
  MPI_Count size_bytes = 0;
  const p2p::Message* message = nullptr;  // of kind message
  std::uint64_t number = 0;               // of the observed transfers, from 1 on
};

class Observer {
 public:
  virtual ~Observer() = default;
  // The running rank enters a function that the program called, and leaves it.
  virtual void enter_call(const Rank&, const CallRecord&) {}
  virtual void leave_call(const Rank&, const CallRecord&, const CallDetails&) {}
  // The program learns that a request is complete, in the call that it is in.
  virtual void finish_request(const Request&) {}
  // A send was posted; later, in any order: its flow starts, and it meets its receive.
  virtual void send_message(const p2p::Message&) {}
  virtual void match_message(const p2p::Message&, const Request&) {}
  // What crosses the wire, at the simulated time of the call. A rank that sends to itself starts
  // and ends a transfer in the same instant.
  virtual void start_flow(const Transfer&) {}
  virtual void end_flow(const Transfer&) {}
  // A receive was posted; it may meet its message at once.
  virtual void post_receive(const Request&) {}
};

// Those of a run, in the order in which they were added (Simulation::add_observer).
class Observers {
 public:
  bool any() const { return !all_.empty(); }

  template <class Tell>
  void tell(Tell&& tell_one) const {
    for (Observer* observer : all_) tell_one(*observer);
  }

  std::uint64_t next_transfer() { return ++transfer_count_; }

 private:
  friend class Simulation;
  void add(Observer& observer) { all_.push_back(&observer); }

  std::vector<Observer*> all_;
  std::uint64_t transfer_count_ = 0;
};

}  // namespace smpi
