// SPDX-License-Identifier: BSD-3-Clause
//
// The class behind flow_network.h, whose functions are in six files: the life of a flow
// (flow_network.cpp), flows that share a route as one (flow_streams.cpp), pairs of opposite flows
// as one (flow_exchanges.cpp), flows that are only forecast (flow_forecasts.cpp), what looks at
// flows and their shares where somebody asked for it (flow_notes.cpp), and links that change under
// flows (flow_changes.cpp).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernel/quick_vector.h"
#include "models/network/acknowledgements.h"
#include "models/network/activity.h"
#include "models/network/clocks.h"
#include "models/network/config.h"
#include "models/network/contention.h"
#include "models/network/detours.h"
#include "models/network/exchanges.h"
#include "models/network/flow.h"
#include "models/network/flow_forecasts.h"
#include "models/network/flow_network.h"
#include "models/network/flow_shapes.h"
#include "models/network/link_deaths.h"
#include "models/network/measured.h"
#include "models/network/paired_flows.h"
#include "models/network/routes.h"
#include "models/network/routing.h"
#include "models/network/scaled_flows.h"
#include "models/network/size_factors.h"
#include "models/network/streams.h"
#include "models/network/stripes.h"
#include "models/network/timers.h"
#include "models/network/usage_reports.h"
#include "models/network/validity.h"
#include "models/sharing/maxmin.h"

namespace smpi::models {

class FlowNetwork final : public Network,
                          public NetworkActivity,
                          public MeasuredNetwork,
                          public ScaledFlows,
                          public PairedFlows {
 public:
  FlowNetwork(kernel::Engine& engine, Platform& platform, const kernel::Options& options);

  void gather_changes(double duration_s) override { gather_s_ = duration_s; }
  FlowId start(const FlowRequest& request) override;
  FlowId start_scaled(const FlowRequest& request, const FlowScale& scale) override;
  bool start_pair(const FlowRequest& there, const FlowRequest& back) override;
  // nullptr: flows choose their ways, vary, or are slowed by more than links.
  FlowForecasts* forecasts();
  void cancel(FlowId id) override;
  // Tests compare streams (streams.h) with single flows: a route has them from this many users on.
  // REQUIRES: no flow has started.
  void form_streams_from(std::uint32_t users) { stream_users_min_ = users; }
  std::size_t stream_count() const { return streams_.count(); }
  double uncontended_time_s(HostId source, HostId destination, double size_bytes) override;
  void link_changed(LinkId link) override;
  double link_usage_bytes_per_s(LinkId link) const override;
  void add_usage_observer(kernel::EventHandler observer, void* owner) override;
  std::optional<NetworkValidity> validity() const override {
    return validity_ == nullptr ? std::nullopt : std::optional(validity_->result());
  }
  void expect_sender(std::uint32_t process) override {
    if (shapes_ != nullptr) shapes_->expect_sender(process);
  }
  std::size_t flow_count() const override {
    const std::size_t shadows = acknowledgements_ == nullptr ? 0 : acknowledgements_->count();
    const std::size_t single_count = flows_.size() - free_flows_.size();
    return single_count + 2 * exchanges_.count() - shadows - streams_.count();
  }
  std::size_t pending_event_count() const override {
    const std::size_t own = gathering_ == kernel::no_event ? 0 : 1;
    return timers_.pending_event_count() + exchange_timers_.pending_event_count() +
           clocks_.pending_event_count() + own;
  }
  std::vector<StandingFlow> standing_flows() const override;

 private:
  void expect(std::span<const FlowId> turns, std::size_t now) const;
  void timer_fired(FlowId id);
  void clock_due(LinkId link);
  void admit(FlowId id);
  void request_update();
  // For flows that come and go, of which there may be many at nearly the same time.
  void request_gathered_update() {
    if (gather_s_ > 0) [[unlikely]]
      return gather();
    request_update();
  }
  [[gnu::noinline]] void gather();
  double gathering_window_s() const;
  void update();
  void solve() {
    maxmin_.solve();
    statistics_.solve_count++;
    statistics_.solved_flow_count += maxmin_.solved_count();
  }
  void set_clock_levels() {
    for (const LinkId link : maxmin_.relevelled())
      clocks_.set_level(link, maxmin_.link_level(link));
  }
  void solve_with_acknowledgements();
  void update_bounds();
  void follow(FlowId id);
  double take_off(FlowId id);
  [[gnu::always_inline]] inline void leave_shares(FlowId id);
  bool join_stream(FlowId id);
  void update_streams();
  void solve_stream(StreamIndex index);
  void follow_stream(FlowId slot);
  void wait_for_due(FlowId slot, LinkId link);
  void expand_streams(LinkId link, std::size_t first);
  void take_due_members(FlowId slot, double late_service);
  void stream_timer_fired(FlowId slot);
  double take_off_stream(FlowId id);
  void leave_stream(FlowId id);
  double stream_service(StreamIndex index);
  ExchangedFlow exchanged_flow(const FlowRequest& request, RouteId route);
  bool start_exchange(const FlowRequest& there, const FlowRequest& back,
                      const RouteId (&routes)[2]);
  static double end_of(const Exchange& exchange, int number);
  void exchange_ended(std::uint32_t index);
  void go_on_alone(const Exchange& exchange, const ExchangedFlow& rest, double other_work);
  void run_alone(FlowId id);
  FlowId single_flow(const ExchangedFlow& exchanged);
  void release_claim(const Exchange& exchange);
  void break_up_met(std::uint32_t first_use, std::size_t use_count);
  void break_up(std::uint32_t index);
  void share_since(const Exchange& exchange, const FlowId (&ids)[2]);
  void break_up_all();
  void break_up_stream(FlowId slot, std::vector<FlowId>& members);
  void note_arrival(FlowId id, double level);
  bool note_acknowledgements(FlowId id, double level);
  void note_departure(FlowId id);
  void drop_shadow(FlowId id);
  [[gnu::always_inline]] inline void recycle(FlowId id);
  [[gnu::always_inline]] inline void finish(FlowId id);
  [[gnu::always_inline]] inline void finish_ended(std::size_t first);
  FlowId take_slot() {
    if (free_flows_.empty()) {
      flows_.emplace_back();
      return static_cast<FlowId>(flows_.size() - 1);
    }
    const FlowId id = free_flows_.back();
    free_flows_.pop_back();
    return id;
  }
  FlowId start_on(const FlowRequest& request, Choice choice);
  FlowId start_by_choice(const FlowRequest& request, std::uint32_t rail = no_id);
  bool take_way_of_now(FlowId id);
  double latency_s(double size_bytes, const RouteFacts& facts) const;
  std::vector<FlowId> take_flows_off(LinkId link);
  void take_unsolved_off(std::vector<FlowId>& taken);
  // The level that contention at the interfaces leaves of `level`.
  double penalised(FlowId id, double level) const {
    return contention_ == nullptr ? level : level / contention_->penalty(id);
  }
  double bound_level(FlowId id) const;
  double note_start(FlowId id, const FlowRequest& request, double wait_s);
  void note_end(FlowId id);
  FlowId start_parts(const FlowRequest& request, std::uint32_t count);
  LinkId link_off(FlowId id) const { return routes_.link_off(flows_[id].route); }
  void expect_failure(FlowId id);
  void fail(FlowId id, LinkId link);

  kernel::Engine& engine_;
  Platform& platform_;
  NetworkConfig config_;
  SizeFactors factors_{config_.latency_factor, config_.bandwidth_factor};
  SizeFactors scaled_factors_ = factors_;  // of start_scaled()
  RouteCache routes_;
  Streams streams_{routes_};
  std::uint32_t stream_users_min_ = Streams::users_min;
  MaxMin maxmin_;
  FlowTimers timers_;
  ServiceClocks clocks_;
  std::unique_ptr<Contention> contention_;  // null: links alone slow a flow
  std::unique_ptr<Routing> routing_;        // null: every flow takes way 0
  std::unique_ptr<FlowShapes> shapes_;      // null: factors by size are all there is
  std::unique_ptr<ValidityWatch> validity_;
  std::unique_ptr<FlowForecasts> forecasts_;            // null: nobody has asked for any
  std::unique_ptr<Acknowledgements> acknowledgements_;  // null: they reserve nothing
  // Null where no link can go off. Then also the sizes of flows, of which a new way needs them.
  std::unique_ptr<Detours> detours_;
  std::unique_ptr<LinkDeaths> deaths_;
  std::vector<double> sizes_bytes_;
  FlowTimers exchange_timers_;
  Exchanges exchanges_;
  bool takes_pairs_ = false;   // as long as nobody notes shares
  bool chooses_ways_ = false;  // routing or detours
  bool notes_flows_ = false;   // routing, contention, shapes or validity
  bool notes_shares_ = false;  // acknowledgements or observers of usage
  std::vector<Flow> flows_;
  kernel::QuickVector<FlowId> free_flows_;
  kernel::QuickVector<FlowId> ended_;  // those of the clock that is due; handlers may nest
  double gather_s_ = 0;                // 0: changes do not gather
  double gather_window_s_ = 0;         // of the gathering that is under way, or was last
  double mean_duration_s_ = 0;  // of flows that share links, about; kept while changes gather
  kernel::EventId gathering_ = kernel::no_event;
  bool update_requested_ = false;
  bool fails_ = false;                        // flows on links that go off
  std::map<LinkId, double> stopped_since_s_;  // of links that let nothing pass any more
  Stripes stripes_;
  UsageReports usage_{maxmin_};
};

}  // namespace smpi::models
