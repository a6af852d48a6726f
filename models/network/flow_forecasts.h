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

  // What one flow or two do on free links, kept for the next ones like them: who asks again and
  // again for the same hosts and sizes gives the same plan, no_plan at first.
  using PlanId = std::uint32_t;
  static constexpr PlanId no_plan = 0xffffffffU;

  // These throw InputError where the platform has no route.
  void forecast(Flow& flow, PlanId& plan);
  // REQUIRES: `back` goes from the destination of `there` to its source.
  void forecast_pair(Flow& there, Flow& back, PlanId& plan);
  // A link has changed: no plan is valid any more.
  void forget() { version_++; }
  const ForecastTally& tally() const { return tally_; }

 private:
  // What a flow is on its route.
  struct Leg {
    double latency_s;
    double work;   // in its bandwidth phase
    double level;  // the highest that it can have
  };
  struct Course {
    Leg leg;
    double begin_s;  // of its bandwidth phase
    double alone_end_s() const { return begin_s + leg.work / leg.level; }
  };
  struct Plan {
    HostId source = no_id;  // of the first
    HostId destination = no_id;
    double sizes_bytes[2] = {-1, -1};  // of one flow alone the second is negative
    Leg legs[2] = {};
    double level = 0;  // of both while they share; infinite: they do not
    std::uint32_t version = 0;
    std::uint32_t first_link = 0;  // in plan_links_
    std::uint32_t link_count = 0;
    std::uint32_t link_room = 0;
  };
  // When a link was used last.
  struct Span {
    double from_s = 0;
    double until_s = -1;
  };
  struct LinkUser {
    double weight = 0;  // of the first flow of the pair number `pair`
    std::uint32_t quanta = 0;
    std::uint32_t pair = 0;
  };
  struct Shared {
    double alone_level;  // of both, where nobody else is; infinite: they leave room for each other
    double met_level;    // where somebody is
  };

  bool is_for(const Plan& plan, const Flow& flow, double back_bytes) const {
    return plan.source == flow.source && plan.destination == flow.destination &&
           plan.sizes_bytes[0] == flow.size_bytes && plan.sizes_bytes[1] == back_bytes &&
           plan.version == version_;
  }
  [[gnu::noinline]] void make_plan(PlanId& id, const Flow& there, const Flow* back);
  void keep_links(Plan& plan);
  Leg leg_of(const Flow& flow, RouteId route);
  bool meets(LinkId link, double begin_s, double end_s) const;
  bool occupy_free(const Plan& plan, double begin_s, double end_s);
  void occupy(const Plan& plan, double begin_s, double end_s);
  Shared shared_level(RouteId there, RouteId back, double begin_s, double end_s);
  static void share(const Course (&courses)[2], double level, Flow& there, Flow& back);
  [[gnu::noinline]] void forecast_met(Flow& flow, Course course);
  [[gnu::noinline]] bool is_slowed(const Flow& there, const Flow& back, double begin_s,
                                   double end_s, double& level);
  void note_conflict(const Flow& flow) {
    tally_.conflict_count++;
    tally_.conflict_s += flow.end_s - flow.start_s;
  }

  const Platform& platform_;
  const NetworkConfig& config_;
  RouteCache& routes_;
  SizeFactors& factors_;
  const MaxMin& maxmin_;
  std::vector<Span> spans_;      // by link
  std::vector<LinkUser> users_;  // likewise
  std::vector<Plan> plans_;
  std::vector<LinkId> plan_links_;   // those of a plan one after the other
  std::vector<LinkId> found_links_;  // of the plan that is being made
  std::uint32_t version_ = 1;
  std::uint32_t pair_count_ = 0;
  ForecastTally tally_;
};

// nullptr: the network knows no such times: its flows choose their ways, vary, or are slowed by
// more than links.
FlowForecasts* flow_forecasts(Network& network);

}  // namespace smpi::models
