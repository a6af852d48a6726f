// SPDX-License-Identifier: BSD-3-Clause
//
// The page of `hpl --measured` (docs/cluster.md): how fast a cluster of a measured node is, as a
// curve with its band, what makes the band, and what to measure next.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace smpi::study {

// `data` is what `hpl --measured --json` prints (cluster/cluster_text.h).
std::string cluster_page(const nlohmann::ordered_json& data);

}  // namespace smpi::study
