// SPDX-License-Identifier: BSD-3-Clause
//
// One cursor a rank, and the steps that its next actions have become.
#include "tools/packets/trace_workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "kernel/error.h"
#include "tools/trace/goal_graph.h"

namespace smpi::packets {
namespace {

using trace::GoalNode;

std::shared_ptr<trace::Trace> open(const TraceSource& source) {
  if (source.read != nullptr) return source.read;
  trace::TraceOptions options;
  if (source.rank_count > 0) options.rank_count = source.rank_count;
  return trace::open_trace(source.path, options);
}

class TraceWorkload : public Workload {
 public:
  explicit TraceWorkload(const TraceSource& source)
      : source_(source), trace_(open(source)), ranks_(trace_->rank_count()) {}

  std::uint32_t rank_count() const override { return trace_->rank_count(); }

  Pull next(RankId rank, Position& position, Step& step) override {
    Reader& reader = reader_of(rank);
    while (reader.steps.empty()) {
      if (reader.has_ended) return Pull::ended;
      read(rank, reader);
    }
    step = reader.steps.front();
    reader.steps.pop_front();
    position.step = reader.cursor->position();
    return Pull::step;
  }

  std::string place(RankId rank, const Position& position) const override {
    return trace_->place(rank, position.step);
  }

 private:
  struct Reader {
    std::unique_ptr<trace::Cursor> cursor;
    std::optional<trace::GoalRank> goal;
    std::deque<Step> steps;
    std::vector<std::uint32_t> awaited;  // nodes that are awaited already
    bool has_ended = false;
  };

  Reader& reader_of(RankId rank) {
    std::unique_ptr<Reader>& reader = ranks_[rank];
    if (reader == nullptr) {
      reader = std::make_unique<Reader>();
      reader->cursor = trace_->cursor(rank);
      const double speed_flops = source_.speed_flops.empty() ? 1 : source_.speed_flops[rank];
      reader->goal.emplace(rank, trace::GoalRank::World{trace_->rank_count(), speed_flops});
    }
    return *reader;
  }

  void read(RankId rank, Reader& reader) {
    trace::Action action;
    if (!reader.cursor->next(action)) {
      reader.has_ended = true;
      reader.steps.push_back({.kind = Step::Kind::await_all});
      return;
    }
    trace::GoalRank& goal = *reader.goal;
    if (!goal.add(action)) {
      throw kernel::InputError("this replay has messages and computations only",
                               {.text = fmt::format("{} at {}", trace::form_of(action.code).keyword,
                                                    trace_->place(rank, reader.cursor->position())),
                                .hint = "smpirun -replay replays all calls, on one thread"});
    }
    std::uint32_t number = goal.first_number();
    for (const GoalNode& node : goal.nodes()) {
      require(reader, node.required);
      if (node.is_join) {
        reader.awaited = {number++};  // all that it requires has been waited for
      } else {
        reader.steps.push_back(step_of(node, number++));
      }
    }
    goal.forget_nodes();
    require(reader, goal.required());
  }

  // A wait for the nodes that have not been waited for.
  static void require(Reader& reader, const std::vector<std::uint32_t>& nodes) {
    const auto& known = reader.awaited;
    if (nodes == known) return;
    for (const std::uint32_t node : nodes) {
      if (std::find(known.begin(), known.end(), node) != known.end()) continue;
      reader.steps.push_back({.kind = Step::Kind::await, .operation = node});
    }
    reader.awaited = nodes;
  }

  static Step step_of(const GoalNode& node, std::uint32_t number) {
    if (node.kind == GoalNode::Kind::compute) {
      return {.kind = Step::Kind::compute,
              .duration = models::packet::to_picoseconds(node.time_s),
              .operation = number};
    }
    return {.kind = node.kind == GoalNode::Kind::send ? Step::Kind::send : Step::Kind::receive,
            .peer = node.peer,
            .tag = node.tag,
            .size_bytes = node.size_bytes,
            .operation = number};
  }

  TraceSource source_;
  std::shared_ptr<trace::Trace> trace_;
  std::vector<std::unique_ptr<Reader>> ranks_;
};

}  // namespace

std::uint32_t look_at_trace(const TraceSource& source, std::vector<std::string>& warnings) {
  const std::shared_ptr<trace::Trace> trace = open(source);
  warnings.insert(warnings.end(), trace->warnings().begin(), trace->warnings().end());
  return trace->rank_count();
}

std::shared_ptr<Workload> open_trace_workload(const TraceSource& source) {
  return std::make_shared<TraceWorkload>(source);
}

}  // namespace smpi::packets
