// SPDX-License-Identifier: BSD-3-Clause
//
// One call of a collapsed exchange (exchange.h) whose messages are never in the network
// (smpi/collapse:fast). A rank's step ends when its own message and that for it have arrived, so
// all times follow from those of entering: a recursion. A rank that enters settles all steps that
// nothing but it was missing for, of itself and of others, whatever their time; a rank whose last
// step is settled sleeps until then. So a call has one event per rank.
//
//   enter -> begin_step -> (both ends of a message have come to it) set_arrival -> end_step -> ...
//
// Most steps are exchanges of two ranks. Of those the first waits for its partner without a slot,
// and the second settles both (settle_pair). Whoever does not fit makes the first one send and
// receive by slots after all (post).
//
// Formulas look at links when they are asked, so a rank that computes between its steps is settled
// about one turn ahead: a step that begins after the horizon waits for an event there, and all of
// them share that event.
//
// What a step does to times is what call.cpp does in time. It differs in this: other flows do not
// see these messages, and what these messages see of others is as models/network/flow_forecasts.h
// has it. Two messages that two ranks exchange share their links even if one starts later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/mpi/exchange/exchange.h"
#include "libsmpi/mpi/exchange/message.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "models/network/flow_forecasts.h"

namespace smpi::exchange {

class ForecastCall {
 public:
  ForecastCall(Simulation& simulation, std::span<Rank* const> ranks);
  // REQUIRES: nobody is in it.
  void begin(int round_count);

  // A rank enters, on its stack; true when it has no step left, false when it must wait.
  bool enter(int rank, Strand& strand, Steps& steps);
  void wait(int rank);
  // A rank has left; true when it was the last.
  bool leave(int rank);

 private:
  enum class Phase : std::uint8_t {
    between,   // steps
    beyond,    // the horizon: its step has not begun
    in_step,   // whose end is not known yet
    finished,  // it sleeps until the end of its last step
    over,      // it may go on
  };
  struct Member {
    Steps* steps = nullptr;
    Strand* strand = nullptr;
    int rank = 0;
    Phase phase = Phase::between;
    bool is_listed = false;
    bool waits_for_partner = false;  // and has posted nothing
    bool is_sent = false;            // when its buffer is its own again is known
    bool is_received = false;
    bool is_received_early = false;  // the sender had not to wait: the receiver pays (MODELS 7.3)
    double time_s = 0;               // when it came to its step
    double turn_s = 0;               // when it came to the last step before which it computed
    double posted_s = 0;             // its send
    double receive_posted_s = 0;
    double sent_s = 0;
    double received_s = 0;
    MPI_Count received_bytes = 0;
    const Step* step = nullptr;
    Step::Ahead ahead;  // posted last
    // What it has sent, not yet counted.
    std::uint64_t message_count = 0;
    double sent_bytes = 0;
  };
  // A message, at the place of its receiver in its round; empty again when it was received.
  struct Slot {
    Payload payload;
    MPI_Count size_bytes = 0;
    double sent_s = 0;
    double posted_s = 0;  // by its receiver
    double arrival_s = 0;
    int sender = 0;
    int receiver = 0;
    bool is_posted = false;
    bool is_ahead = false;  // its receiver has not come to that step
    bool is_sent = false;
    bool is_detached = false;
    bool has_arrival = false;
  };

  Rank& rank_of(int rank) const { return *ranks_[static_cast<std::size_t>(rank)]; }
  Member& member_of(int rank) { return members_[static_cast<std::size_t>(rank)]; }
  Slot& slot_of(int rank, int round) {
    return slots_[static_cast<std::size_t>(rank * round_count_ + round)];
  }
  void advance(Member& member);
  void advance_listed();
  bool next_step(Member& member);
  void stop_at_horizon(Member& member);
  static void look_on(void* call, std::uint32_t);
  void begin_step(Member& member);
  bool meet_partner(Member& member);
  bool settle_pair(Member& member, Member& partner);
  void hand_over(Member& sender, Member& receiver, const models::FlowForecasts::Flow& flow);
  void free_partner_of(int rank, int other);
  void post(Member& member);
  bool end_step(Member& member);
  Slot* post_receive(Member& member);
  Slot* post_ahead(Member& member);
  void deliver(Slot& slot, const Member& receiver);
  Slot* post_send(Member& member);
  models::FlowForecasts::PlanId& plan_of(const Slot& slot) {
    return plans_[static_cast<std::size_t>(&slot - slots_.data())];
  }
  models::FlowForecasts::Flow flow_of(const Slot& slot) const;
  void forecast(Slot& slot);
  bool forecast_both(Slot& there, Slot& back);
  void set_arrival(Slot& slot, double arrival_s);
  void receive(Slot& slot);
  void look_again(Member& member);
  void finish(Member& member);
  static void end(void* call, std::uint32_t rank);

  Simulation& simulation_;
  std::span<Rank* const> ranks_;
  models::FlowForecasts& forecasts_;
  int round_count_ = 0;
  std::vector<Member> members_;  // by rank
  std::vector<Slot> slots_;      // by receiver and round
  // The same: of the message that was there last, and of the one back.
  std::vector<models::FlowForecasts::PlanId> plans_;
  bool has_early_flows_;               // they do not wait for the receive
  std::vector<std::uint32_t> listed_;  // ranks whose steps may end
  std::vector<std::uint32_t> beyond_;  // ranks whose steps are beyond the horizon
  bool is_looking_on_ = false;         // an event waits there
  double horizon_s_ = 0;
  double turn_length_s_ = 0;
  const Member* entering_ = nullptr;
  std::size_t left_count_ = 0;
};

}  // namespace smpi::exchange
