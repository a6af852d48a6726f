// SPDX-License-Identifier: BSD-3-Clause
//
// Steps, messages and their ends.
#include "tools/packets/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernel/error.h"
#include "tools/packets/labels.h"

namespace smpi::packets {
namespace {

// Objects of events that ranks have asked for.
constexpr std::uint32_t go_on = 0xffffffffU, computed = 0xfffffffeU;

}  // namespace

Ranks::Ranks(const World& world, std::vector<RankId> ranks)
    : world_(world), ranks_(std::move(ranks)), states_(ranks_.size()), results_(ranks_.size()) {
  for (const Job& job : world.jobs) workloads_.push_back(job.open());
}

void Ranks::start(Carrier& carrier) {
  carrier_ = &carrier;
  for (std::uint32_t local = 0; local < ranks_.size(); local++) {
    carrier.call_at(job_of(local).start, ranks_[local], local, go_on);
  }
}

void Ranks::advance(std::uint32_t local, Picoseconds now) {
  Rank& rank = states_[local];
  Workload& workload = workload_of(local);
  Step step;
  while (rank.awaited == 0) {
    const RankId own = ranks_[local] - job_of(local).first_rank;
    switch (workload.next(own, rank.position, step)) {
      case Workload::Pull::step:
        perform(local, step, now);
        break;
      case Workload::Pull::blocked:
        rank.since = now;
        return;
      case Workload::Pull::ended:
        results_[local].has_ended = true;
        results_[local].end = now;
        return;
    }
  }
  rank.since = now;
}

void Ranks::perform(std::uint32_t local, const Step& step, Picoseconds now) {
  Rank& rank = states_[local];
  switch (step.kind) {
    case Step::Kind::compute:
      results_[local].computing += step.duration;
      if (workload_of(local).is_graph()) {
        carrier_->call_at(now + step.duration, ranks_[local], local, step.operation);
      } else if (step.duration > 0) {
        rank.awaited = 1;
        rank.is_computing = true;
        carrier_->call_at(now + step.duration, ranks_[local], local, computed);
      }
      return;
    case Step::Kind::send:
      return send(local, step, now);
    case Step::Kind::receive:
      return receive(local, step, now);
    case Step::Kind::await:
    case Step::Kind::await_all:
      return await(local, step);
    case Step::Kind::mark:
      marks_.push_back({now, ranks_[local], workload_of(local).mark(step.size_bytes)});
      return;
  }
}

void Ranks::send(std::uint32_t local, const Step& step, Picoseconds now) {
  const RankId own = ranks_[local];
  const RankId peer = step.peer + job_of(local).first_rank;
  if (parallelism_ != nullptr) parallelism_->acts(own, now, true);
  results_[local].sent_messages++;
  results_[local].sent_bytes += step.size_bytes;
  message_count_++;
  const std::uint16_t sequence =
      world_.protocol.may_overtake ? sent_numbers_.next(own, peer, step.tag) : 0;
  if (step.size_bytes < world_.protocol.eager_bytes || peer == own) {
    const Labels labels = labels_of(own, peer, sequence, Content::message, 0, step.tag);
    ship(own, peer, step.size_bytes, labels, now);
    return ended_without_operation(local, step);
  }
  const OperationId id = make({.size_bytes = step.size_bytes,
                               .local = local,
                               .peer = peer,
                               .tag = step.tag,
                               .number = step.operation,
                               .partner = none,
                               .before = none,
                               .after = none,
                               .sequence = sequence,
                               .state = Operation::State::sending,
                               .is_awaited = false});
  const Labels labels = labels_of(own, peer, sequence, Content::announcement, id, step.tag);
  if (world_.host_of_rank[own] == world_.host_of_rank[peer]) {
    return arrive(Operation::State::announced, labels, now);
  }
  ship(own, peer, world_.protocol.control_bytes, labels, now);
}

// Inside a host latency and size over bandwidth, and nothing for what a rank sends to itself.
void Ranks::ship(RankId from, RankId to, std::uint64_t size_bytes, const Labels& labels,
                 Picoseconds now, bool wants_departure) {
  const HostId source = world_.host_of_rank[from];
  const HostId destination = world_.host_of_rank[to];
  if (source != destination) {
    carrier_->start(now, {.source = source,
                          .destination = destination,
                          .size_bytes = size_bytes,
                          .labels = labels,
                          .wants_departure = wants_departure});
    return;
  }
  const double time_s = from == to ? 0
                                   : world_.loopback_latency_s + static_cast<double>(size_bytes) /
                                                                     world_.loopback_bytes_per_s;
  const std::uint32_t place = inside_.take();
  inside_[place] = labels;
  carrier_->call_at(now + models::packet::to_picoseconds(time_s), to,
                    world_.local_of_rank[to] | inside_bit, place);
}

void Ranks::receive(std::uint32_t local, const Step& step, Picoseconds now) {
  Rank& rank = states_[local];
  const RankId own = ranks_[local];
  const RankId peer = step.peer == any_rank ? any_rank : step.peer + job_of(local).first_rank;
  const bool is_open = peer == any_rank || step.tag == any_tag;
  if (is_open && world_.protocol.may_overtake) {
    throw kernel::InputError(
        "a receive from anybody needs messages in their order",
        {.text = workload_of(local).place(own - job_of(local).first_rank, rank.position),
         .hint = "network/routing:minimal and packet/injection:fcfs keep it"});
  }
  const std::uint16_t sequence =
      world_.protocol.may_overtake ? received_numbers_.next(own, peer, step.tag) : 0;
  const OperationId there = find_message(rank, peer, step.tag, sequence);
  if (there != none && operations_[there].state == Operation::State::message) {
    unlink(there);
    return ended_without_operation(local, step);
  }
  const OperationId id = make({.size_bytes = step.size_bytes,
                               .local = local,
                               .peer = peer,
                               .tag = step.tag,
                               .number = step.operation,
                               .partner = none,
                               .before = none,
                               .after = none,
                               .sequence = sequence,
                               .state = Operation::State::receiving,
                               .is_awaited = false});
  if (there == none) return;
  const Operation announcement = operations_[there];
  unlink(there);
  operations_[id].state = Operation::State::met;
  answer(id, announcement.peer, announcement.partner, now);
}

// The receive has met its announcement.
void Ranks::answer(OperationId receive, RankId peer, OperationId partner, Picoseconds now) {
  const RankId own = ranks_[operations_[receive].local];
  if (world_.host_of_rank[own] == world_.host_of_rank[peer]) {
    return send_data(operations_[partner], receive, partner, now);
  }
  ship(own, peer, world_.protocol.control_bytes,
       labels_of(own, peer, 0, Content::answer, receive, partner), now);
}

void Ranks::send_data(const Operation& send, OperationId partner, OperationId own,
                      Picoseconds now) {
  const RankId from = ranks_[send.local];
  ship(from, send.peer, send.size_bytes, labels_of(from, send.peer, 0, Content::data, own, partner),
       now, true);
}

void Ranks::await(std::uint32_t local, const Step& step) {
  Rank& rank = states_[local];
  for (OperationId id = rank.first; id != none; id = operations_[id].after) {
    Operation& each = operations_[id];
    const bool is_own = each.state == Operation::State::sending ||
                        each.state == Operation::State::receiving ||
                        each.state == Operation::State::met;
    if (!is_own || each.is_awaited) continue;
    if (step.kind == Step::Kind::await && each.number != step.operation) continue;
    each.is_awaited = true;
    rank.awaited++;
  }
}

// A send or receive has ended that others may await.
void Ranks::end(OperationId id, Picoseconds now) {
  const Operation operation = operations_[id];
  unlink(id);
  Rank& rank = states_[operation.local];
  Workload& workload = workload_of(operation.local);
  if (workload.is_graph()) {
    workload.ended(ranks_[operation.local] - job_of(operation.local).first_rank, operation.number);
  } else if (!operation.is_awaited || --rank.awaited > 0) {
    return;
  }
  results_[operation.local].waiting += now - rank.since;
  advance(operation.local, now);
}

void Ranks::ended_without_operation(std::uint32_t local, const Step& step) {
  Workload& workload = workload_of(local);
  if (workload.is_graph()) {
    workload.ended(ranks_[local] - job_of(local).first_rank, step.operation);
  }
}

void Ranks::delivered(MessageId, const Labels& labels, Picoseconds now) {
  switch (content_of(labels)) {
    case Content::message:
      has_received(labels, now);
      return arrive(Operation::State::message, labels, now);
    case Content::announcement:
      return arrive(Operation::State::announced, labels, now);
    case Content::answer:
      return send_data(operations_[low_of(labels)], handle_of(labels), low_of(labels), now);
    case Content::data:
      has_received(labels, now);
      return end(low_of(labels), now);
  }
}

void Ranks::has_received(const Labels& labels, Picoseconds now) {
  received_count_++;
  if (parallelism_ != nullptr) parallelism_->acts(target_of(labels), now, false);
}

void Ranks::departed(const Labels& labels, Picoseconds now) {
  end(handle_of(labels), now);
}

void Ranks::due(std::uint32_t local, std::uint32_t object, Picoseconds now) {
  if ((local & inside_bit) != 0) {
    const Labels labels = inside_[object];
    inside_.give(object);
    // Both sides of data end here; elsewhere the card tells of its departure.
    const bool is_data = content_of(labels) == Content::data;
    delivered(0, labels, now);
    if (is_data) departed(labels, now);
    return;
  }
  Rank& rank = states_[local];
  Workload& workload = workload_of(local);
  if (object == computed) {
    rank.awaited = 0;
    rank.is_computing = false;
  } else if (object != go_on) {
    workload.ended(ranks_[local] - job_of(local).first_rank, object);
  }
  advance(local, now);
}

// A message, or the announcement of one, is at its receiver.
void Ranks::arrive(Operation::State state, const Labels& labels, Picoseconds now) {
  const std::uint32_t local = world_.local_of_rank[target_of(labels)];
  const Rank& rank = states_[local];
  const RankId peer = source_of(labels);
  const std::uint32_t tag = low_of(labels);
  const OperationId receive = find_receive(rank, peer, tag, sequence_of(labels));
  if (receive == none) {
    make({.size_bytes = 0,
          .local = local,
          .peer = peer,
          .tag = tag,
          .number = no_operation,
          .partner = handle_of(labels),
          .before = none,
          .after = none,
          .sequence = sequence_of(labels),
          .state = state,
          .is_awaited = false});
    return;
  }
  if (state == Operation::State::message) return end(receive, now);
  operations_[receive].state = Operation::State::met;
  answer(receive, peer, handle_of(labels), now);
}

bool Ranks::agrees(const Operation& receive, RankId peer, std::uint32_t tag,
                   std::uint16_t sequence) const {
  return (receive.peer == peer || receive.peer == any_rank) &&
         (receive.tag == tag || receive.tag == any_tag) && receive.sequence == sequence;
}

Ranks::OperationId Ranks::find_receive(const Rank& rank, RankId peer, std::uint32_t tag,
                                       std::uint16_t sequence) const {
  for (OperationId id = rank.first; id != none; id = operations_[id].after) {
    const Operation& each = operations_[id];
    if (each.state == Operation::State::receiving && agrees(each, peer, tag, sequence)) return id;
  }
  return none;
}

Ranks::OperationId Ranks::find_message(const Rank& rank, RankId peer, std::uint32_t tag,
                                       std::uint16_t sequence) const {
  for (OperationId id = rank.first; id != none; id = operations_[id].after) {
    const Operation& each = operations_[id];
    const bool is_message =
        each.state == Operation::State::message || each.state == Operation::State::announced;
    if (!is_message || each.sequence != sequence) continue;
    if ((peer == any_rank || each.peer == peer) && (tag == any_tag || each.tag == tag)) return id;
  }
  return none;
}

Ranks::OperationId Ranks::make(const Operation& operation) {
  const OperationId id = operations_.take();
  SIM_ASSERT(id <= handle_mask, "operations of a part have numbers of 30 bits");
  Rank& rank = states_[operation.local];
  operations_[id] = operation;
  operations_[id].before = rank.last;
  (rank.last == none ? rank.first : operations_[rank.last].after) = id;
  rank.last = id;
  return id;
}

void Ranks::unlink(OperationId id) {
  const Operation& operation = operations_[id];
  Rank& rank = states_[operation.local];
  (operation.before == none ? rank.first : operations_[operation.before].after) = operation.after;
  (operation.after == none ? rank.last : operations_[operation.after].before) = operation.before;
  operations_.give(id);
}

std::string Ranks::describe_wait(std::size_t local) const {
  const Rank& rank = states_[local];
  const RankId own = ranks_[local];
  const Job& job = world_.jobs[world_.job_of_rank[own]];
  const std::string place =
      workloads_[world_.job_of_rank[own]]->place(own - job.first_rank, rank.position);
  for (OperationId id = rank.first; id != none; id = operations_[id].after) {
    const Operation& each = operations_[id];
    const bool is_receive = each.state == Operation::State::receiving;
    if (!is_receive && each.state != Operation::State::sending) continue;
    const std::string peer =
        each.peer == any_rank ? "anybody" : fmt::format("rank {}", each.peer - job.first_rank);
    return fmt::format("rank {} of {} waits {} {}, tag {} ({})", own - job.first_rank, job.name,
                       is_receive ? "for a message from" : "to send to", peer, each.tag, place);
  }
  return fmt::format("rank {} of {} waits ({})", own - job.first_rank, job.name, place);
}

}  // namespace smpi::packets
