// SPDX-License-Identifier: BSD-3-Clause
//
// The formulas of single flows and of pairs (flow_exchanges.cpp), at a time that need not be now.
#include "models/network/flow_forecasts.h"

#include <algorithm>
#include <limits>
#include <typeinfo>

#include "models/network/flow_model.h"

namespace smpi::models {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What a link has left for one of two flows of this weight.
double half_level(double capacity, const LinkUse& use) {
  return 2 * std::uint64_t{use.quanta} > quanta_per_link ? capacity / (2 * use.weight) : infinity;
}

}  // namespace

FlowForecasts* flow_forecasts(Network& network) {
  // Each rank asks in each call of a collapsed exchange, and a cast between bases takes 800
  // instructions.
  if (typeid(network) != typeid(FlowNetwork)) return nullptr;
  return static_cast<FlowNetwork&>(network).forecasts();
}

FlowForecasts* FlowNetwork::forecasts() {
  if (!takes_pairs_ || notes_shares_) return nullptr;
  if (forecasts_ == nullptr) {
    forecasts_ = std::make_unique<FlowForecasts>(platform_, config_, routes_, factors_, maxmin_);
  }
  return forecasts_.get();
}

inline FlowForecasts::Leg FlowForecasts::leg_of(const Flow& flow, RouteId route) {
  const RouteFacts& facts = routes_.facts(route);
  const double size = flow.size_bytes + config_.header_bytes;
  const SizeFactors::Factors& factors = factors_.of(size);
  return {.latency_s = factors.latency_factor * facts.latency_s,
          .work = size * facts.penalty / factors.bandwidth_factor,
          .level = facts.bound_level};
}

// Is there somebody else on the link in that time? REQUIRES: it is not a fat pipe.
inline bool FlowForecasts::meets(LinkId link, double begin_s, double end_s) const {
  const Span& span = spans_[link];
  return (begin_s < span.until_s && span.from_s < end_s) || maxmin_.is_taken(link);
}

// Uses all links if nobody else does in that time; false: somebody does, and nothing has changed.
inline bool FlowForecasts::occupy_free(const Plan& plan, double begin_s, double end_s) {
  const LinkId* const links = plan_links_.data() + plan.first_link;
  for (std::uint32_t i = 0; i < plan.link_count; i++) {
    if (meets(links[i], begin_s, end_s)) [[unlikely]]
      return false;
  }
  for (std::uint32_t i = 0; i < plan.link_count; i++) {
    Span& span = spans_[links[i]];
    if (!(begin_s < span.until_s)) span = {begin_s, end_s};
  }
  return true;
}

inline void FlowForecasts::occupy(const Plan& plan, double begin_s, double end_s) {
  const LinkId* const links = plan_links_.data() + plan.first_link;
  for (std::uint32_t i = 0; i < plan.link_count; i++) {
    Span& span = spans_[links[i]];
    if (!(begin_s < span.until_s)) span.from_s = begin_s;
    span.until_s = std::max(span.until_s, end_s);
  }
}

void FlowForecasts::make_plan(PlanId& id, const Flow& there, const Flow* back) {
  spans_.resize(platform_.links.count());
  users_.resize(platform_.links.count());
  if (id == no_plan) {
    id = static_cast<PlanId>(plans_.size());
    plans_.emplace_back();
  }
  found_links_.clear();
  const auto find_links = [this](RouteId route) {
    for (const LinkUse& use : routes_.uses(route)) {
      const bool is_shared = platform_.links.policy[use.link] == SharingPolicy::shared;
      if (is_shared && std::ranges::find(found_links_, use.link) == found_links_.end()) {
        found_links_.push_back(use.link);
      }
    }
  };
  Plan& plan = plans_[id];
  const RouteId route = routes_.acquire(there.source, there.destination);
  plan.source = there.source;
  plan.destination = there.destination;
  plan.sizes_bytes[0] = there.size_bytes;
  plan.sizes_bytes[1] = -1;
  plan.legs[0] = leg_of(there, route);
  plan.level = infinity;
  find_links(route);
  if (back != nullptr) {
    const RouteId other = routes_.acquire(back->source, back->destination);
    plan.sizes_bytes[1] = back->size_bytes;
    plan.legs[1] = leg_of(*back, other);
    plan.level = shared_level(route, other, 0, 0).alone_level;
    find_links(other);
    routes_.release(other);
  }
  routes_.release(route);
  keep_links(plan);
  plan.version = version_;
}

// A plan that is made anew uses its old place, if there is room.
void FlowForecasts::keep_links(Plan& plan) {
  plan.link_count = static_cast<std::uint32_t>(found_links_.size());
  if (plan.link_count > plan.link_room) {
    plan.first_link = static_cast<std::uint32_t>(plan_links_.size());
    plan.link_room = plan.link_count;
    plan_links_.resize(plan_links_.size() + plan.link_room);
  }
  std::ranges::copy(found_links_, plan_links_.begin() + plan.first_link);
}

void FlowForecasts::forecast(Flow& flow, PlanId& id) {
  if (id == no_plan || !is_for(plans_[id], flow, -1)) [[unlikely]]
    make_plan(id, flow, nullptr);
  const Plan& plan = plans_[id];
  const Course course{plan.legs[0], flow.start_s + plan.legs[0].latency_s};
  flow.end_s = course.alone_end_s();
  tally_.flow_count++;
  if (occupy_free(plan, course.begin_s, flow.end_s)) return;
  forecast_met(flow, course);
  occupy(plan, course.begin_s, flow.end_s);
}

// Of a flow that is not alone.
void FlowForecasts::forecast_met(Flow& flow, Course course) {
  const double end_s = course.alone_end_s();
  bool is_in_conflict = false;
  const RouteId route = routes_.acquire(flow.source, flow.destination);
  for (const LinkUse& use : routes_.uses(route)) {
    if (platform_.links.policy[use.link] != SharingPolicy::shared) continue;
    if (!meets(use.link, course.begin_s, end_s)) continue;
    const double level = half_level(maxmin_.capacity(use.link), use);
    if (!(level < course.leg.level)) continue;
    course.leg.level = level;
    is_in_conflict = true;
  }
  routes_.release(route);
  flow.end_s = course.alone_end_s();
  if (is_in_conflict) note_conflict(flow);
}

// The levels of two flows on the links that both use.
FlowForecasts::Shared FlowForecasts::shared_level(RouteId there, RouteId back, double begin_s,
                                                  double end_s) {
  pair_count_++;
  for (const LinkUse& use : routes_.uses(there)) {
    users_[use.link] = {.weight = use.weight, .quanta = use.quanta, .pair = pair_count_};
  }
  Shared shared{infinity, infinity};
  for (const LinkUse& use : routes_.uses(back)) {
    const LinkUser& user = users_[use.link];
    if (user.pair != pair_count_) continue;
    if (platform_.links.policy[use.link] != SharingPolicy::shared) continue;
    const double capacity = maxmin_.capacity(use.link);
    const double both = user.weight + use.weight;
    const std::uint64_t quanta = std::uint64_t{user.quanta} + use.quanta;
    if (quanta > quanta_per_link) {
      shared.alone_level = std::min(shared.alone_level, capacity / both);
    }
    if (!meets(use.link, begin_s, end_s)) continue;
    if (quanta + std::max(user.quanta, use.quanta) <= quanta_per_link) continue;
    const double all = both + std::max(user.weight, use.weight);
    shared.met_level = std::min(shared.met_level, capacity / all);
  }
  return shared;
}

// When two flows end that share at this level from when the later one begins.
inline void FlowForecasts::share(const Course (&courses)[2], double level, Flow& there,
                                 Flow& back) {
  there.end_s = courses[0].alone_end_s();
  back.end_s = courses[1].alone_end_s();
  if (level == infinity) return;
  const double begin_s = std::max(courses[0].begin_s, courses[1].begin_s);
  double work[2];
  for (int i = 0; i < 2; i++) {
    const Course& course = courses[i];
    const double alone_s = begin_s - course.begin_s;
    work[i] = alone_s > 0 ? course.leg.work - course.leg.level * alone_s : course.leg.work;
    if (!(work[i] > 0)) return;  // it ends before the other begins
  }
  const double both_level = std::min({level, courses[0].leg.level, courses[1].leg.level});
  double ends_s[] = {begin_s + work[0] / both_level, begin_s + work[1] / both_level};
  if (ends_s[0] != ends_s[1]) {  // the longer one goes on at its bound
    const int first = ends_s[0] < ends_s[1] ? 0 : 1;
    const int other = 1 - first;
    const double service = std::max(both_level * (ends_s[first] - begin_s), work[first]);
    const double left = std::max(work[other] - service, 0.0);
    ends_s[other] = ends_s[first] + left / courses[other].leg.level;
  }
  there.end_s = ends_s[0];
  back.end_s = ends_s[1];
}

// Of two flows of which one is not alone with the other: sets the level if it is lower.
bool FlowForecasts::is_slowed(const Flow& there, const Flow& back, double begin_s, double end_s,
                              double& level) {
  const RouteId out = routes_.acquire(there.source, there.destination);
  const RouteId in = routes_.acquire(back.source, back.destination);
  const double met_level = shared_level(out, in, begin_s, end_s).met_level;
  routes_.release(in);
  routes_.release(out);
  if (!(met_level < level)) return false;
  level = met_level;
  return true;
}

void FlowForecasts::forecast_pair(Flow& there, Flow& back, PlanId& id) {
  if (id == no_plan || !is_for(plans_[id], there, back.size_bytes)) [[unlikely]]
    make_plan(id, there, &back);
  const Plan& plan = plans_[id];
  const Course courses[] = {{plan.legs[0], there.start_s + plan.legs[0].latency_s},
                            {plan.legs[1], back.start_s + plan.legs[1].latency_s}};
  const double begin_s = std::min(courses[0].begin_s, courses[1].begin_s);
  tally_.flow_count += 2;
  share(courses, plan.level, there, back);
  double end_s = std::max(there.end_s, back.end_s);
  if (occupy_free(plan, begin_s, end_s)) return;
  double level = plan.level;
  if (is_slowed(there, back, begin_s, end_s, level)) {
    share(courses, level, there, back);
    note_conflict(there);
    note_conflict(back);
    end_s = std::max(there.end_s, back.end_s);
  }
  occupy(plan, begin_s, end_s);
}

}  // namespace smpi::models
