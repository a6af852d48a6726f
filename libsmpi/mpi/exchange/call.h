// SPDX-License-Identifier: BSD-3-Clause
//
// One call of a collapsed exchange (exchange.h) in progress: where each rank stands, and the
// messages on their way. What a step does is what protocol.h does for its calls, in the same order.
//
//   members_  [ rank: step, phase ]            slots_  [ rank 0: round 0, 1, ... | rank 1: ... ]
//
// A message is its slot: the place of its receiver in its round. A slot is empty again when its
// message was received, so a call that has ended can be used for the next one as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/mpi/exchange/exchange.h"
#include "libsmpi/mpi/exchange/message.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/wire.h"

namespace smpi::exchange {

class Call {
 public:
  Call(Simulation& simulation, std::span<Rank* const> ranks);
  // REQUIRES: nobody is in it.
  void begin(int round_count);

  // A rank enters; true when it has no step left, false when it must wait in steps.
  bool enter(int rank, Strand& strand, Steps& steps);
  // A StepHandler for the rank, whose owner is step_owner(rank).
  static bool go_on(void* member);
  void* step_owner(int rank) { return &members_[static_cast<std::size_t>(rank)]; }
  // A rank has left; true when it was the last, and no message is on its way.
  bool leave(int rank);

 private:
  enum class Phase : std::uint8_t {
    between,    // steps
    computing,  // what comes before the step
    paying,     // for the send, before it is posted
    sending,    // waits until its buffer is its own again
    receiving,  // waits for its message
    handling,   // pays for having received it
  };
  struct Member {
    Call* call = nullptr;
    Steps* steps = nullptr;
    Strand* strand = nullptr;
    int rank = 0;
    Phase phase = Phase::between;
    bool is_computing = false;
    bool is_posted = false;   // the receive of its step
    bool is_waiting = false;  // for sending or receiving; else it is about to look
    bool is_sent = false;
    bool is_received = false;
    bool is_received_early = false;  // the sender had not to wait: the receiver pays (MODELS 7.3)
    MPI_Count received_bytes = 0;
    double waiting_since_s = 0;
    double received_s = 0;
    const Step* step = nullptr;
    Step::Ahead ahead;  // posted last
  };
  struct Slot {
    Payload payload;
    MPI_Count size_bytes = 0;
    int sender = 0;
    int receiver = 0;
    bool is_posted = false;  // its receiver waits for it
    bool is_ahead = false;   // or will: it has not come to that step
    bool is_sent = false;
    bool is_detached = false;
    bool is_started = false;
    bool has_arrived = false;
    bool is_matched = false;
  };

  Rank& rank_of(int rank) const { return *ranks_[static_cast<std::size_t>(rank)]; }
  Slot& slot_of(int rank, int round) {
    return slots_[static_cast<std::size_t>(rank * round_count_ + round)];
  }
  bool advance(Member& member);
  static void computed(void* member, std::uint32_t);
  double send_overhead_s(const Member& member);
  double receive_overhead_s(const Member& member);
  bool begin_step(Member& member);
  void post(Member& member);
  Slot* post_receive(Member& member);
  Slot* post_ahead(Member& member);
  Slot* post_send(Member& member);
  void keep_data(const Member& member);
  void deliver(Slot& slot, const Member& receiver);
  Shipment shipment_of(const Slot& slot);
  void start_flow(Slot& slot);
  bool start_both(Slot& there, Slot& back);
  static void flow_ended(void* call, std::uint32_t slot);
  void complete_receive(Member& receiver, Slot& slot);
  void look_again(Member& member);

  Simulation& simulation_;
  std::span<Rank* const> ranks_;
  models::PairedFlows* pairs_;  // nullptr: the network has none
  int round_count_ = 0;
  std::vector<Member> members_;  // by rank
  std::vector<Slot> slots_;      // by receiver and round
  std::size_t left_count_ = 0;
  std::size_t flow_count_ = 0;  // on their way
};

}  // namespace smpi::exchange
