// SPDX-License-Identifier: BSD-3-Clause
//
// Measuring a simulated network instead of a machine: which factors make flows as fast as packets?
//
// The measuring program runs under smpirun with a model of packets, on a platform of the user, and
// the fit turns what it finds into a network file. Then runs under flows, which cost a thousandth
// for long messages, have the single messages of packets; where messages meet, flows still share.
#pragma once

#include <string>
#include <vector>

#include "tools/calibrate/network/folder.h"

namespace smpi::calibrate::network {

struct SimulatedNetwork {
  std::string model;  // nic, reserve or packet; empty: a machine is measured
  std::string platform;
  std::vector<std::string> links;
  std::vector<std::string> configuration;
};

// The launcher and compiler of a measurement of it: those beside this program.
void simulate(const SimulatedNetwork& network, FolderSettings& settings);

}  // namespace smpi::calibrate::network
