// SPDX-License-Identifier: BSD-3-Clause
//
// What the options `packet/...` say, for the models of packets: network/model nic, reserve, packet.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "kernel/options.h"
#include "models/network/failure_config.h"
#include "models/network/routing_config.h"
#include "models/packet/rules.h"

namespace smpi::models::packet {

enum class Model : std::uint8_t { nic, reserve, packet };

std::string_view name_of(Model model);
// The model that the options ask for; nullopt: none of packets.
std::optional<Model> model_of(const kernel::Options& options);

// Do packets of one message take different ways?
bool differs_by_packet(RoutingRule rule);

// How large the buffers behind links are.
struct Buffers {
  enum class Kind : std::uint8_t { automatic, fixed, unlimited };
  Kind kind = Kind::automatic;
  std::int64_t size_bytes = 0;  // of each virtual channel, where it is fixed
};

// How virtual channels keep packets from waiting for each other in a circle.
enum class ChannelUse : std::uint8_t {
  by_topology,
  by_hop,
  bubble,  // tori: one channel; what enters a ring leaves room for one packet more
};

enum class Handshake : std::uint8_t { control, free };

struct Config {
  // Throws InputError for wrong values, and for options of other models.
  explicit Config(const kernel::Options& options);

  static std::span<const kernel::OptionSpec> options();

  Model model;
  Rules rules;
  Picoseconds router_delay;
  Buffers buffers;
  ChannelUse channels;
  double nic_bytes_per_s;  // of hosts that are routers themselves; 0: their cables are the limit
  Handshake handshake;
  std::uint64_t control_bytes;  // of the messages of a handshake
  double adaptive_threshold_bytes;
  double adaptive_bias;
  std::uint32_t threads;
  double loopback_bytes_per_s;
  double loopback_latency_s;
  RoutingConfig routing;
  FailureConfig failures;

  void refuse_policies() const;
  // Of the largest packet, on the wire.
  std::int64_t packet_bytes() const {
    return std::int64_t{rules.payload_bytes} + rules.header_bytes;
  }

 private:
  struct Completed {};  // with what a preset says
  Config(const kernel::Options& options, Completed);
};

}  // namespace smpi::models::packet
