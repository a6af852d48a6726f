// SPDX-License-Identifier: BSD-3-Clause
//
// A rank of a trace as GOAL sees it: messages and computations, and what each of them requires.
//
// Blocking actions form a chain: each requires the one before. A nonblocking send or receive
// requires it, too, but nothing requires the send or receive until a wait for it: then the next
// action does. GOAL has no waits, so they only add to what is required next. Collectives of the
// world become messages (goal_collectives.h).
//
// What several nodes require is joined first: a computation of no time requires all of it, and they
// require that. Otherwise m sends after a wait for n receives would have n m requirements.
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "libsmpi/watch/trace/message_fields.h"
#include "libsmpi/watch/trace/trace.h"
#include "tools/trace/goal_collectives.h"

namespace smpi::trace {

struct GoalNode {
  enum class Kind : std::uint8_t { send = 1, receive = 2, compute = 3 };  // as in binary files
  Kind kind = Kind::compute;
  std::uint32_t peer = 0;  // 0xffffffff: anyone
  std::uint64_t size_bytes = 0;
  double time_s = 0;  // of computations
  std::uint32_t tag = 0;
  bool is_join = false;                 // takes no time, and is there for what it requires
  std::vector<std::uint32_t> required;  // earlier nodes

  // As files have it: bytes, or nanoseconds.
  std::uint64_t size() const {
    return kind == Kind::compute ? static_cast<std::uint64_t>(std::llround(time_s * 1e9))
                                 : size_bytes;
  }
};

class GoalRank {
 public:
  struct World {
    std::uint32_t rank_count;
    double speed_flops;  // of all ranks
  };
  GoalRank(std::uint32_t rank, World world) : rank_(rank), world_(world) {}

  // False: GOAL has nothing for this action.
  bool add(const Action& action);
  const std::vector<GoalNode>& nodes() const { return nodes_; }
  bool has_collectives() const { return collective_count_ > 0; }
  // What the next action would require.
  const std::vector<std::uint32_t>& required() const { return required_; }
  // Drops the nodes so far; numbers go on. For whoever takes nodes one action after the other.
  void forget_nodes() {
    forgotten_ += static_cast<std::uint32_t>(nodes_.size());
    nodes_.clear();
  }
  // The number of the first of nodes().
  std::uint32_t first_number() const { return forgotten_; }

 private:
  using Key = std::tuple<Word, Word, Word>;  // source, destination, tag, as level 1 names requests
  std::uint32_t put(GoalNode node);
  void join();
  void require(std::vector<std::uint32_t> nodes);
  void require_too(std::uint32_t node);
  void put_computation(double seconds);
  void put_collective(const std::vector<CollectiveStage>& stages);
  bool add_message(const Action& action, const CallFields& fields);
  bool add_wait(const Action& action);

  std::uint32_t rank_;
  World world_;
  std::vector<GoalNode> nodes_;
  std::uint32_t forgotten_ = 0;
  std::vector<std::uint32_t> required_;  // by the next action
  bool is_required_ = false;             // by a node already
  std::map<Key, std::deque<std::uint32_t>> pending_;
  std::unordered_map<Word, std::uint32_t> requests_;  // of level 2
  std::uint32_t collective_count_ = 0;
  TypeSizes types_;
};

}  // namespace smpi::trace
