// SPDX-License-Identifier: BSD-3-Clause
//
// Options, and what of them a replay in parts cannot do.
#include "tools/packets/machine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string>

#include "kernel/error.h"
#include "models/network/config.h"
#include "models/network/network.h"
#include "models/platform/ways.h"
#include "models/readers/short_platform.h"
#include "models/readers/xml_platform.h"

namespace smpi::packets {
namespace {

using models::packet::Config;

constexpr const char* detached_key = "smpi/send-is-detached-thresh";
// The one option of libsmpi that counts here.
constexpr kernel::OptionSpec own_options[] = {
    {detached_key, kernel::OptionKind::number, "65536",
     "sends below this size (bytes) complete at once"},
};

models::Platform load_platform(const Arguments& arguments, std::uint32_t rank_count) {
  const std::string& text = arguments.platform;
  if (text.empty()) {
    return models::make_short_platform(fmt::format("star:{}", rank_count),
                                       arguments.short_platform);
  }
  const std::size_t colon = text.find(':');
  const bool is_short =
      colon != std::string::npos && text.find('/') > colon && access(text.c_str(), R_OK) != 0;
  if (is_short) return models::make_short_platform(text, arguments.short_platform);
  if (arguments.has_short_options) {
    throw kernel::InputError("a platform file takes no --link and no --loopback",
                             {.text = text, .hint = "write links into the file"});
  }
  return models::read_platform_file(text);
}

kernel::Options read_options(const Arguments& arguments, const models::Platform& platform) {
  kernel::Options options;
  options.declare(models::Network::options());
  options.declare(Config::options());
  options.declare(own_options);
  for (const std::string& text : arguments.configuration) options.set_from_argument(text);
  for (const models::Platform::Config& config : platform.config) {
    options.set(config.key, config.value, {.file = platform.source, .line = config.line});
  }
  if (!options.is_set("network/model")) options.set("network/model", "packet");
  if (models::packet::model_of(options)) return options;
  throw kernel::InputError(
      "this replay has models of packets only",
      {.text = options.text("network/model"),
       .hint = kernel::did_you_mean(options.text("network/model"), models::packet_model_names,
                                    "nic, reserve or packet; smpirun -replay has the others")});
}

void refuse_what_parts_cannot_do(const models::Platform& platform, const Config& config) {
  if (!platform.profiles.empty()) {
    throw kernel::InputError(
        "this replay knows no hosts and links that change",
        {.file = platform.source, .text = "trace files", .hint = "smpirun -replay plays them"});
  }
  if (config.handshake == models::packet::Handshake::free) {
    throw kernel::InputError(
        "ranks of this replay tell each other by messages",
        {.text = "packet/rendezvous:free", .hint = "smpirun -replay can do without them"});
  }
  if (config.routing.stripe_bytes > 0) {
    throw kernel::InputError("this replay sends no message over several rails",
                             {.text = "network/rail-policy:stripe",
                              .hint = "round-robin or hash; smpirun -replay has stripes"});
  }
}

}  // namespace

Machine::Machine(const Arguments& arguments, std::uint32_t rank_count)
    : platform_(load_platform(arguments, rank_count)),
      options_(read_options(arguments, platform_)),
      config_(options_),
      fabric_(platform_, config_) {
  refuse_what_parts_cannot_do(platform_, config_);
}

Protocol Machine::protocol() const {
  const double eager_bytes = options_.number(detached_key);
  if (!(eager_bytes >= 0 && eager_bytes <= 1e18)) {
    throw kernel::InputError(fmt::format("option {} is a size in bytes", detached_key),
                             {.text = options_.text(detached_key)});
  }
  // Small messages may go another way than large ones (network/adaptive-min-size).
  const bool has_one_way = config_.routing.rule == models::RoutingRule::minimal ||
                           (!models::packet::differs_by_packet(config_.routing.rule) &&
                            config_.routing.adaptive_min_bytes <= 0);
  const bool is_in_order = config_.rules.injection == models::packet::Injection::in_order;
  const bool has_rails = config_.routing.rail_rule != models::RailRule::hash;
  bool has_several_rails = false;
  if (platform_.hosts.count() > 1 && has_rails) {
    const models::HostWays between = models::ways_between(platform_, 0, 1);
    has_several_rails = between.ways != nullptr && between.ways->rail_count() > 1;
  }
  return {.eager_bytes = static_cast<std::uint64_t>(eager_bytes),
          .control_bytes = config_.control_bytes,
          .may_overtake = !has_one_way || !is_in_order || has_several_rails};
}

}  // namespace smpi::packets
