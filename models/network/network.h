// SPDX-License-Identifier: BSD-3-Clause
//
// The network: turns messages into flows with a latency phase and a bandwidth phase (MODELS 1-4),
// shares links by weighted max-min, and calls back when a flow has ended.
#pragma once

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
};

// What a network has done so far.
struct NetworkStatistics {
  std::uint64_t flow_count = 0;         // flows started
  double byte_count = 0;                // payload
  std::uint64_t solve_count = 0;        // instants in which rates were computed
  std::uint64_t solved_flow_count = 0;  // flows whose rate was computed, summed over the solves
};

class Network {
 public:
  // Options: those of network_options(). `platform` and `engine` must outlive the network.
  Network(kernel::Engine& engine, Platform& platform, const kernel::Options& options);
  ~Network();

  // Flows that start or end within `duration_s` of each other change the shares of the others at
  // once, at the end of that time; a flow drains from its own start all the same. 0, the default:
  // in each instant. Where computation is measured starts differ by nanoseconds that mean nothing,
  // and computing shares for each takes the time of the square of their number.
  void gather_changes(double duration_s);
  // Starts a flow now.
  FlowId start(const FlowRequest& request);
  // Stops a flow before its end; `done` is not called.
  void cancel(FlowId flow);
  // The time an uncontended message takes (MODELS 1): for closed forms and tests.
  double uncontended_time_s(HostId source, HostId destination, double size_bytes);
  // The table of options `network/...` for Options::declare.
  static std::span<const kernel::OptionSpec> options();

  // Called by whoever changes a link's bandwidth, latency or state in the platform.
  void link_changed(LinkId link);
  // Bytes per second that cross `link` now, acknowledgements included.
  double link_usage_bytes_per_s(LinkId link) const;
  // Calls observer(owner, link) at every change of a link's usage (energy, traces), before the new
  // usage is visible, so that it can integrate the old one. Costs time for each message.
  void add_usage_observer(kernel::EventHandler observer, void* owner);

  const NetworkStatistics& statistics() const;
  // statistics().flow_count for another thread, such as that of a progress line.
  std::uint64_t started_flow_count() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace smpi::models
