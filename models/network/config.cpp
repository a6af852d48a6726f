// SPDX-License-Identifier: BSD-3-Clause
//
// The models as a table of defaults, and the options that override them.
#include "models/network/config.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/platform/scaling.h"

namespace smpi::models {
namespace {

constexpr const char* smpi_bandwidth_factors =
    "65472:0.940694;15424:0.697866;9376:0.58729;5776:1.08739;3484:0.77493;1426:0.608902;"
    "732:0.341987;257:0.338112;0:0.812084";
constexpr const char* smpi_latency_factors =
    "65472:11.6436;15424:3.48845;9376:2.59299;5776:2.18796;3484:1.88101;1426:1.61075;"
    "732:1.9503;257:1.95341;0:2.01467";

struct ModelDefaults {
  std::string_view name;
  NetworkModel model;
  const char* latency_factor;
  const char* bandwidth_factor;
  double weight_s;
  double tcp_gamma_bytes;
  bool crosstraffic;
};

constexpr double gamma_default_bytes = 4194304;

constexpr std::array<ModelDefaults, 7> models = {{
    {"SMPI", NetworkModel::smpi, smpi_latency_factors, smpi_bandwidth_factors, 8775,
     gamma_default_bytes, true},
    {"LV08", NetworkModel::lv08, "13.01", "0.97", 20537, gamma_default_bytes, true},
    {"CM02", NetworkModel::cm02, "1", "1", 0, gamma_default_bytes, true},
    {"raw", NetworkModel::raw, "1", "1", 0, 0, false},
    {"Constant", NetworkModel::constant, "1", "1", 0, 0, false},
    {ideal_network, NetworkModel::constant, "0", "1", 0, 0, false},
    {"IB", NetworkModel::infiniband, smpi_latency_factors, smpi_bandwidth_factors, 8775,
     gamma_default_bytes, true},
}};

// An empty default means: the model's own value (help texts name it).
constexpr std::array<kernel::OptionSpec, 34> option_table = {{
    {"network/model", kernel::OptionKind::text, "SMPI",
     "SMPI, LV08, CM02, raw, Constant, IB or ideal: how messages share the links as flows; nic, "
     "reserve or packet: how they cross them as packets"},
    {"network/latency-factor", kernel::OptionKind::text, "",
     "by size of message, such as 65472:11.6436;0:2.01467; Constant: seconds a message"},
    {"network/bandwidth-factor", kernel::OptionKind::text, "",
     "by size of message, such as 65472:0.940694;0:0.812084"},
    {"network/weight-S", kernel::OptionKind::number, "8775",
     "weight of a link's capacity in the sharing (LV08: 20537; CM02 and raw: 0)"},
    {"network/TCP-gamma", kernel::OptionKind::number, "4194304",
     "largest TCP window in bytes, 0 for none (raw: 0)"},
    {"network/crosstraffic", kernel::OptionKind::text, "yes",
     "acknowledgements use a share of the rate on the way back: yes, no (raw), or reserve: they "
     "take "
     "their share first and do not slow the flow that they belong to"},
    {"network/acknowledgements", kernel::OptionKind::number, "0.05", "that share, from 0 to 1"},
    {"network/per-flow", kernel::OptionKind::text, "0",
     "by size, as factors: 1 where the bandwidth factor bounds the rate of a flow instead of the "
     "share that it gets"},
    {"network/loopback-latency-factor", kernel::OptionKind::text, "",
     "as network/latency-factor, of messages inside a host (empty: no difference)"},
    {"network/loopback-bandwidth-factor", kernel::OptionKind::text, "",
     "as network/bandwidth-factor, of messages inside a host (empty: no difference)"},
    {"network/loopback-per-flow", kernel::OptionKind::text, "0",
     "as network/per-flow, with network/loopback-bandwidth-factor"},
    {"network/loopback-capacity", kernel::OptionKind::number, "0",
     "bytes per second of all messages inside a host together, 0 for no limit"},
    {"network/measured-sizes", kernel::OptionKind::text, "",
     "smallest:largest size in bytes for which the factors hold; a line at the end tells of "
     "others"},
    {"network/noise", kernel::OptionKind::boolean, "no",
     "vary the times of messages by the tables network/noise-..."},
    {"network/noise-seed", kernel::OptionKind::number, "0",
     "start of their random numbers; smpirun: smpi/seed unless set"},
    {"network/noise-remote", kernel::OptionKind::text, "",
     "of flows between hosts, size:deviation;... or size:mean,deviation,weight:...;..."},
    {"network/noise-loopback", kernel::OptionKind::text, "", "the same, of flows inside a host"},
    {"network/noise-os", kernel::OptionKind::text, "", "the same, of smpi/os"},
    {"network/noise-ois", kernel::OptionKind::text, "", "the same, of smpi/ois"},
    {"network/noise-or", kernel::OptionKind::text, "", "the same, of smpi/or"},
    {"network/loopback-bw", kernel::OptionKind::number, "10000000000",
     "bytes per second of the built-in loopback of a host"},
    {"network/loopback-lat", kernel::OptionKind::number, "0",
     "seconds of latency of the built-in loopback of a host"},
    {"network/scale-bandwidth", kernel::OptionKind::text, "1",
     "factor of the bandwidth of all links, above 0, or inf"},
    {"network/scale-latency", kernel::OptionKind::text, "1",
     "factor of the latency of all links, or 0"},
    {"network/header-size", kernel::OptionKind::number, "16",
     "bytes that each message carries besides its payload"},
    {"smpi/IB-penalty-factors", kernel::OptionKind::text, "0.965;0.925;1.35",
     "Be;Bs;ys of the InfiniBand contention model"},
    {"network/routing", kernel::OptionKind::text, "minimal",
     "minimal, ecmp, random, dmodk, smodk, adaptive, valiant, ugal-l, ugal-g, par, spread, "
     "valiant-spread, dal, omniwar[:M] or ksp[:K]: which way a message takes"},
    {"network/routing-candidates", kernel::OptionKind::number, "4",
     "ways that adaptive, ugal-l, ugal-g and par compare"},
    {"network/routing-bias", kernel::OptionKind::number, "0",
     "flows times links by which a detour must be better (ugal-l, ugal-g, par)"},
    {"network/routing-seed", kernel::OptionKind::number, "1",
     "start of the hashes by which policies draw ways"},
    {"network/adaptive-min-size", kernel::OptionKind::number, "8192",
     "bytes; smaller messages take the minimal way whatever the policy"},
    {"network/rail-policy", kernel::OptionKind::text, "round-robin",
     "which rail of a host a message takes: round-robin, hash, adaptive; stripe:SIZE cuts messages "
     "of that size into one part per rail"},
    {"network/on-failure", kernel::OptionKind::text, "reroute",
     "reroute: messages go around links that are off; wait: they stand until these are on; fail: "
     "sends and receives end with an error"},
    {"network/reroute-delay", kernel::OptionKind::number, "0",
     "seconds from the failure of a link until messages go around it"},
}};

const ModelDefaults& find_model(const std::string& name) {
  std::vector<std::string_view> names;
  for (const ModelDefaults& known : models) {
    if (known.name == name) return known;
    names.push_back(known.name);
  }
  names.insert(names.end(), packet_model_names.begin(), packet_model_names.end());
  throw kernel::InputError(
      "unknown network model",
      {.text = name,
       .hint = kernel::did_you_mean(
           name, names, "SMPI, LV08, CM02, raw, Constant, IB, nic, reserve or packet")});
}

StepTable table_of(const kernel::Options& options, const char* key, const char* model_value) {
  const bool is_chosen = options.is_set(key) && !is_ideal_network(options);
  return StepTable(key, is_chosen ? options.text(key) : model_value);
}

double number_of(const kernel::Options& options, const char* key, double model_value,
                 bool zero_allowed) {
  const double value = options.is_set(key) ? options.number(key) : model_value;
  if (value < 0 || (value == 0 && !zero_allowed)) {
    throw kernel::InputError(fmt::format("option {} cannot be {}", key, value));
  }
  return value;
}

Crosstraffic crosstraffic_of(const kernel::Options& options, bool model_value) {
  constexpr const char* key = "network/crosstraffic";
  bool is_on = model_value;
  if (options.is_set(key) && !kernel::parse_boolean(options.text(key), is_on)) {
    if (options.text(key) == "reserve") return Crosstraffic::reserve;
    throw kernel::InputError(fmt::format("option {} is yes, no or reserve", key),
                             {.text = options.text(key)});
  }
  return is_on ? Crosstraffic::yes : Crosstraffic::no;
}

double acknowledgement_use_of(const kernel::Options& options) {
  constexpr const char* key = "network/acknowledgements";
  const double use = options.number(key);
  if (use >= 0 && use <= 1) return use;
  throw kernel::InputError(fmt::format("option {} is a share from 0 to 1", key),
                           {.text = options.text(key)});
}

InfinibandFactors infiniband_of(const std::string& text) {
  const auto refuse = [&]() {
    throw kernel::InputError("option smpi/IB-penalty-factors needs three numbers",
                             {.text = text, .hint = "Be;Bs;ys, such as 0.965;0.925;1.35"});
  };
  std::array<double, 3> values{};
  std::size_t start = 0;
  for (std::size_t i = 0; i < values.size(); i++) {
    const std::size_t end = text.find(';', start);
    if ((end == std::string::npos) != (i + 1 == values.size())) refuse();
    values[i] = StepTable("smpi/IB-penalty-factors", text.substr(start, end - start)).at(0);
    start = end + 1;
  }
  return {.receive = values[0], .send = values[1], .send_to_loaded_receiver = values[2]};
}

}  // namespace

std::span<const kernel::OptionSpec> NetworkConfig::options() {
  return option_table;
}

bool is_ideal_network(const kernel::Options& options) {
  return options.text("network/model") == ideal_network;
}

NetworkConfig::NetworkConfig(const kernel::Options& options)
    : model(find_model(options.text("network/model")).model),
      latency_factor(table_of(options, "network/latency-factor",
                              find_model(options.text("network/model")).latency_factor)),
      bandwidth_factor(table_of(options, "network/bandwidth-factor",
                                find_model(options.text("network/model")).bandwidth_factor)) {
  const ModelDefaults& defaults = find_model(options.text("network/model"));
  if (bandwidth_factor.smallest() <= 0) {
    throw kernel::InputError("option network/bandwidth-factor needs factors above 0");
  }
  weight_s = number_of(options, "network/weight-S", defaults.weight_s, true);
  tcp_gamma_bytes = number_of(options, "network/TCP-gamma", defaults.tcp_gamma_bytes, true);
  header_bytes = number_of(options, "network/header-size", 16, true);
  crosstraffic = crosstraffic_of(options, defaults.crosstraffic);
  acknowledgement_use = acknowledgement_use_of(options);
  if (acknowledgement_use == 0) crosstraffic = Crosstraffic::no;
  loopback_bandwidth_bytes_per_s =
      number_of(options, "network/loopback-bw", 1e10, false) *
      factor_of(options, "network/scale-bandwidth", FactorRange::above_0);
  loopback_latency_s = number_of(options, "network/loopback-lat", 0, true) *
                       factor_of(options, "network/scale-latency", FactorRange::finite);
  infiniband = infiniband_of(options.text("smpi/IB-penalty-factors"));
  routing = RoutingConfig(options);
  failures = FailureConfig(options);
  if (!is_ideal_network(options)) calibration = Calibration(options);
}

}  // namespace smpi::models
