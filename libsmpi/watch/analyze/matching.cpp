// SPDX-License-Identifier: BSD-3-Clause
//
// First the recording, then the choices.
#include "libsmpi/watch/analyze/matching.h"

#include <algorithm>
#include <limits>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/p2p/late_arrival.h"
#include "libsmpi/mpi/p2p/match_pattern.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/analysis.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi {
namespace {

// A message is compared with so many of its receiver's wildcard receives that were matched before.
constexpr std::size_t looked_back_max = 512;
constexpr std::size_t matches_max = 65536;
// A clock may have an entry a rank, and each rank a clock of its own.
constexpr std::size_t ranks_max = 1024;

bool is_of_program(std::uint32_t channel) {
  return channel % channel_count == static_cast<std::uint32_t>(Channel::point_to_point);
}

p2p::MatchKey wildcard_pattern(const Request& receive) {
  return {receive.channel, p2p::any_source, receive.tag};
}

void add_alternative(WildcardMatch& match, const p2p::Message& message) {
  if (!p2p::matches(match.pattern, message.key) || message.key.source == match.source) return;
  for (const WildcardMatch::Alternative& other : match.alternatives) {
    if (other.source == message.key.source) return;
  }
  auto& earlier = match.earlier_receives;
  const auto taker = std::find_if(earlier.begin(), earlier.end(), [&](const auto& pattern) {
    return p2p::matches(pattern, message.key);
  });
  if (taker != earlier.end()) {
    earlier.erase(taker);
    return;
  }
  match.alternatives.push_back({message.key.source, message.sent_at});
}

std::vector<p2p::MatchKey> receives_before(const Request& receive) {
  std::vector<p2p::MatchKey> patterns;
  const Request* posted = receive.owner->mailbox.first_posted();
  for (; posted != nullptr && posted->sequence < receive.sequence; posted = posted->queue.next) {
    if (posted->channel == receive.channel) {
      patterns.push_back({posted->channel, posted->peer, posted->tag});
    }
  }
  return patterns;
}

}  // namespace

Matching::Matching(const std::vector<MatchingChoice>& choices) {
  for (const MatchingChoice& choice : choices) {
    choices_[{choice.process, choice.number}] = choice.source;
  }
}

Matching::Process& Matching::process_of(const Rank& rank) {
  if (processes_.size() <= rank.process) processes_.resize(rank.process + 1);
  return processes_[rank.process];
}

Ref<Matching::SharedClock> Matching::clock_of(const p2p::Message& message) const {
  const auto found = sent_with_.find(&message);
  return found == sent_with_.end() ? Ref<SharedClock>() : found->second;
}

void Matching::learn(Process& process, const Ref<SharedClock>& other) const {
  if (!other) return;
  if (!process.clock) {
    process.clock = other;
  } else if (!process.clock->clock.covers(other->clock)) {
    Ref<SharedClock> known(new SharedClock);
    known->clock = process.clock->clock;
    known->clock.merge(other->clock);
    process.clock = known;
  }
}

std::uint32_t Matching::tick(const Rank& rank) {
  Process& process = process_of(rank);
  Ref<SharedClock> known(new SharedClock);
  if (process.clock) known->clock = process.clock->clock;
  process.clock = known;
  return known->clock.tick(rank.process);
}

bool Matching::keeps_back(p2p::Message& message) {
  if (message.sender->simulation.ranks.size() > ranks_max) {
    is_complete_ = false;
  } else if (Ref<SharedClock> clock = process_of(*message.sender).clock) {
    sent_with_[&message] = clock;
  }
  if (!is_of_program(message.key.channel)) return false;
  note_late(message);
  Process& receiver = process_of(*message.receiver);
  if (!must_wait(receiver, message)) return false;
  keep_back(receiver, message);
  return true;
}

void Matching::note_late(const p2p::Message& message) {
  const Process& receiver = process_of(*message.receiver);
  if (receiver.matches.empty()) return;
  const Ref<SharedClock> clock = clock_of(message);
  const std::uint32_t known = clock ? clock->clock.count_of(message.receiver->process) : 0;
  std::size_t looked_at = 0;
  for (auto at = receiver.matches.rbegin(); at != receiver.matches.rend(); ++at) {
    if (looked_at++ == looked_back_max) {
      is_complete_ = false;
      return;
    }
    WildcardMatch& match = matches_[*at];
    const bool is_known = match.completion != 0 && match.completion <= known;
    if (!is_known) add_alternative(match, message);
  }
}

void Matching::forget(const p2p::Message& message) {
  sent_with_.erase(&message);
}

void Matching::post(Request& receive) {
  if (!is_of_program(receive.channel)) return;
  Process& process = process_of(*receive.owner);
  const std::uint32_t number = ++process.wildcards;
  receive.sequence = std::numeric_limits<std::uint64_t>::max();  // behind all that are posted
  pending_[&receive] = {
      .sent_with = {}, .number = number, .function = running_strand->call.function};
  if (const int* source = choice_of(*receive.owner, number)) {
    hold(*receive.owner, receive, *source);
  }
}

void Matching::match(const p2p::Message& message, Request& receive) {
  const Ref<SharedClock> clock = clock_of(message);
  const auto found = pending_.find(&receive);
  if (found == pending_.end()) {
    if (clock) pending_[&receive] = {.sent_with = clock};
    return;
  }
  Pending& pending = found->second;
  pending.sent_with = clock;
  pending.match = add({.rank = receive.owner,
                       .number = pending.number,
                       .source = message.key.source,
                       .enforced = release(receive),
                       .pattern = wildcard_pattern(receive),
                       .function = pending.function,
                       .called_at = receive.made_at,
                       .alternatives = {},
                       .earlier_receives = receives_before(receive)});
}

std::size_t Matching::add(WildcardMatch match) {
  match.chosen = choices_.erase({match.rank->process, match.number}) > 0;
  if (matches_.size() == matches_max) {
    is_complete_ = false;
    return no_match;
  }
  const p2p::Message* waiting = match.rank->mailbox.first_unexpected();
  for (; waiting != nullptr; waiting = waiting->queue.next) add_alternative(match, *waiting);
  Process& process = process_of(*match.rank);
  for (const p2p::Message* kept : process.kept_back) add_alternative(match, *kept);
  process.matches.push_back(matches_.size());
  matches_.push_back(std::move(match));
  return matches_.size() - 1;
}

void Matching::finish(Request& receive) {
  const auto found = pending_.find(&receive);
  if (found == pending_.end()) return;
  const Pending pending = found->second;
  forget(receive);
  learn(process_of(*receive.owner), pending.sent_with);
  if (pending.match == no_match) return;
  matches_[pending.match].completion = tick(*receive.owner);
}

void Matching::forget(Request& receive) {
  if (pending_.erase(&receive) > 0) release(receive);
}

p2p::Message* Matching::probe(Rank& rank, const p2p::MatchKey& pattern) {
  p2p::Mailbox& mailbox = rank.mailbox;
  p2p::Message* first = mailbox.find_message(pattern);
  if (!is_of_program(pattern.channel)) return first;
  Process& process = process_of(rank);
  p2p::Message* found = first;
  if (const int* source = choice_of(rank, process.wildcards + 1)) {
    found = mailbox.find_message({pattern.channel, *source, pattern.tag});
  }
  if (found == nullptr) return nullptr;
  const std::size_t position = add({.rank = &rank,
                                    .number = ++process.wildcards,
                                    .source = found->key.source,
                                    .enforced = found != first,
                                    .pattern = pattern,
                                    .function = running_strand->call.function,
                                    .called_at = running_strand->call.return_address,
                                    .alternatives = {},
                                    .earlier_receives = {}});
  learn(process, clock_of(*found));
  if (position != no_match) matches_[position].completion = tick(rank);
  if (found == first) return found;
  // As if it had come first: a receive with the same wildcard gets it, too.
  std::vector<p2p::Message*> later;
  for (p2p::Message* one = mailbox.first_unexpected(); one != nullptr; one = one->queue.next) {
    const p2p::MatchKey& key = one->key;
    if (key.channel == pattern.channel && key.source != found->key.source) later.push_back(one);
  }
  for (p2p::Message* one : later) {
    mailbox.remove_unexpected(*one);
    mailbox.add_unexpected(*one);
  }
  return found;
}

const int* Matching::choice_of(const Rank& rank, std::uint32_t number) const {
  const auto found = choices_.find({rank.process, number});
  return found == choices_.end() ? nullptr : &found->second;
}

// A receive that was posted before a held one takes its message as always.
bool Matching::must_wait(const Process& process, const p2p::Message& message) const {
  for (const p2p::Message* kept : process.kept_back) {
    if (kept->key.channel == message.key.channel && kept->key.source == message.key.source) {
      return true;
    }
  }
  for (const Held& held : process.held) {
    if (!p2p::matches(held.pattern, message.key)) continue;
    if (message.key.source == held.receive->peer) return false;
    const Request* posted = message.receiver->mailbox.first_posted();
    for (; posted != nullptr && posted != held.receive; posted = posted->queue.next) {
      if (p2p::matches({posted->channel, posted->peer, posted->tag}, message.key)) return false;
    }
    return true;
  }
  return false;
}

void Matching::keep_back(Process& process, p2p::Message& message) {
  process.kept_back.push_back(&message);
  for (Held& held : process.held) {
    if (p2p::matches(held.pattern, message.key)) held.has_kept_back = true;
  }
}

void Matching::hold(Rank& rank, Request& receive, int source) {
  Process& process = process_of(rank);
  p2p::Mailbox& mailbox = rank.mailbox;
  const p2p::MatchKey pattern = wildcard_pattern(receive);
  const p2p::Message* first = mailbox.find_message(pattern);
  receive.peer = source;
  process.held.push_back({.receive = &receive,
                          .pattern = pattern,
                          .has_kept_back = first != nullptr && first->key.source != source});
  if (mailbox.find_message({pattern.channel, source, pattern.tag}) != nullptr) return;
  for (p2p::Message* message = mailbox.first_unexpected(); message != nullptr;) {
    p2p::Message* next = message->queue.next;
    if (must_wait(process, *message)) {
      mailbox.remove_unexpected(*message);
      keep_back(process, *message);
    }
    message = next;
  }
}

bool Matching::release(Request& receive) {
  Rank& rank = *receive.owner;
  Process& process = process_of(rank);
  const auto found = std::find_if(process.held.begin(), process.held.end(),
                                  [&](const Held& held) { return held.receive == &receive; });
  if (found == process.held.end()) return false;
  const bool was_needed = found->has_kept_back;
  receive.peer = MPI_ANY_SOURCE;
  process.held.erase(found);
  kernel::Engine& engine = rank.simulation.engine;
  if (!process.kept_back.empty()) {
    engine.events().schedule(engine.now_s(), kernel::Priority::timer, post_kept_back, &rank, 0);
  }
  return was_needed;
}

void Matching::post_kept_back(void* argument, std::uint32_t) {
  auto& rank = *static_cast<Rank*>(argument);
  Matching& matching = analysis_of(rank)->matching;
  Process& process = matching.process_of(rank);
  std::deque<p2p::Message*> messages;
  messages.swap(process.kept_back);
  for (p2p::Message* message : messages) {
    if (matching.must_wait(process, *message)) {
      matching.keep_back(process, *message);
    } else {
      p2p::post_again(*message);
    }
  }
}

}  // namespace smpi
