// SPDX-License-Identifier: BSD-3-Clause
//
// When flows would end that are never in the network: what they take while nobody else is on their
// links, by the formulas that single flows and pairs have there (flow_exchanges.cpp). It costs a
// look at each link of the route in the place of events, a solve and tables.
//
// Each link keeps from when until when such flows used it last. A flow that finds another one
// there, or one of the network, is in conflict: it takes its share as if the two had equal weight.
// The flow of the network is not slowed, and the look is at the time of asking, which may be before
// the flow begins: so an exchange of small messages is right to what tally() counts, not exact.
//
// Alternatives considered: counting all flows on a link. A link with many of them has as many
// shares, but most of them end soon, and their number is that of the wrong moment.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/network.h"
#include "models/network/routes.h"
#include "models/network/size_factors.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {

// Flows are counted as messages, a pair as two.
struct ForecastTally {
  std::uint64_t flow_count = 0;
  std::uint64_t conflict_count = 0;
  double conflict_s = 0;  // from the starts to the ends of those in conflict
};

class FlowForecasts {
 public:
  struct Flow {
    HostId source;
    HostId destination;
    double size_bytes;
    double start_s;
    double end_s = 0;  // the answer
  };

  // All must outlive it.
  FlowForecasts(const Platform& platform, const NetworkConfig& config, RouteCache& routes,
                SizeFactors& factors, const MaxMin& maxmin)
      : platform_(platform), config_(config), routes_(routes), factors_(factors), maxmin_(maxmin) {}

  // These throw InputError where the platform has no route.
  void forecast(Flow& flow);
  // REQUIRES: `back` goes from the destination of `there` to its source.
  void forecast_pair(Flow& there, Flow& back);
  const ForecastTally& tally() const { return tally_; }

 private:
  // A flow on its route.
  struct Course {
    RouteId route;
    double begin_s;  // of its bandwidth phase
    double work;     // in that
    double level;    // the highest that it can have
    bool is_in_conflict;
    double alone_end_s() const { return begin_s + work / level; }
  };
  struct LinkState {
    double from_s = 0;  // used last
    double until_s = -1;
    double weight = 0;  // of the first flow of the pair number `pair`
    std::uint32_t quanta = 0;
    std::uint32_t pair = 0;
  };
  struct Shared {
    double level;  // of both; infinite: they leave room for each other
    bool is_in_conflict;
  };

  Course course_of(const Flow& flow);
  bool meets(LinkId link, double begin_s, double end_s) const;
  void share_met(Course& course, double end_s);
  Shared shared_level(const Course& there, const Course& back, double begin_s, double end_s);
  void occupy(const Course& course, double end_s);
  void end(const Course& course, Flow& flow, double end_s);

  const Platform& platform_;
  const NetworkConfig& config_;
  RouteCache& routes_;
  SizeFactors& factors_;
  const MaxMin& maxmin_;
  std::vector<LinkState> links_;
  std::uint32_t pair_count_ = 0;
  ForecastTally tally_;
};

// Of a network that can be asked so.
class ForecastingNetwork {
 public:
  virtual ~ForecastingNetwork() = default;
  // nullptr: not with its options.
  virtual FlowForecasts* forecasts() = 0;
};

// nullptr: the network knows no such times: its flows choose their ways, vary, or are slowed by
// more than links.
FlowForecasts* flow_forecasts(Network& network);

}  // namespace smpi::models
