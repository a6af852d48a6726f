// SPDX-License-Identifier: BSD-3-Clause
//
// The recursion over the steps of a call.
#include "libsmpi/mpi/exchange/forecast.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "libsmpi/ranks/runtime/wire.h"
#include "models/platform/platform.h"

namespace smpi::exchange {

ForecastCall::ForecastCall(Simulation& simulation, std::span<Rank* const> ranks)
    : simulation_(simulation),
      ranks_(ranks),
      forecasts_(*models::flow_forecasts(simulation.network)),
      members_(ranks.size()),
      has_early_flows_(simulation.tuning.async_small_bytes > 0) {
  for (std::size_t rank = 0; rank < members_.size(); rank++) {
    members_[rank].rank = static_cast<int>(rank);
  }
}

void ForecastCall::begin(int round_count) {
  round_count_ = round_count;
  left_count_ = 0;
  slots_.resize(members_.size() * static_cast<std::size_t>(round_count));
  plans_.resize(slots_.size(), models::FlowForecasts::no_plan);
}

bool ForecastCall::enter(int rank, Strand& strand, Steps& steps) {
  Member& entering = member_of(rank);
  entering.strand = &strand;
  entering.steps = &steps;
  entering.phase = Phase::between;
  entering.time_s = entering.turn_s = simulation_.engine.now_s();
  if (!is_looking_on_) horizon_s_ = entering.time_s + turn_length_s_;
  entering_ = &entering;
  advance(entering);
  advance_listed();
  return entering.phase == Phase::over;
}

inline void ForecastCall::advance_listed() {
  for (std::size_t i = 0; i < listed_.size(); i++) {
    Member& member = members_[listed_[i]];
    member.is_listed = false;
    advance(member);
  }
  listed_.clear();
}

void ForecastCall::wait(int rank) {
  while (member_of(rank).phase != Phase::over) simulation_.engine.block();
}

// As far as its times are known.
void ForecastCall::advance(Member& member) {
  while (member.phase == Phase::between || (member.phase == Phase::in_step && end_step(member))) {
    if (!next_step(member)) return finish(member);
    if (member.step->flops > 0 && member.time_s > horizon_s_) return stop_at_horizon(member);
    begin_step(member);
  }
}

// False: no step is left.
inline bool ForecastCall::next_step(Member& member) {
  member.step = member.steps->next();
  if (member.step == nullptr) return false;
  const double flops = member.step->flops;
  if (flops > 0) {
    member.time_s += flops / simulation_.platform.hosts.speed_flops(rank_of(member.rank).host);
    turn_length_s_ = member.time_s - member.turn_s;
    member.turn_s = member.time_s;
  }
  return true;
}

void ForecastCall::stop_at_horizon(Member& member) {
  member.phase = Phase::beyond;
  beyond_.push_back(static_cast<std::uint32_t>(member.rank));
  if (is_looking_on_) return;
  is_looking_on_ = true;
  const double now_s = simulation_.engine.now_s();
  simulation_.engine.events().schedule(std::max(horizon_s_, now_s), kernel::Priority::model,
                                       look_on, this, 0);
}

// Now is the horizon, and all that wait for it begin later.
void ForecastCall::look_on(void* argument, std::uint32_t) {
  auto& call = *static_cast<ForecastCall*>(argument);
  double first_s = std::numeric_limits<double>::infinity();
  for (const std::uint32_t rank : call.beyond_) {
    first_s = std::min(first_s, call.members_[rank].time_s);
  }
  call.is_looking_on_ = false;
  call.entering_ = nullptr;
  call.horizon_s_ = std::max(call.simulation_.engine.now_s() + call.turn_length_s_, first_s);
  const std::size_t count = call.beyond_.size();
  for (std::size_t i = 0; i < count; i++) {
    Member& member = call.members_[call.beyond_[i]];
    if (member.time_s > call.horizon_s_) {
      call.stop_at_horizon(member);
    } else {
      call.begin_step(member);
      call.advance(member);
    }
  }
  call.beyond_.erase(call.beyond_.begin(),
                     call.beyond_.begin() + static_cast<std::ptrdiff_t>(count));
  call.advance_listed();
}

bool ForecastCall::leave(int rank) {
  Member& member = member_of(rank);
  RankCounters& counters = rank_of(rank).counters;
  counters.messages += std::exchange(member.message_count, 0);
  counters.bytes += std::exchange(member.sent_bytes, 0.0);
  return ++left_count_ == members_.size();
}

void ForecastCall::begin_step(Member& member) {
  const Step& step = *member.step;
  double overhead_s = 0;
  if (step.send_to != Step::nobody) {
    overhead_s = send_overhead_s(simulation_, step, rank_of(member.rank), rank_of(step.send_to));
  }
  member.phase = Phase::in_step;
  member.is_sent = step.send_to == Step::nobody;
  member.is_received = step.receive_from == Step::nobody;
  member.is_received_early = false;
  member.posted_s = member.sent_s = member.received_s = member.time_s + overhead_s;
  const bool receives_first = step.kind == Step::Kind::separate_calls;
  member.receive_posted_s = receives_first ? member.time_s : member.posted_s;
  if (step.send_to == step.receive_from && meet_partner(member)) return;
  free_partner_of(step.receive_from, member.rank);
  free_partner_of(step.send_to, member.rank);
  post(member);
}

// A step that exchanges with one rank: true when it is settled, or waits for that rank to come.
inline bool ForecastCall::meet_partner(Member& member) {
  const Step& step = *member.step;
  if (step.send_to == Step::nobody || step.send_to == member.rank || has_early_flows_) return false;
  const Slot& incoming = slot_of(member.rank, step.receive_round);
  if (incoming.is_sent || incoming.is_ahead) return false;
  Member& partner = member_of(step.send_to);
  if (partner.waits_for_partner && partner.step->send_to == member.rank) {
    const bool is_same_round = partner.step->send_round == step.receive_round &&
                               partner.step->receive_round == step.send_round;
    return is_same_round && settle_pair(member, partner);
  }
  const Slot& outgoing = slot_of(step.send_to, step.send_round);
  if (outgoing.is_sent || outgoing.is_posted) return false;
  return member.waits_for_partner = true;
}

// Who waits for this one posts its messages: this one comes by another step.
inline void ForecastCall::free_partner_of(int rank, int other) {
  if (rank == Step::nobody) return;
  Member& waiting = member_of(rank);
  if (!waiting.waits_for_partner || waiting.step->send_to != other) return;
  waiting.waits_for_partner = false;
  post(waiting);
}

void ForecastCall::post(Member& member) {
  Slot* const received = post_receive(member);
  Slot* const sent = post_send(member);
  if (received != nullptr && sent != nullptr && forecast_both(*received, *sent)) return;
  if (received != nullptr) forecast(*received);
  Slot* const ahead = post_ahead(member);
  if (ahead != nullptr) forecast(*ahead);
  if (sent != nullptr) forecast(*sent);
}

// Two ranks exchange messages, and the second has come; false: there is no route.
bool ForecastCall::settle_pair(Member& member, Member& partner) {
  const Step& step = *member.step;
  const Step& other = *partner.step;
  const models::HostId host = rank_of(member.rank).host;
  const models::HostId other_host = rank_of(partner.rank).host;
  models::FlowForecasts::Flow here{.source = other_host,
                                   .destination = host,
                                   .size_bytes = static_cast<double>(other.outgoing_bytes),
                                   .start_s = std::max(partner.posted_s, member.receive_posted_s)};
  models::FlowForecasts::Flow there{.source = host,
                                    .destination = other_host,
                                    .size_bytes = static_cast<double>(step.outgoing_bytes),
                                    .start_s = std::max(member.posted_s, partner.receive_posted_s)};
  try {
    forecasts_.forecast_pair(here, there, plan_of(slot_of(member.rank, step.receive_round)));
  } catch (const kernel::InputError&) {
    return false;  // who posts them tells
  }
  partner.waits_for_partner = false;
  hand_over(partner, member, here);
  hand_over(member, partner, there);
  look_again(partner);
  return true;
}

// The message of a pair.
inline void ForecastCall::hand_over(Member& sender, Member& receiver,
                                    const models::FlowForecasts::Flow& flow) {
  const Step& sending = *sender.step;
  Payload(sending).deliver(simulation_, receiver.step->incoming, receiver.step->incoming_bytes);
  const bool is_detached = flow.size_bytes < simulation_.tuning.detached_bytes;
  sender.is_sent = true;
  if (!is_detached) sender.sent_s = std::max(sender.sent_s, flow.end_s);
  sender.message_count++;
  sender.sent_bytes += flow.size_bytes;
  receiver.is_received = true;
  receiver.is_received_early = is_detached;
  receiver.received_bytes = sending.outgoing_bytes;
  receiver.received_s = std::max(flow.end_s, receiver.receive_posted_s);
}

// False: it does not end yet.
bool ForecastCall::end_step(Member& member) {
  if (!member.is_sent || !member.is_received) return false;
  const Step& step = *member.step;
  member.time_s = std::max(member.sent_s, member.received_s);
  if (member.is_received_early) {
    const bool waits_first = step.kind == Step::Kind::separate_calls;
    const double waiting_since_s = waits_first ? member.sent_s : member.posted_s;
    const double overhead_s = receive_overhead_s(simulation_, member.received_bytes,
                                                 rank_of(step.receive_from), rank_of(member.rank));
    member.time_s =
        std::max(member.time_s, std::max(waiting_since_s, member.received_s) + overhead_s);
  }
  if (step.send_to == Step::nobody || step.content_bytes == 0) return true;
  Slot& slot = slot_of(step.send_to, step.send_round);
  if (slot.is_sent && !slot.is_posted) slot.payload.keep(simulation_);
  return true;
}

// Returns the message whose flow starts with that, if there is one.
ForecastCall::Slot* ForecastCall::post_receive(Member& member) {
  const Step& step = *member.step;
  if (step.receive_from == Step::nobody) return nullptr;
  Slot& slot = slot_of(member.rank, step.receive_round);
  if (slot.is_ahead) {
    slot.is_ahead = false;
    if (slot.has_arrival) receive(slot);
    return nullptr;
  }
  slot.is_posted = true;
  slot.posted_s = member.receive_posted_s;
  if (!slot.is_sent) return nullptr;
  deliver(slot, member);
  if (!slot.has_arrival) return &slot;
  receive(slot);
  return nullptr;
}

// The same.
inline ForecastCall::Slot* ForecastCall::post_ahead(Member& member) {
  const Step::Ahead& ahead = member.step->ahead;
  if (ahead.round == Step::nobody) return nullptr;
  Slot& slot = slot_of(member.rank, ahead.round);
  member.ahead = ahead;
  slot.is_ahead = slot.is_posted = true;
  slot.posted_s = member.time_s;
  if (!slot.is_sent) return nullptr;
  deliver(slot, member);
  return slot.has_arrival ? nullptr : &slot;
}

inline void ForecastCall::deliver(Slot& slot, const Member& receiver) {
  if (slot.is_ahead) {
    slot.payload.deliver(simulation_, receiver.ahead.incoming, receiver.ahead.incoming_bytes);
  } else {
    slot.payload.deliver(simulation_, receiver.step->incoming, receiver.step->incoming_bytes);
  }
}

// The same.
ForecastCall::Slot* ForecastCall::post_send(Member& member) {
  const Step& step = *member.step;
  if (step.send_to == Step::nobody) return nullptr;
  const auto size_bytes = static_cast<double>(step.outgoing_bytes);
  Slot& slot = slot_of(step.send_to, step.send_round);
  if (slot.is_sent) [[unlikely]]
    refuse_round(rank_of(member.rank), rank_of(step.send_to), step.send_round);
  slot.payload = Payload(step);
  slot.size_bytes = step.outgoing_bytes;
  slot.sent_s = member.posted_s;
  slot.sender = member.rank;
  slot.receiver = step.send_to;
  slot.is_sent = true;
  slot.is_detached = size_bytes < simulation_.tuning.detached_bytes;
  member.is_sent = slot.is_detached;
  member.message_count++;
  member.sent_bytes += size_bytes;
  if (slot.is_posted) {
    deliver(slot, member_of(step.send_to));
    return &slot;
  }
  return size_bytes < simulation_.tuning.async_small_bytes ? &slot : nullptr;
}

inline models::FlowForecasts::Flow ForecastCall::flow_of(const Slot& slot) const {
  const auto size_bytes = static_cast<double>(slot.size_bytes);
  const bool is_early = size_bytes < simulation_.tuning.async_small_bytes;
  return {.source = rank_of(slot.sender).host,
          .destination = rank_of(slot.receiver).host,
          .size_bytes = size_bytes,
          .start_s = is_early ? slot.sent_s : std::max(slot.sent_s, slot.posted_s)};
}

void ForecastCall::forecast(Slot& slot) {
  models::FlowForecasts::Flow flow = flow_of(slot);
  if (slot.sender == slot.receiver) return set_arrival(slot, flow.start_s);
  std::unique_ptr<std::string> problem;
  try {
    forecasts_.forecast(flow, plan_of(slot));
  } catch (const kernel::InputError& error) {
    problem = std::make_unique<std::string>(error.what());
  }
  if (problem != nullptr) end_without_route(simulation_, std::move(*problem));
  set_arrival(slot, flow.end_s);
}

// Two messages between the same ranks; false: they are not, or there is no route.
bool ForecastCall::forecast_both(Slot& there, Slot& back) {
  if (there.sender != back.receiver || there.sender == there.receiver) return false;
  models::FlowForecasts::Flow flows[] = {flow_of(there), flow_of(back)};
  try {
    forecasts_.forecast_pair(flows[0], flows[1], plan_of(there));
  } catch (const kernel::InputError&) {
    return false;  // the first of them tells
  }
  set_arrival(there, flows[0].end_s);
  set_arrival(back, flows[1].end_s);
  return true;
}

void ForecastCall::set_arrival(Slot& slot, double arrival_s) {
  slot.arrival_s = arrival_s;
  slot.has_arrival = true;
  if (!slot.is_detached) {
    Member& sender = member_of(slot.sender);
    sender.is_sent = true;
    sender.sent_s = std::max(sender.sent_s, arrival_s);
    look_again(sender);
  }
  if (slot.is_posted && !slot.is_ahead) receive(slot);
}

void ForecastCall::receive(Slot& slot) {
  Member& receiver = member_of(slot.receiver);
  receiver.is_received = true;
  receiver.is_received_early = slot.is_detached;
  receiver.received_bytes = slot.size_bytes;
  receiver.received_s = std::max(slot.arrival_s, slot.posted_s);
  slot.is_posted = slot.is_sent = slot.has_arrival = false;
  look_again(receiver);
}

void ForecastCall::look_again(Member& member) {
  if (member.is_listed || !member.is_sent || !member.is_received) return;
  member.is_listed = true;
  listed_.push_back(static_cast<std::uint32_t>(member.rank));
}

void ForecastCall::finish(Member& member) {
  kernel::Engine& engine = simulation_.engine;
  if (member.time_s > engine.now_s()) {
    member.phase = Phase::finished;
    // Many ranks end a call together, or in the order in which this is known.
    engine.events().schedule_in_lane(member.time_s, kernel::Priority::model, end, this,
                                     static_cast<std::uint32_t>(member.rank));
    return;
  }
  member.phase = Phase::over;
  if (&member != entering_) engine.wake(*member.strand->actor);
}

void ForecastCall::end(void* argument, std::uint32_t rank) {
  auto& call = *static_cast<ForecastCall*>(argument);
  Member& member = call.members_[rank];
  member.phase = Phase::over;
  call.simulation_.engine.wake(*member.strand->actor);
}

}  // namespace smpi::exchange
