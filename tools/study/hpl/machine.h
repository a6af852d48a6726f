// SPDX-License-Identifier: BSD-3-Clause
//
// A machine of one node type and one network: what it consists of, costs and takes.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tools/study/hpl/market.h"

namespace smpi::study::hpl {

// What a topology of some size consists of, whatever its links are.
struct NetworkFacts {
  std::uint64_t hosts = 0;  // it has room for
  std::uint64_t switches = 0;
  double cables = 0;
  double ports = 0;  // of the switch that has most
  double hops = 0;   // links from the first host to the last
  double share = 1;  // of a host's bandwidth that half of the hosts can send to the other half
};

// Where facts come from: platforms in the program, whatever a test likes.
class Networks {
 public:
  virtual ~Networks() = default;
  // For `nodes` nodes. Throws InputError.
  virtual NetworkFacts facts(const NetworkType& network, std::uint32_t nodes) = 0;
};

// Builds the platforms that smpirun would, and counts.
class BuiltNetworks : public Networks {
 public:
  explicit BuiltNetworks(std::string market_path) : path_(std::move(market_path)) {}
  NetworkFacts facts(const NetworkType& network, std::uint32_t nodes) override;

 private:
  std::string path_;                           // for messages
  std::map<std::string, NetworkFacts> known_;  // by platform
};

// As smpirun takes it. Throws InputError.
std::string platform_text(const NetworkType& network, std::uint32_t nodes,
                          const std::string& market_path);

struct Cost {
  double nodes = 0;
  double switches = 0;
  double cables = 0;
  double cards = 0;
  double electricity = 0;

  double total() const { return nodes + switches + cables + cards + electricity; }
};

// Electricity, with what the site adds.
struct Electricity {
  double kwh = 0;
  double cost = 0;
  double carbon_kg = 0;  // of CO2
};
// `machine_kwh` is without what the site adds.
Electricity electricity_of(double machine_kwh, const Operation& operation);

struct Bill {
  Cost cost;
  double power_w = 0;       // all under load
  Electricity electricity;  // of all years
};

// Electricity: the mean power, at the utilisation, times PUE and the hours of all years.
Bill bill_of(const NodeType& node, const NetworkType& network, const NetworkFacts& facts,
             const Operation& operation, std::uint32_t nodes);

}  // namespace smpi::study::hpl
