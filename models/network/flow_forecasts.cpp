// SPDX-License-Identifier: BSD-3-Clause
//
// The formulas of single flows and of pairs (flow_exchanges.cpp), at a time that need not be now.
#include "models/network/flow_forecasts.h"

#include <algorithm>
#include <limits>

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
  auto* const forecasting = dynamic_cast<ForecastingNetwork*>(&network);
  return forecasting == nullptr ? nullptr : forecasting->forecasts();
}

FlowForecasts* FlowNetwork::forecasts() {
  if (!takes_pairs_ || notes_shares_) return nullptr;
  if (forecasts_ == nullptr) {
    forecasts_ = std::make_unique<FlowForecasts>(platform_, config_, routes_, factors_, maxmin_);
  }
  return forecasts_.get();
}

inline FlowForecasts::Course FlowForecasts::course_of(const Flow& flow) {
  const RouteId route = routes_.acquire(flow.source, flow.destination);
  const RouteFacts& facts = routes_.facts(route);
  const double size = flow.size_bytes + config_.header_bytes;
  const SizeFactors::Factors& factors = factors_.of(size);
  return {.route = route,
          .begin_s = flow.start_s + factors.latency_factor * facts.latency_s,
          .work = size * facts.penalty / factors.bandwidth_factor,
          .level = facts.bound_level,
          .is_in_conflict = false};
}

// Is there somebody else on the link in that time?
inline bool FlowForecasts::meets(LinkId link, double begin_s, double end_s) const {
  const LinkState& state = links_[link];
  if (begin_s < state.until_s && state.from_s < end_s) return true;
  return maxmin_.is_taken(link) && platform_.links.policy[link] == SharingPolicy::shared;
}

inline void FlowForecasts::share_met(Course& course, double end_s) {
  for (const LinkUse& use : routes_.uses(course.route)) {
    if (!meets(use.link, course.begin_s, end_s)) [[likely]]
      continue;
    const double level = half_level(maxmin_.capacity(use.link), use);
    if (!(level < course.level)) continue;
    course.level = level;
    course.is_in_conflict = true;
  }
}

inline void FlowForecasts::occupy(const Course& course, double end_s) {
  for (const LinkUse& use : routes_.uses(course.route)) {
    LinkState& state = links_[use.link];
    if (!(course.begin_s < state.until_s)) state.from_s = course.begin_s;
    state.until_s = std::max(state.until_s, end_s);
  }
}

inline void FlowForecasts::end(const Course& course, Flow& flow, double end_s) {
  flow.end_s = end_s;
  routes_.release(course.route);
  tally_.flow_count++;
  if (!course.is_in_conflict) return;
  tally_.conflict_count++;
  tally_.conflict_s += end_s - flow.start_s;
}

void FlowForecasts::forecast(Flow& flow) {
  if (links_.size() < platform_.links.count()) links_.resize(platform_.links.count());
  Course course = course_of(flow);
  share_met(course, course.alone_end_s());
  const double end_s = course.alone_end_s();
  occupy(course, end_s);
  end(course, flow, end_s);
}

// The level of two flows on the links that both use.
inline FlowForecasts::Shared FlowForecasts::shared_level(const Course& there, const Course& back,
                                                         double begin_s, double end_s) {
  pair_count_++;
  for (const LinkUse& use : routes_.uses(there.route)) {
    LinkState& state = links_[use.link];
    state.weight = use.weight;
    state.quanta = use.quanta;
    state.pair = pair_count_;
  }
  double alone_level = infinity;
  double met_level = infinity;
  for (const LinkUse& use : routes_.uses(back.route)) {
    const LinkState& state = links_[use.link];
    if (state.pair != pair_count_) continue;
    const double both = state.weight + use.weight;
    const std::uint64_t quanta = std::uint64_t{state.quanta} + use.quanta;
    if (quanta > quanta_per_link) {
      alone_level = std::min(alone_level, maxmin_.capacity(use.link) / both);
    }
    if (!meets(use.link, begin_s, end_s)) [[likely]]
      continue;
    if (quanta + std::max(state.quanta, use.quanta) <= quanta_per_link) continue;
    const double all = both + std::max(state.weight, use.weight);
    met_level = std::min(met_level, maxmin_.capacity(use.link) / all);
  }
  return {std::min(alone_level, met_level), met_level < alone_level};
}

void FlowForecasts::forecast_pair(Flow& there, Flow& back) {
  if (links_.size() < platform_.links.count()) links_.resize(platform_.links.count());
  Course courses[] = {course_of(there), course_of(back)};
  const double begin_s = std::max(courses[0].begin_s, courses[1].begin_s);
  double ends_s[2];
  double shared_work[2];
  bool is_shared = true;
  for (int i = 0; i < 2; i++) {
    const Course& course = courses[i];
    ends_s[i] = course.alone_end_s();
    const double alone_s = begin_s - course.begin_s;
    shared_work[i] = alone_s > 0 ? course.work - course.level * alone_s : course.work;
    is_shared = is_shared && shared_work[i] > 0;  // else it ends before the other begins
  }
  const Shared shared =
      shared_level(courses[0], courses[1], begin_s, std::max(ends_s[0], ends_s[1]));
  const double level = std::min({shared.level, courses[0].level, courses[1].level});
  if (is_shared && shared.level < infinity) {
    for (int i = 0; i < 2; i++) ends_s[i] = begin_s + shared_work[i] / level;
    const int first = ends_s[0] <= ends_s[1] ? 0 : 1;
    const int other = 1 - first;
    // The longer one goes on at its bound.
    if (ends_s[0] != ends_s[1]) {
      const double service = std::max(level * (ends_s[first] - begin_s), shared_work[first]);
      const double left = std::max(shared_work[other] - service, 0.0);
      ends_s[other] = ends_s[first] + left / courses[other].level;
    }
  }
  for (int i = 0; i < 2; i++) {
    courses[i].is_in_conflict = is_shared && shared.is_in_conflict;
    occupy(courses[i], ends_s[i]);
  }
  end(courses[0], there, ends_s[0]);
  end(courses[1], back, ends_s[1]);
}

}  // namespace smpi::models
