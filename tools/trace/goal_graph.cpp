// SPDX-License-Identifier: BSD-3-Clause
//
// From actions to nodes, one rank at a time.
#include "tools/trace/goal_graph.h"

#include <algorithm>
#include <utility>

namespace smpi::trace {
namespace {

// Tags of collectives begin here: traces have tags of 31 bits that programs chose, mostly small.
constexpr std::uint32_t first_collective_tag = 0x80000000;

bool is_nonblocking(Code code) {
  switch (code) {
    case Code::ti_isend:
    case Code::ti_irecv:
    case Code::ti_ISsend:
    case Code::ti_ibsend:
    case Code::call_Isend:
    case Code::call_Irecv:
    case Code::call_Issend:
    case Code::call_Ibsend:
    case Code::call_Irsend:
      return true;
    default:
      return false;
  }
}

// What takes no time and sends nothing.
bool is_nothing(Code code) {
  switch (code) {
    case Code::ti_init:
    case Code::ti_finalize:
    case Code::ti_comm_size:
    case Code::ti_comm_split:
    case Code::ti_comm_dup:
    case Code::ti_location:
    case Code::ti_test:
    case Code::note_ti2:
    case Code::note_Type:
    case Code::note_Unit:
    case Code::note_Op:
      return true;
    default:
      return false;
  }
}

// Fewer are as well required twice.
constexpr std::size_t joined_least = 3;

}  // namespace

std::uint32_t GoalRank::put(GoalNode node) {
  join();
  node.required = required_;
  is_required_ = true;
  nodes_.push_back(std::move(node));
  return forgotten_ + static_cast<std::uint32_t>(nodes_.size() - 1);
}

// What a node requires already, and another one will.
void GoalRank::join() {
  if (!is_required_ || required_.size() < joined_least) return;
  nodes_.push_back({.is_join = true, .required = std::move(required_)});
  require({forgotten_ + static_cast<std::uint32_t>(nodes_.size() - 1)});
}

void GoalRank::require(std::vector<std::uint32_t> nodes) {
  required_ = std::move(nodes);
  is_required_ = false;
}

void GoalRank::require_too(std::uint32_t node) {
  join();
  required_.push_back(node);
  is_required_ = false;
}

void GoalRank::put_computation(double seconds) {
  require({put({.kind = GoalNode::Kind::compute, .time_s = seconds, .required = {}})});
}

void GoalRank::put_collective(const std::vector<CollectiveStage>& stages) {
  const std::uint32_t tag = first_collective_tag + collective_count_++;
  for (const CollectiveStage& stage : stages) {
    std::vector<std::uint32_t> ends;
    for (const CollectiveStage::Message& message : stage.messages) {
      ends.push_back(put({.kind = message.is_send ? GoalNode::Kind::send : GoalNode::Kind::receive,
                          .peer = message.peer,
                          .size_bytes = message.size_bytes,
                          .tag = tag,
                          .required = {}}));
    }
    if (!ends.empty()) require(std::move(ends));
    if (stage.flops > 0) put_computation(stage.flops / world_.speed_flops);
  }
}

bool GoalRank::add_message(const Action& action, const CallFields& fields) {
  const std::span<const Word> words = action.words;
  const auto at = [&](std::int8_t place) { return words[static_cast<std::size_t>(place)]; };
  if (fields.is_template) return false;
  if (fields.communicator >= 0 && at(fields.communicator) != 0) return false;
  std::vector<std::uint32_t> made;
  for (const bool is_send : {true, false}) {
    const MessageFields& message = is_send ? fields.sent : fields.received;
    if (!message.exists() || at(message.peer) == nobody) continue;
    const std::int64_t type = message.type < 0 ? 6 : at(message.type);
    const Word peer = at(message.peer) == any_source ? -1 : at(message.peer);
    const Word tag = message.tag < 0 ? 0 : at(message.tag);
    const Word count = std::max<Word>(0, at(message.count));
    made.push_back(put({.kind = is_send ? GoalNode::Kind::send : GoalNode::Kind::receive,
                        .peer = static_cast<std::uint32_t>(peer),
                        .size_bytes = static_cast<std::uint64_t>(count * types_.size_bytes(type)),
                        .tag = static_cast<std::uint32_t>(tag == any_tag ? -1 : tag),
                        .required = {}}));
    if (!is_nonblocking(action.code)) continue;
    const Word me = rank_;
    if (fields.request >= 0) {
      requests_[at(fields.request)] = made.back();
    } else if (is_send) {
      pending_[{me, at(message.peer), at(message.tag)}].push_back(made.back());
    } else {
      pending_[{at(message.peer), me, at(message.tag)}].push_back(made.back());
    }
  }
  if (!is_nonblocking(action.code) && !made.empty()) require(std::move(made));
  return true;
}

bool GoalRank::add_wait(const Action& action) {
  const auto finish = [&](Word request) {
    const auto known = requests_.find(request);
    if (known == requests_.end()) return;
    require_too(known->second);
    requests_.erase(known);
  };
  switch (action.code) {
    case Code::ti_wait: {
      auto& nodes = pending_[{action.words[0], action.words[1], action.words[2]}];
      if (nodes.empty()) return true;
      require_too(nodes.front());
      nodes.pop_front();
      return true;
    }
    case Code::ti_waitall:
      for (auto& [key, nodes] : pending_) {
        for (const std::uint32_t node : nodes) require_too(node);
      }
      pending_.clear();
      return true;
    case Code::call_Wait:
      finish(action.words[0]);
      return true;
    case Code::call_Waitall:
      for (const Word request : action.words.subspan(1)) finish(request);
      return true;
    default:
      return false;
  }
}

bool GoalRank::add(const Action& action) {
  types_.see(action);
  if (is_nothing(action.code)) return true;
  if (action.code == Code::ti_compute) {
    put_computation(to_real(action.words[0]) / world_.speed_flops);
    return true;
  }
  if (action.code == Code::ti_sleep) {
    put_computation(to_real(action.words[0]));
    return true;
  }
  if (const auto stages = stages_of(action, {rank_, world_.rank_count}, types_)) {
    put_collective(*stages);
    return true;
  }
  const CallFields& fields = call_fields(action.code);
  if (fields.sent.exists() || fields.received.exists()) return add_message(action, fields);
  return add_wait(action);
}

}  // namespace smpi::trace
