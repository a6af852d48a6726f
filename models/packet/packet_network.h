// SPDX-License-Identifier: BSD-3-Clause
//
// Packets behind the interface of all networks (network/model: nic, reserve, packet).
//
// The carrier has a future of its own, in picoseconds. One event of the kernel, the tick, stands
// for it: at the time of its next event. When it fires, everything until then happens, and then, as
// nobody else does anything before the kernel's next event, all that concerns packets only up to
// that: millions of packets cost the kernel nothing. A delivery ends the run ahead, as its receiver
// acts at that time. Messages inside a host take latency and size/bandwidth, one event.
//
// A handshake (packet/rendezvous:control) is two messages: the sender's announcement, and when it
// is there and the receive is posted the receiver's answer; the data follows the answer.
#pragma once

#include <memory>
#include <vector>

#include "models/network/activity.h"
#include "models/network/detours.h"
#include "models/network/link_deaths.h"
#include "models/network/network.h"
#include "models/network/stripes.h"
#include "models/packet/carrier.h"
#include "models/packet/config.h"
#include "models/packet/fabric.h"
#include "models/packet/partition.h"
#include "models/packet/platform_paths.h"

namespace smpi::models::packet {

class PacketNetwork final : public Network,
                            public NetworkActivity,
                            private Owner,
                            private UsageWatch {
 public:
  // Throws InputError.
  PacketNetwork(kernel::Engine& engine, Platform& platform, const kernel::Options& options);

  void gather_changes(double) override {}  // there are no shares to compute
  FlowId start(const FlowRequest& request) override;
  AnnouncementId announce(HostId source, HostId destination) override;
  void withdraw(AnnouncementId announcement) override;
  void cancel(FlowId flow) override;
  double uncontended_time_s(HostId source, HostId destination, double size_bytes) override;
  void link_changed(LinkId link) override;
  double link_usage_bytes_per_s(LinkId link) const override;
  void add_usage_observer(kernel::EventHandler observer, void* owner) override;
  std::string standstill() const override;
  std::size_t flow_count() const override { return flows_.in_use(); }
  std::size_t pending_event_count() const override { return tick_ == kernel::no_event ? 0 : 1; }

  const Fabric& fabric() const { return fabric_; }
  const Ports& ports() const { return ports_; }
  const Carrier& carrier() const { return *carrier_; }

 private:
  enum class State : std::uint8_t {
    unused,
    inside,   // a host: an event of the kernel
    waiting,  // for the answer to its announcement
    carried,
  };
  struct Flow {
    kernel::EventHandler done = nullptr;
    void* owner = nullptr;
    std::uint64_t size_bytes = 0;
    HostId source = 0;
    HostId destination = 0;
    std::uint32_t argument = 0;
    MessageId message = no_index;                   // carried
    kernel::EventId event = kernel::no_event;       // inside
    AnnouncementId announcement = no_announcement;  // waiting
    State state = State::unused;
    std::uint8_t rail = no_rail;
  };
  struct Announcement {
    HostId source;
    HostId destination;
    bool is_there;
    bool is_withdrawn;
    FlowId flow;  // no_index: not started
  };
  // What a message of the carrier is, as one label; the other is the number of the flow or
  // announcement.
  enum class Content : std::uint64_t { data, announcement, answer };

  void delivered(MessageId message, const Labels& labels, Picoseconds now) override;
  void departed(const Labels&, Picoseconds) override {}
  void due(std::uint32_t, std::uint32_t, Picoseconds) override {}
  void usage_changes(PortId port) override;

  void check_failures() const;
  static Labels labels_of(Content content, std::uint32_t number) {
    return {static_cast<std::uint64_t>(content), number};
  }
  static Content content_of(const Labels& labels) { return static_cast<Content>(labels[0]); }
  static std::uint32_t number_of(const Labels& labels) {
    return static_cast<std::uint32_t>(labels[1]);
  }
  Picoseconds now() const;
  void plan_tick();
  void tick();
  std::uint32_t part_count(const FlowRequest& request) const;
  FlowId start_parts(const FlowRequest& request, std::uint32_t count);
  FlowId start_whole(const FlowRequest& request, std::uint8_t rail);
  void start_inside(FlowId id);
  double inside_time_s(HostId host, double size_bytes) const;
  void carry(FlowId id);
  void answer(AnnouncementId id);
  void finish(FlowId id);
  void expect_failure(FlowId id);
  void fail(FlowId id, LinkId link);

  kernel::Engine& engine_;
  Platform& platform_;
  Config config_;
  Fabric fabric_;
  Ports ports_;
  std::unique_ptr<Detours> detours_;
  std::unique_ptr<LinkDeaths> deaths_;
  PlatformPaths paths_;
  std::unique_ptr<Carrier> carrier_;
  Partition* packets_;  // the carrier, where it has packets
  Pool<Flow> flows_;
  Pool<Announcement> announcements_;
  kernel::EventId tick_ = kernel::no_event;
  Picoseconds tick_time_ = never;
  bool fails_ = false;  // flows on links that go off
  bool is_ticking_ = false;
  Stripes stripes_;
  struct Observer {
    kernel::EventHandler observe;
    void* owner;
  };
  std::vector<Observer> observers_;
  std::vector<double> usage_bytes_per_s_;  // by link, as observers have seen it last
};

}  // namespace smpi::models::packet
