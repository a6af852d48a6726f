// SPDX-License-Identifier: BSD-3-Clause
//
// The table of options of packet models, and what their values mean.
#include "models/packet/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/network/config.h"
#include "models/packet/chooser.h"
#include "models/platform/units.h"

namespace smpi::models::packet {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"packet/preset", text, "",
     "ib-hdr, ethernet-10g or bgq: what packet/mtu, header and router-delay are unless given"},
    {"packet/mtu", text, "4096B", "payload of a packet, at most; reserve: 0 for whole messages"},
    {"packet/header", text, "30B", "what each packet carries besides its payload"},
    {"packet/router-delay", text, "100ns", "from the arrival of a head until it may leave"},
    {"packet/credit-delay", text, "", "until a credit leaves (empty: as packet/router-delay)"},
    {"packet/buffer", text, "auto",
     "behind each link, per virtual channel: auto (a round trip of the link, and two packets more, "
     "at least eight), a size, or unlimited"},
    {"packet/switching", text, "cut-through",
     "cut-through, or store-and-forward: a packet leaves once all of it is there"},
    {"packet/arbiter", text, "age",
     "which packet an output takes: age (whose head came first) or rr (inputs in turns)"},
    {"packet/queueing", text, "voq",
     "voq: packets wait for their outputs; fifo: behind the first of their input"},
    {"packet/crossbar-speedup", number, "0",
     "an input is busy 1/speed-up of a packet's time when it leaves; 0: never"},
    {"packet/injection", text, "fcfs",
     "messages of a network card: fcfs (one after the other) or round-robin (packet by packet)"},
    {"packet/channels", text, "topology",
     "virtual channels: topology (as many as its ways need), hops (one per cable of a way) or "
     "bubble (tori: one, and what enters a ring leaves room for a packet more)"},
    {"packet/nic-bandwidth", text, "0Bps",
     "of the network card of a host that is a router itself (tori, meshes), each way; 0: its "
     "cables are the limit"},
    {"packet/rendezvous", text, "control",
     "messages that wait for their receive: control (both sides tell each other by messages) or "
     "free (they know)"},
    {"packet/control-bytes", text, "64B", "payload of such a message"},
    {"packet/adaptive-threshold", text, "0B",
     "bytes that wait for the natural output before adaptive routing looks at others"},
    {"packet/adaptive-bias", number, "2",
     "how many times fuller a minimal output must be than a detour's (ugal-l, par)"},
    {"packet/trains", boolean, "no",
     "packets of a message that nobody comes between as one event: the same times, sooner"},
    {"packet/threads", number, "1", "threads that replay a network in parts (smpi-packets)"},
};

// What a machine's packets are like. Bandwidths and latencies are the platform's.
struct Preset {
  std::string_view name;
  const char* key;
  const char* value;
};
constexpr Preset presets[] = {
    // InfiniBand: largest MTU, local route header with its checks; a switch of 2018.
    {"ib-hdr", "packet/mtu", "4096B"},
    {"ib-hdr", "packet/header", "30B"},
    {"ib-hdr", "packet/router-delay", "100ns"},
    // Frame with preamble and gap 38, IP and TCP 40.
    {"ethernet-10g", "packet/mtu", "1500B"},
    {"ethernet-10g", "packet/header", "78B"},
    {"ethernet-10g", "packet/router-delay", "100ns"},
    // Blue Gene/Q: 2 GB/s a direction, of which 1.8 are payload (IBM's Redbook); 40 ns a hop, its
    // cable included.
    {"bgq", "packet/mtu", "512B"},
    {"bgq", "packet/header", "57B"},
    {"bgq", "packet/router-delay", "40ns"},
};

// Options that say how flows behave. Packets do what these stand for, or have no such thing.
constexpr const char* options_of_flows[] = {
    "network/latency-factor",
    "network/bandwidth-factor",
    "network/weight-S",
    "network/TCP-gamma",
    "network/crosstraffic",
    "network/acknowledgements",
    "network/per-flow",
    "network/loopback-latency-factor",
    "network/loopback-bandwidth-factor",
    "network/loopback-per-flow",
    "network/loopback-capacity",
    "network/measured-sizes",
    "network/noise",
    "network/noise-remote",
    "network/noise-loopback",
    "network/header-size",
    "network/routing-bias",
    "smpi/IB-penalty-factors",
};

[[noreturn]] void refuse(const std::string& message, const std::string& value, std::string hint) {
  throw kernel::InputError(message, {.text = value, .hint = std::move(hint)});
}

template <class Value>
Value one_of(const kernel::Options& options, const char* key,
             std::initializer_list<std::pair<std::string_view, Value>> known) {
  const std::string& value = options.text(key);
  std::vector<std::string_view> names;
  for (const auto& [name, meaning] : known) {
    if (name == value) return meaning;
    names.push_back(name);
  }
  refuse(fmt::format("unknown value of option {}", key), value,
         kernel::did_you_mean(value, names, fmt::format("write {}", fmt::join(names, " or "))));
}

double quantity(const kernel::Options& options, const char* key, Quantity kind, double low,
                double high) {
  const std::string& value = options.text(key);
  const double parsed = parse_quantity(value, kind, {.file = fmt::format("option {}", key)}).value;
  if (parsed >= low && parsed <= high) return parsed;
  const auto shown = [&](double bound) {
    return kind == Quantity::time_s ? format_time(bound) : format_size(bound);
  };
  refuse(fmt::format("option {} is out of range", key), value,
         fmt::format("from {} to {}", shown(low), shown(high)));
}

std::uint32_t bytes_of(const kernel::Options& options, const char* key, double low, double high) {
  const double value = quantity(options, key, Quantity::size_bytes, low, high);
  if (value == std::floor(value)) return static_cast<std::uint32_t>(value);
  refuse(fmt::format("option {} is a whole number of bytes", key), options.text(key), "");
}

// The far end of a port keeps delays in 32 bits of picoseconds.
Picoseconds delay_of(const kernel::Options& options, const char* key) {
  constexpr double longest_s = 4e-3;
  return to_picoseconds(quantity(options, key, Quantity::time_s, 0, longest_s));
}

Buffers buffers_of(const kernel::Options& options) {
  constexpr const char* key = "packet/buffer";
  const std::string& value = options.text(key);
  if (value == "auto") return {};
  if (value == "unlimited") return {Buffers::Kind::unlimited, unlimited_bytes};
  constexpr double largest_bytes = 1e15;
  const double bytes = quantity(options, key, Quantity::size_bytes, 1, largest_bytes);
  return {Buffers::Kind::fixed, static_cast<std::int64_t>(bytes)};
}

double not_negative(const kernel::Options& options, const char* key, double high) {
  const double value = options.number(key);
  if (value >= 0 && value <= high) return value;
  refuse(fmt::format("option {} cannot be {}", key, value), fmt::format("{}", value),
         fmt::format("a number from 0 to {}", high));
}

void refuse_options_of_flows(const kernel::Options& options) {
  for (const char* key : options_of_flows) {
    if (!options.is_set(key)) continue;
    refuse(fmt::format("option {} is about flows, and network/model is {}", key,
                       options.text("network/model")),
           options.text(key), "leave it out, or take another network/model");
  }
}

kernel::Options with_preset(kernel::Options options) {
  const std::string& name = options.text("packet/preset");
  if (name.empty()) return options;
  std::vector<std::string_view> names;
  bool is_known = false;
  for (const Preset& preset : presets) {
    if (names.empty() || names.back() != preset.name) names.push_back(preset.name);
    if (preset.name != name) continue;
    is_known = true;
    if (!options.is_set(preset.key)) options.set(preset.key, preset.value);
  }
  if (is_known) return options;
  refuse("unknown preset of packets", name,
         kernel::did_you_mean(name, names, fmt::format("{}", fmt::join(names, ", "))));
}

Rules rules_of(const kernel::Options& options) {
  constexpr double payload_max = 1 << 20;
  constexpr double header_max = 1 << 16;
  Rules rules;
  const bool may_be_whole = options.text("network/model") == "reserve";
  rules.payload_bytes = bytes_of(options, "packet/mtu", may_be_whole ? 0 : 1, payload_max);
  rules.header_bytes = bytes_of(options, "packet/header", 0, header_max);
  const bool has_own_delay = !options.text("packet/credit-delay").empty();
  rules.credit_delay =
      delay_of(options, has_own_delay ? "packet/credit-delay" : "packet/router-delay");
  rules.switching = one_of<Switching>(options, "packet/switching",
                                      {{"cut-through", Switching::cut_through},
                                       {"store-and-forward", Switching::store_and_forward}});
  rules.arbiter = one_of<Arbiter>(options, "packet/arbiter",
                                  {{"age", Arbiter::age}, {"rr", Arbiter::round_robin}});
  rules.queueing = one_of<Queueing>(options, "packet/queueing",
                                    {{"voq", Queueing::outputs}, {"fifo", Queueing::inputs}});
  rules.injection =
      one_of<Injection>(options, "packet/injection",
                        {{"fcfs", Injection::in_order}, {"round-robin", Injection::in_turns}});
  rules.has_trains = options.boolean("packet/trains");
  rules.crossbar_speedup = not_negative(options, "packet/crossbar-speedup", 1e6);
  return rules;
}

std::uint32_t threads_of(const kernel::Options& options) {
  constexpr double threads_max = 256;
  const double threads = options.number("packet/threads");
  if (threads >= 1 && threads <= threads_max && threads == std::floor(threads)) {
    return static_cast<std::uint32_t>(threads);
  }
  refuse("option packet/threads is a whole number", fmt::format("{}", threads), "from 1 to 256");
}

}  // namespace

std::optional<Model> model_of(const kernel::Options& options) {
  const auto found = std::find(packet_model_names.begin(), packet_model_names.end(),
                               options.text("network/model"));
  if (found == packet_model_names.end()) return std::nullopt;
  return static_cast<Model>(found - packet_model_names.begin());
}

bool differs_by_packet(RoutingRule rule) {
  switch (rule) {
    case RoutingRule::minimal:
    case RoutingRule::ecmp:
    case RoutingRule::dmodk:
    case RoutingRule::smodk:
      return false;
    default:
      return true;
  }
}

std::string_view name_of(Model model) {
  return packet_model_names[static_cast<std::size_t>(model)];
}

std::span<const kernel::OptionSpec> Config::options() {
  return table;
}

Config::Config(const kernel::Options& options) : Config(with_preset(options), Completed{}) {}

Config::Config(const kernel::Options& options, Completed)
    : model(model_of(options).value()),
      rules(rules_of(options)),
      router_delay(delay_of(options, "packet/router-delay")),
      buffers(buffers_of(options)),
      channels(one_of<ChannelUse>(options, "packet/channels",
                                  {{"topology", ChannelUse::by_topology},
                                   {"hops", ChannelUse::by_hop},
                                   {"bubble", ChannelUse::bubble}})),
      nic_bytes_per_s(
          quantity(options, "packet/nic-bandwidth", Quantity::bandwidth_bytes_per_s, 0, 1e18)),
      handshake(one_of<Handshake>(options, "packet/rendezvous",
                                  {{"control", Handshake::control}, {"free", Handshake::free}})),
      control_bytes(bytes_of(options, "packet/control-bytes", 0, 1e6)),
      adaptive_threshold_bytes(
          quantity(options, "packet/adaptive-threshold", Quantity::size_bytes, 0, 1e15)),
      adaptive_bias(not_negative(options, "packet/adaptive-bias", 1e6)),
      threads(threads_of(options)),
      loopback_bytes_per_s(options.number("network/loopback-bw")),
      loopback_latency_s(options.number("network/loopback-lat")),
      routing(options),
      failures(options) {
  refuse_options_of_flows(options);
  refuse_policies();
  if (!(loopback_bytes_per_s > 0)) {
    refuse("option network/loopback-bw is above 0", options.text("network/loopback-bw"), "");
  }
  if (loopback_latency_s < 0) {
    refuse("option network/loopback-lat cannot be negative", options.text("network/loopback-lat"),
           "");
  }
  if (buffers.kind == Buffers::Kind::fixed && buffers.size_bytes < packet_bytes()) {
    refuse("a buffer must hold a packet", options.text("packet/buffer"),
           fmt::format("packets have up to {} bytes with their header", packet_bytes()));
  }
  if (channels == ChannelUse::bubble && buffers.kind == Buffers::Kind::fixed &&
      buffers.size_bytes < 2 * packet_bytes()) {
    refuse("with packet/channels:bubble a buffer must hold two packets",
           options.text("packet/buffer"),
           fmt::format("two of them have {} bytes", 2 * packet_bytes()));
  }
}

// Routers know their own queues only, and nic and reserve have none at all.
void Config::refuse_policies() const {
  if (routing.rail_rule == RailRule::adaptive) {
    refuse("rails are not chosen by load with packets", "adaptive",
           "network/rail-policy: round-robin, hash or stripe:SIZE");
  }
  if (routing.rule == RoutingRule::ugal_global) {
    refuse("a router does not know the queues of others", "ugal-g", "network/routing:ugal-l");
  }
  const bool looks_at_queues = Chooser::is_needed(routing.rule);
  if (model == Model::packet || !looks_at_queues) return;
  refuse(fmt::format("network/model:{} has no queues that routing could look at", name_of(model)),
         std::string(models::name_of(routing.rule)), "network/model:packet has them");
}

}  // namespace smpi::models::packet
