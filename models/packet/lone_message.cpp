// SPDX-License-Identifier: BSD-3-Clause
//
// A network of one way.
#include "models/packet/lone_message.h"

#include <vector>

#include "models/packet/carriers.h"

namespace smpi::models::packet {
namespace {

class OneWay : public Paths, public Owner {
 public:
  explicit OneWay(std::span<const Hop> hops) : hops_(hops.begin(), hops.end()) {
    for (PortId port = 0; port < hops_.size(); port++) hops_[port].port = port;
  }
  Picoseconds find(const Trip&, std::vector<Hop>& hops) override {
    hops.insert(hops.end(), hops_.begin(), hops_.end());
    return 0;
  }
  void delivered(MessageId, const Labels&, Picoseconds now) override { end = now; }
  void departed(const Labels&, Picoseconds) override {}
  void due(std::uint32_t, std::uint32_t, Picoseconds) override {}

  Picoseconds end = 0;

 private:
  std::vector<Hop> hops_;
};

}  // namespace

Picoseconds time_of_lone_message(const Fabric& fabric, const Config& config,
                                 std::span<const Hop> hops, std::uint64_t size_bytes) {
  Ports ports(hops.size(), fabric.channel_count());
  for (PortId port = 0; port < hops.size(); port++) ports.set(port, fabric.facts(hops[port].port));
  OneWay way(hops);
  const auto carrier = make_carrier(config, ports, way, way, fabric.least_reach());
  carrier->start(0, {0, 1, size_bytes});
  carrier->run_until(never);
  return way.end;
}

}  // namespace smpi::models::packet
