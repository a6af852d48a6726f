// SPDX-License-Identifier: BSD-3-Clause
//
// Ranks as a part of the state of a run, for iterations that repeat (steady.h).
#include <algorithm>

#include "tools/packets/labels.h"
#include "tools/packets/ranks.h"

namespace smpi::packets {
namespace {

// Operations by their rank and place in its list.
class OperationNames : public models::packet::LabelNames {
 public:
  OperationNames(std::vector<std::uint32_t> names, const models::packet::Pool<Labels>& inside,
                 std::uint32_t inside_bit)
      : names_(std::move(names)), inside_(inside), inside_bit_(inside_bit) {}

  Labels name_of(const Labels& labels) const override {
    const std::uint32_t handle = name_of_operation(handle_of(labels));
    const auto with_handle = [&labels](std::uint32_t number, std::uint32_t low) {
      return labels_of(0, 0, 0, content_of(labels), number, low)[1];
    };
    switch (content_of(labels)) {
      case Content::message:
        return labels;
      case Content::announcement:
        return {labels[0], with_handle(handle, low_of(labels))};
      case Content::answer:
      case Content::data:
        return {labels[0], with_handle(handle, name_of_operation(low_of(labels)))};
    }
    return labels;
  }
  Labels name_of_call(std::uint32_t subject, std::uint32_t object) const override {
    if ((subject & inside_bit_) == 0) return {subject, object};
    const Labels name = name_of(inside_[object]);
    return {name[0] ^ std::uint64_t{subject} << 32, name[1]};
  }

 private:
  std::uint32_t name_of_operation(std::uint32_t operation) const {
    return operation < names_.size() ? names_[operation] : operation;
  }

  std::vector<std::uint32_t> names_;
  const models::packet::Pool<Labels>& inside_;
  std::uint32_t inside_bit_;
};

}  // namespace

std::uint64_t Ranks::round_count() const {
  return workloads_.front()->rounds();
}

std::uint64_t Ranks::messages_of_round() const {
  return workloads_.front()->messages_of_round();
}

std::uint64_t Ranks::round() const {
  return states_.front().position.round;
}

std::uint64_t Ranks::rounds_to_begin() const {
  std::uint64_t most = 0;
  for (const Rank& rank : states_) most = std::max(most, rank.position.round);
  const std::uint64_t rounds = round_count();
  return most + 1 < rounds ? rounds - 1 - most : 0;
}

void Ranks::add_state(const models::packet::Partition& network,
                      models::packet::Fingerprint& state) const {
  std::vector<std::uint32_t> names(operations_.most(), none);
  std::uint32_t count = 0;
  for (const Rank& rank : states_) {
    for (OperationId id = rank.first; id != none; id = operations_[id].after) names[id] = count++;
  }
  for (const Rank& rank : states_) {
    state.add(rank.position.step);
    state.add(rank.position.round - round());
    state.add(std::uint64_t{rank.awaited} << 1 | rank.is_computing);
    for (OperationId id = rank.first; id != none; id = operations_[id].after) {
      const Operation& each = operations_[id];
      const bool has_partner = each.partner < names.size();
      state.add(each.size_bytes);
      state.add(std::uint64_t{each.peer} << 32 | each.tag);
      state.add(std::uint64_t{each.number} << 32 | (has_partner ? names[each.partner] : none));
      state.add(static_cast<std::uint64_t>(each.state) << 1 | each.is_awaited);
    }
    state.add(none);
  }
  network.add_state(OperationNames(std::move(names), inside_, inside_bit), state);
}

void Ranks::move_later(Picoseconds delay, std::uint64_t rounds, const Progress& before,
                       std::uint64_t times) {
  for (std::size_t local = 0; local < states_.size(); local++) {
    Rank& rank = states_[local];
    rank.position.round += rounds;
    rank.since += delay;
    RankResult& result = results_[local];
    const RankResult& old = before.results[local];
    result.computing += static_cast<Picoseconds>(times) * (result.computing - old.computing);
    result.waiting += static_cast<Picoseconds>(times) * (result.waiting - old.waiting);
    result.sent_bytes += times * (result.sent_bytes - old.sent_bytes);
    result.sent_messages += times * (result.sent_messages - old.sent_messages);
  }
  message_count_ += times * (message_count_ - before.message_count);
}

}  // namespace smpi::packets
