// SPDX-License-Identifier: BSD-3-Clause
//
// What a model of a measured network tells and asks beyond network.h: whether a run stays within
// the measurements (MODELS 12.5), and who sends, where times vary (MODELS 12.4).
#pragma once

#include <cstdint>
#include <optional>

#include "models/network/network.h"

namespace smpi::models {

// What a run asked of the network beyond what was measured.
struct NetworkValidity {
  double least_bytes = 0;
  double most_bytes = 0;
  double beyond_share_of_messages = 0;  // of sizes outside these two
  double beyond_share_of_bytes = 0;
  HostId crowded_host = no_id;  // into which four flows or more went at once, for that share
  double crowded_share = 0;
};

class MeasuredNetwork {
 public:
  virtual ~MeasuredNetwork() = default;
  // nullopt where no range of sizes is known (network/measured-sizes).
  virtual std::optional<NetworkValidity> validity() const = 0;
  // The process that sends the next flow to start: its noise comes from a stream of its own. Others
  // have the noise of their host.
  virtual void expect_sender(std::uint32_t process) = 0;
};

// nullptr: the network is of a model that no measurement describes.
MeasuredNetwork* measured(Network& network);

}  // namespace smpi::models
