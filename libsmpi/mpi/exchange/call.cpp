// SPDX-License-Identifier: BSD-3-Clause
//
// The steps of a rank, and the messages of a call. Reading order: advance -> post_receive,
// post_send -> start_flow -> flow_ended -> look_again.
#include "libsmpi/mpi/exchange/call.h"

#include <algorithm>

#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/ranks/runtime/wire.h"
#include "models/host/cpu.h"

namespace smpi::exchange {

Call::Call(Simulation& simulation, std::span<Rank* const> ranks)
    : simulation_(simulation),
      ranks_(ranks),
      pairs_(models::paired_flows(simulation.network)),
      members_(ranks.size()) {
  for (std::size_t rank = 0; rank < members_.size(); rank++) {
    members_[rank].call = this;
    members_[rank].rank = static_cast<int>(rank);
  }
}

void Call::begin(int round_count) {
  round_count_ = round_count;
  left_count_ = 0;
  slots_.resize(members_.size() * static_cast<std::size_t>(round_count));
}

bool Call::enter(int rank, Strand& strand, Steps& steps) {
  Member& entering = members_[static_cast<std::size_t>(rank)];
  entering.strand = &strand;
  entering.steps = &steps;
  entering.phase = Phase::between;
  return advance(entering);
}

bool Call::go_on(void* argument) {
  auto& member = *static_cast<Member*>(argument);
  return member.call->advance(member);
}

bool Call::leave(int) {
  left_count_++;
  return left_count_ == members_.size() && flow_count_ == 0;
}

// As far as it comes in this instant; true when no step is left.
bool Call::advance(Member& member) {
  kernel::Engine& engine = simulation_.engine;
  member.is_waiting = false;
  for (;;) {
    switch (member.phase) {
      case Phase::between:
        member.step = member.steps->next();
        if (member.step == nullptr) return true;
        member.phase = Phase::computing;
        member.is_computing = member.step->flops > 0;
        if (member.is_computing) {
          simulation_.cpu.start(rank_of(member.rank).host, member.step->flops, computed, &member,
                                0);
        }
        [[fallthrough]];
      case Phase::computing:
        if (member.is_computing) return false;
        if (!begin_step(member)) return false;
        [[fallthrough]];
      case Phase::paying:
        post(member);
        member.waiting_since_s = engine.now_s();
        member.phase = Phase::sending;
        [[fallthrough]];
      case Phase::sending:
        member.is_waiting = !member.is_sent;
        if (member.is_waiting) return false;
        if (member.step->kind == Step::Kind::separate_calls)
          member.waiting_since_s = engine.now_s();
        member.phase = Phase::receiving;
        [[fallthrough]];
      case Phase::receiving:
        member.is_waiting = !member.is_received;
        if (member.is_waiting) return false;
        member.phase = Phase::handling;
        if (!engine.pass_time(*member.strand->actor, receive_overhead_s(member))) return false;
        [[fallthrough]];
      case Phase::handling:
        keep_data(member);
        member.phase = Phase::between;
    }
  }
}

void Call::computed(void* argument, std::uint32_t) {
  auto& member = *static_cast<Member*>(argument);
  member.is_computing = false;
  member.call->simulation_.engine.wake(*member.strand->actor);
}

// What comes before the send; false: it must be paid for first.
inline bool Call::begin_step(Member& member) {
  member.is_sent = member.step->send_to == Step::nobody;
  member.is_received = member.step->receive_from == Step::nobody;
  member.is_posted = false;
  member.phase = Phase::paying;
  const double overhead_s = send_overhead_s(member);
  if (!(overhead_s > 0)) return true;
  if (member.step->kind == Step::Kind::separate_calls) {
    Slot* const received = post_receive(member);
    if (received != nullptr) start_flow(*received);
  }
  return simulation_.engine.pass_time(*member.strand->actor, overhead_s);
}

// Two messages between the same ranks that start now are one to a network that can take them so.
inline void Call::post(Member& member) {
  Slot* const received = member.is_posted ? nullptr : post_receive(member);
  Slot* const sent = post_send(member);
  if (received != nullptr && sent != nullptr && start_both(*received, *sent)) return;
  if (received != nullptr) start_flow(*received);
  Slot* const ahead = post_ahead(member);
  if (ahead != nullptr) start_flow(*ahead);
  if (sent != nullptr) start_flow(*sent);
}

double Call::send_overhead_s(const Member& member) {
  const Step& step = *member.step;
  if (step.send_to == Step::nobody) return 0;
  return exchange::send_overhead_s(simulation_, step, rank_of(member.rank), rank_of(step.send_to));
}

double Call::receive_overhead_s(const Member& member) {
  if (!simulation_.overheads.any || member.step->receive_from == Step::nobody ||
      !member.is_received_early) {
    return 0;
  }
  const double begin_s = std::max(member.waiting_since_s, member.received_s);
  const double end_s = begin_s + exchange::receive_overhead_s(simulation_, member.received_bytes,
                                                              rank_of(member.step->receive_from),
                                                              rank_of(member.rank));
  return end_s - simulation_.engine.now_s();
}

// Returns the message that can start now, if there is one.
Call::Slot* Call::post_receive(Member& member) {
  member.is_posted = true;
  if (member.step->receive_from == Step::nobody) return nullptr;
  Slot& slot = slot_of(member.rank, member.step->receive_round);
  if (slot.is_ahead) {
    slot.is_ahead = false;
    if (slot.is_matched && slot.has_arrived) complete_receive(member, slot);
    return nullptr;
  }
  if (!slot.is_sent) {
    slot.is_posted = true;
    return nullptr;
  }
  deliver(slot, member);
  if (slot.has_arrived) complete_receive(member, slot);
  return slot.is_matched && !slot.is_started ? &slot : nullptr;
}

// The same.
inline Call::Slot* Call::post_ahead(Member& member) {
  const Step::Ahead& ahead = member.step->ahead;
  if (ahead.round == Step::nobody) return nullptr;
  Slot& slot = slot_of(member.rank, ahead.round);
  member.ahead = ahead;
  slot.is_ahead = true;
  if (!slot.is_sent) {
    slot.is_posted = true;
    return nullptr;
  }
  deliver(slot, member);
  return slot.is_started ? nullptr : &slot;
}

// The same.
Call::Slot* Call::post_send(Member& member) {
  const Step& step = *member.step;
  if (step.send_to == Step::nobody) return nullptr;
  const auto size_bytes = static_cast<double>(step.outgoing_bytes);
  Slot& slot = slot_of(step.send_to, step.send_round);
  if (slot.is_sent) [[unlikely]]
    refuse_round(rank_of(member.rank), rank_of(step.send_to), step.send_round);
  slot.payload = Payload(step);
  slot.size_bytes = step.outgoing_bytes;
  slot.sender = member.rank;
  slot.receiver = step.send_to;
  slot.is_sent = true;
  slot.is_detached = size_bytes < simulation_.tuning.detached_bytes;
  member.is_sent = slot.is_detached;
  if (slot.is_posted) {
    deliver(slot, members_[static_cast<std::size_t>(step.send_to)]);
    return &slot;
  }
  Rank& receiver = rank_of(step.send_to);
  note_activity(receiver);
  for (Strand* prober : receiver.probers) simulation_.engine.wake(*prober->actor);
  return size_bytes < simulation_.tuning.async_small_bytes ? &slot : nullptr;
}

void Call::deliver(Slot& slot, const Member& receiver) {
  slot.is_matched = true;
  if (slot.is_ahead) {
    slot.payload.deliver(simulation_, receiver.ahead.incoming, receiver.ahead.incoming_bytes);
  } else {
    slot.payload.deliver(simulation_, receiver.step->incoming, receiver.step->incoming_bytes);
  }
}

// A step has ended, and its buffer is the rank's again: what nobody has received yet is copied.
void Call::keep_data(const Member& member) {
  const Step& step = *member.step;
  if (step.send_to == Step::nobody || step.content_bytes == 0) return;
  Slot& slot = slot_of(step.send_to, step.send_round);
  if (slot.is_sent && !slot.is_matched) slot.payload.keep(simulation_);
}

inline Shipment Call::shipment_of(const Slot& slot) {
  Rank& sender = rank_of(slot.sender);
  Rank& receiver = rank_of(slot.receiver);
  return {.transfer = {.kind = Transfer::Kind::message,
                       .sender = &sender,
                       .receiver = &receiver,
                       .source = sender.host,
                       .destination = receiver.host,
                       .size_bytes = slot.size_bytes},
          .counted_for = &sender,
          .done = flow_ended,
          .owner = this,
          .argument = static_cast<std::uint32_t>(&slot - slots_.data())};
}

void Call::start_flow(Slot& slot) {
  slot.is_started = true;
  flow_count_++;
  ship(simulation_, shipment_of(slot));
}

bool Call::start_both(Slot& there, Slot& back) {
  if (pairs_ == nullptr || there.sender != back.receiver || there.sender == there.receiver) {
    return false;
  }
  if (!ship_both(*pairs_, shipment_of(there), shipment_of(back))) return false;
  there.is_started = back.is_started = true;
  flow_count_ += 2;
  return true;
}

void Call::flow_ended(void* argument, std::uint32_t index) {
  Call& call = *static_cast<Call*>(argument);
  Slot& slot = call.slots_[index];
  call.flow_count_--;
  slot.has_arrived = true;
  if (!slot.is_detached) {
    Member& sender = call.members_[static_cast<std::size_t>(slot.sender)];
    sender.is_sent = true;
    call.look_again(sender);
  }
  if (!slot.is_matched) return;
  Member& receiver = call.members_[static_cast<std::size_t>(slot.receiver)];
  if (slot.is_ahead) {
    note_activity(call.rank_of(receiver.rank));
  } else {
    call.complete_receive(receiver, slot);
  }
}

void Call::complete_receive(Member& receiver, Slot& slot) {
  receiver.is_received = true;
  receiver.is_received_early = slot.is_detached;
  receiver.received_bytes = slot.size_bytes;
  receiver.received_s = simulation_.engine.now_s();
  slot = {};
  note_activity(rank_of(receiver.rank));
  look_again(receiver);
}

// Wakes a rank that waits for what is there now.
void Call::look_again(Member& member) {
  if (!member.is_waiting || !member.is_sent) return;
  const bool waits_for_both = member.step->kind == Step::Kind::one_call;
  if ((waits_for_both || member.phase == Phase::receiving) && !member.is_received) return;
  member.is_waiting = false;
  simulation_.engine.wake(*member.strand->actor);
}

}  // namespace smpi::exchange
