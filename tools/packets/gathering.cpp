// SPDX-License-Identifier: BSD-3-Clause
//
// Results as words, and back.
#include "tools/packets/gathering.h"

#include <algorithm>
#include <bit>
#include <string>

#include "tools/packets/words.h"

namespace smpi::packets {
namespace {

using models::packet::PortCounters;
using models::packet::PortId;
using models::packet::Ports;

// What is put and taken in the same order: `each` is called with every number.
template <class Result, class Each>
void for_each_number(Result& result, Each each) {
  each(result.end);
  each(result.computing);
  each(result.waiting);
  each(result.sent_bytes);
  each(result.sent_messages);
  each(result.has_ended);
}
template <class Each>
void for_each_number(PortCounters& counters, Each each) {
  each(counters.bytes);
  each(counters.packets);
  each(counters.busy);
  each(counters.waiting);
  each(counters.most_queued_bytes);
}

void put_totals(const Outcome& outcome, Words& words) {
  for (const std::uint64_t number : {outcome.message_count, outcome.hop_count, outcome.event_count,
                                     outcome.standing_packets, outcome.unended_count}) {
    words.push_back(number);
  }
  for (const double number : {outcome.windows.waiting_s, outcome.windows.busy_s,
                              outcome.windows.longest_s, outcome.setup_s, outcome.memory_bytes}) {
    words.push_back(std::bit_cast<std::uint64_t>(number));
  }
  words.push_back(outcome.waiting.size());
  for (const std::string& line : outcome.waiting) put_text(line, words);
}

void add_totals(WordReader& words, Outcome& outcome) {
  for (std::uint64_t* number : {&outcome.message_count, &outcome.hop_count, &outcome.event_count,
                                &outcome.standing_packets, &outcome.unended_count}) {
    *number += words.word();
  }
  const auto real = [&words] { return std::bit_cast<double>(words.word()); };
  outcome.windows.waiting_s += real();
  outcome.windows.busy_s += real();
  outcome.windows.longest_s = std::max(outcome.windows.longest_s, real());
  outcome.setup_s = std::max(outcome.setup_s, real());
  outcome.memory_bytes = std::max(outcome.memory_bytes, real());
  for (std::uint64_t left = words.word(); left > 0; left--) {
    std::string line = words.text();
    if (outcome.waiting.size() < Outcome::shown_max) outcome.waiting.push_back(std::move(line));
  }
}

// All that is of this process.
Words words_of(const Own& own, Outcome& outcome, Ports& ports) {
  Words words;
  const auto put = [&words](auto number) { words.push_back(static_cast<std::uint64_t>(number)); };
  put_totals(outcome, words);
  for (RankId rank = 0; rank < own.world.rank_count(); rank++) {
    if (!own.here.has(own.division.part_of_host(own.world.host_of_rank[rank]))) continue;
    put(rank);
    for_each_number(outcome.ranks[rank], put);
  }
  put(any_rank);
  for (PortId port = 0; ports.counts_load() && port < ports.count(); port++) {
    if (!own.here.has(own.division.part_of_port(port))) continue;
    put(port);
    for_each_number(ports.counters(port), put);
  }
  put(models::packet::no_index);
  return words;
}

void add_words(const Words& all, Outcome& outcome, Ports& ports) {
  WordReader words(all);
  const auto take = [&words](auto& number) {
    number = static_cast<std::remove_reference_t<decltype(number)>>(words.word());
  };
  add_totals(words, outcome);
  for (std::uint64_t rank = words.word(); rank != any_rank; rank = words.word()) {
    for_each_number(outcome.ranks[rank], take);
    outcome.end = std::max(outcome.end, outcome.ranks[rank].end);
  }
  for (std::uint64_t port = words.word(); port != models::packet::no_index; port = words.word()) {
    for_each_number(ports.counters(static_cast<PortId>(port)), take);
  }
}

}  // namespace

void gather(HelperLink& link, const Own& own, Outcome& outcome, Ports& ports) {
  outcome.process_count = link.process_count();
  const std::vector<Words> all =
      link.collect(link.is_first() ? Words() : words_of(own, outcome, ports));
  for (const Words& words : all) {
    if (!words.empty()) add_words(words, outcome, ports);
  }
}

}  // namespace smpi::packets
