// SPDX-License-Identifier: BSD-3-Clause
//
// What is printed of a cluster: a table for people, all of it as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/study/cluster/choice.h"
#include "tools/study/cluster/time_parts.h"

namespace smpi::study::cluster {

struct ClusterAnswer {
  Knowledge knowledge;
  std::vector<Measurement> measurements;
  Fit fit;
  std::vector<Prediction> predictions;
  std::vector<TimeParts> parts;  // of each prediction; empty where nobody asked
  std::vector<Choice> choices;   // of each prediction; empty where none was asked for
  double node_w = 0;             // under load; 0: not known
  double switch_w = 0;           // all of them
  bool wants_lines = false;      // as HPL prints them, too
};

std::string cluster_text(const ClusterAnswer& answer);
nlohmann::ordered_json cluster_json(const ClusterAnswer& answer);

}  // namespace smpi::study::cluster
