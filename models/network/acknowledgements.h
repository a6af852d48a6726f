// SPDX-License-Identifier: BSD-3-Clause
//
// Acknowledgements that take capacity and do not slow their own flow
// (network/crosstraffic:reserve, MODELS 12.3).
//
// With crosstraffic:yes a flow counts as stopped by a link that carries only its acknowledgements,
// 5 % of it: on routes of different lengths that costs up to half of its rate, which no measurement
// shows. Here a flow x uses the links of its way, and a shadow of it the links of the way back. The
// shadow's rate is that of its flow, so x + a y <= C holds on each link, but the link divides only
// what the shadows leave, and only among the flows that use it forwards.
//
// The shadow is a flow of the max-min solver like others: its bound is the level of its flow, and
// its penalty is so small (acknowledgement_penalty) that it reaches its bound before a link stops
// anybody; where shadows alone would fill a link, the link scales them. Levels of flows and bounds
// of shadows depend on each other, so the system is solved until they agree: each round multiplies
// the error by about a (0.05), eight rounds give ten digits. Alternatives considered: marking such
// uses in the solver, whose loops are the hot path of everybody else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/network/routes.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {

class Acknowledgements {
 public:
  explicit Acknowledgements(MaxMin& maxmin) : maxmin_(maxmin) {}

  // The shadow of a flow that has just been added at `level`, under an index that nobody else uses,
  // and what it reserves: for one flow or for a stream. True when it shares a link that can
  // saturate.
  struct Reservation {
    std::uint32_t first_use;
    std::size_t use_count;
    MaxMin::Kind kind;
  };
  bool add(FlowIndex flow, FlowIndex shadow, const Reservation& reserved, double level);
  // The shadow of a flow that has left: takes it away, and returns its index, if there is one.
  FlowIndex remove(FlowIndex flow);
  // After a solve: gives the shadows the levels of their flows. False: they have them.
  bool follow_levels();
  // The flow that this one is the shadow of; itself if it is none.
  FlowIndex flow_of(FlowIndex index) const {
    return index < flow_of_.size() && flow_of_[index] != no_id ? flow_of_[index] : index;
  }
  std::size_t count() const { return count_; }

 private:
  bool follow_level(FlowIndex flow);

  MaxMin& maxmin_;
  std::vector<FlowIndex> shadow_of_;  // by flow; no_id: none
  std::vector<FlowIndex> flow_of_;    // by shadow
  std::vector<double> level_;         // that of the flow which its shadow has, by flow
  std::vector<FlowIndex> on_link_;
  std::size_t count_ = 0;
};

}  // namespace smpi::models
