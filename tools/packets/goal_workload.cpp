// SPDX-License-Identifier: BSD-3-Clause
//
// A GOAL file as a workload: each rank starts whatever has its requirements, and is told what ends.
//
// What becomes ready at one time begins in the order of the file. A computation waits until its
// processor is free.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "tools/packets/goal_file.h"

namespace smpi::packets {
namespace {

using Node = GoalSchedule::Node;

class GoalWorkload : public Workload {
 public:
  explicit GoalWorkload(const std::string& path) : path_(path), schedules_(read_goal(path)) {
    ranks_.resize(schedules_.size());
    for (RankId rank = 0; rank < schedules_.size(); rank++) {
      const GoalSchedule& schedule = schedules_[rank];
      ranks_[rank].left = schedule.nodes.size();
      for (std::uint32_t node = 0; node < schedule.nodes.size(); node++) {
        ranks_[rank].requirements.push_back(schedule.nodes[node].requirements);
        if (schedule.nodes[node].requirements == 0) ranks_[rank].ready.push_back(node);
      }
    }
  }

  std::uint32_t rank_count() const override {
    return static_cast<std::uint32_t>(schedules_.size());
  }
  bool is_graph() const override { return true; }

  Pull next(RankId rank, Position& position, Step& step) override {
    State& state = ranks_[rank];
    const GoalSchedule& schedule = schedules_[rank];
    while (!state.ready.empty()) {
      const std::uint32_t number = state.ready.front();
      state.ready.pop_front();
      const Node& node = schedule.nodes[number];
      if (node.kind == GoalSchedule::Kind::compute) {
        Processor& processor = state.processors[node.cpu];
        if (processor.is_busy) {
          processor.waiting.push_back(number);
          continue;
        }
        processor.is_busy = true;
      }
      position.step = number;
      step = step_of(node, number);
      follow(state, schedule, node.first_follower + node.end_followers, node.begin_followers);
      return Pull::step;
    }
    return state.left == 0 ? Pull::ended : Pull::blocked;
  }

  void ended(RankId rank, std::uint32_t number) override {
    State& state = ranks_[rank];
    const Node& node = schedules_[rank].nodes[number];
    state.left--;
    if (node.kind == GoalSchedule::Kind::compute) {
      Processor& processor = state.processors[node.cpu];
      processor.is_busy = false;
      if (!processor.waiting.empty()) {
        state.ready.push_back(processor.waiting.front());
        processor.waiting.pop_front();
      }
    }
    follow(state, schedules_[rank], node.first_follower, node.end_followers);
  }

  std::string place(RankId rank, const Position& position) const override {
    return fmt::format("statement {} of rank {} in {}", position.step + 1, rank, path_);
  }

 private:
  struct Processor {
    bool is_busy = false;
    std::deque<std::uint32_t> waiting;
  };
  struct State {
    std::vector<std::uint32_t> requirements;  // left, by node
    std::deque<std::uint32_t> ready;
    std::map<std::uint16_t, Processor> processors;
    std::size_t left = 0;  // nodes that have not ended
  };

  static Step step_of(const Node& node, std::uint32_t number) {
    constexpr Picoseconds ps_per_ns = 1000;
    if (node.kind == GoalSchedule::Kind::compute) {
      return {.kind = Step::Kind::compute,
              .duration = static_cast<Picoseconds>(node.size) * ps_per_ns,
              .operation = number};
    }
    return {.kind = node.kind == GoalSchedule::Kind::send ? Step::Kind::send : Step::Kind::receive,
            .peer = node.peer,
            .tag = node.tag,
            .size_bytes = node.size,
            .operation = number};
  }

  static void follow(State& state, const GoalSchedule& schedule, std::uint32_t first,
                     std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; i++) {
      const std::uint32_t follower = schedule.followers[first + i];
      if (--state.requirements[follower] == 0) state.ready.push_back(follower);
    }
  }

  std::string path_;
  std::vector<GoalSchedule> schedules_;
  std::vector<State> ranks_;
};

}  // namespace

std::shared_ptr<Workload> make_goal_workload(const std::string& path) {
  return std::make_shared<GoalWorkload>(path);
}

}  // namespace smpi::packets
