// SPDX-License-Identifier: BSD-3-Clause
//
// The network as the floors above see it: messages go in as flows, and a call comes back when the
// last byte has arrived. Which model works behind it is chosen by `network/model`. A new model is a
// class with this interface and a line in Network::make.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "models/platform/platform.h"

namespace smpi::models {

using FlowId = std::uint32_t;

struct FlowRequest {
  HostId source;
  HostId destination;
  double size_bytes;          // payload; the model adds the header
  kernel::EventHandler done;  // called in event context when the last byte has arrived
  void* owner;
  std::uint32_t argument;
  AnnouncementId announcement = no_announcement;
};

// What the protocol above a network should know of it.
struct NetworkTraits {
  // Small messages travel before their receives are posted, unless the user says otherwise.
  bool sends_early = false;
  // Messages that wait for their receive are announced, and their flows start with that.
  bool wants_announcements = false;
  bool can_scale = true;  // start_scaled() does what it says
};

// What a network has done so far.
struct NetworkStatistics {
  std::uint64_t flow_count = 0;         // flows started
  std::uint64_t solve_count = 0;        // instants in which rates were computed
  std::uint64_t solved_flow_count = 0;  // flows whose rate was computed, summed over the solves
  std::uint64_t pair_count = 0;         // of flows that started as one (paired_flows.h)
  std::uint64_t broken_pair_count = 0;  // of these that others met, which were two from then on
};

class Network {
 public:
  // The table of options `network/...` for Options::declare.
  static std::span<const kernel::OptionSpec> options();
  // The model that `options` ask for. `platform` and `engine` must outlive the network.
  static std::unique_ptr<Network> make(kernel::Engine& engine, Platform& platform,
                                       const kernel::Options& options);
  virtual ~Network() = default;

  // Flows that start or end within `duration_s` of each other change the shares of the others at
  // once, at the end of that time. A flow drains from its own start all the same. The default is 0:
  // shares change in each instant. Where computation is measured, flows that belong together start
  // some nanoseconds apart; computing the shares after each start would cost the square of their
  // number. A model may take longer where thousands share, but not as long as a message takes.
  virtual void gather_changes(double duration_s) = 0;
  // Starts a flow now.
  virtual FlowId start(const FlowRequest& request) = 0;
  // A message between these hosts waits for its receive. Its announcement ends with its flow, or
  // with withdraw(). REQUIRES: traits().wants_announcements.
  virtual AnnouncementId announce(HostId /*source*/, HostId /*destination*/) {
    return no_announcement;
  }
  virtual void withdraw(AnnouncementId /*announcement*/) {}
  // Stops a flow before its end; `done` is not called.
  virtual void cancel(FlowId flow) = 0;
  // The time an uncontended message takes (MODELS 1): for closed forms and tests.
  virtual double uncontended_time_s(HostId source, HostId destination, double size_bytes) = 0;

  // Called by whoever changes a link's bandwidth, latency or state in the platform.
  virtual void link_changed(LinkId link) = 0;
  // Bytes per second that cross `link` now, acknowledgements included.
  virtual double link_usage_bytes_per_s(LinkId link) const = 0;
  // Calls observer(owner, link) at every change of a link's usage (energy, traces), before the new
  // usage is visible, so that it can integrate the old one. Costs time for each message.
  virtual void add_usage_observer(kernel::EventHandler observer, void* owner) = 0;

  // What can never move again, when nothing happens any more; empty: nothing. For reports.
  virtual std::string standstill() const { return {}; }

  // A flow that ends because a link on its way is off (network/on-failure:fail): whoever is told
  // calls `done`, or knows better.
  struct FailedFlow {
    kernel::EventHandler done;
    void* owner;
    std::uint32_t argument;
    LinkId link;
  };
  using FailureHandler = void (*)(void* owner, const FailedFlow& flow);
  void set_failure_handler(FailureHandler handler, void* owner) {
    failure_handler_ = handler;
    failure_owner_ = owner;
  }

  const NetworkTraits& traits() const { return traits_; }
  const NetworkStatistics& statistics() const { return statistics_; }
  // statistics().flow_count for another thread, such as that of a progress line.
  std::uint64_t started_flow_count() const {
    return started_flow_count_.load(std::memory_order_relaxed);
  }

 protected:
  // Every model calls this once per flow, first.
  void count_start() {
    started_flow_count_.store(++statistics_.flow_count, std::memory_order_relaxed);
  }

  // In event context.
  void tell_failure(const FailedFlow& flow) const {
    if (failure_handler_ != nullptr) return failure_handler_(failure_owner_, flow);
    flow.done(flow.owner, flow.argument);
  }

  NetworkTraits traits_;
  NetworkStatistics statistics_;

 private:
  FailureHandler failure_handler_ = nullptr;
  void* failure_owner_ = nullptr;
  std::atomic<std::uint64_t> started_flow_count_ = 0;
};

}  // namespace smpi::models
