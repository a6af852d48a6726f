// SPDX-License-Identifier: BSD-3-Clause
//
// What a cable and its software do with messages, as far as it is known by its name: files in
// share/cables, or one of the user (docs/cluster.md).
#pragma once

#include <string>
#include <vector>

#include "tools/study/cluster/spread.h"

namespace smpi::study::cluster {

struct Cable {
  std::string name;
  std::string description;
  double line_bytes_per_s = 0;  // each way
  Spread payload;               // share of the line's rate that messages get
  Spread left;                  // share of that which is left while the cores compute
  Spread latency_s;             // of an empty message, from user process to user process
  Spread message_s;             // processor time for each message, at each end
  Spread core_bytes_per_s;      // that one rank can send or receive, at most
  std::string network;          // a file of smpi-calibrate network instead of all that; absolute
};

// `word` is the name of a preset, the name of a file (of a preset's form, or of smpi-calibrate
// network), or RATE,LATENCY such as "25Gbps,12us", as iperf and ping measure them. Throws
// InputError.
Cable read_cable(const std::string& word);

// One that no message takes: of runs on one node.
Cable unused_cable();

// Names of the presets that are installed, by rate.
std::vector<std::string> preset_names();

// The file of smpirun --network for such a cable: `bandwidth` of a link each way.
struct CableValues {
  double bandwidth_bytes_per_s = 0;
  double latency_s = 0;  // from process to process
  double message_s = 0;
  double core_bytes_per_s = 0;
  double loopback_bytes_per_s = 0;     // of one message inside a node
  double node_copies_bytes_per_s = 0;  // of all messages inside a node
};
std::string network_text(const CableValues& values);

}  // namespace smpi::study::cluster
