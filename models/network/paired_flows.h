// SPDX-License-Identifier: BSD-3-Clause
//
// Two flows that start at once, from one host to another and back: what two processes do that
// exchange messages. A network that knows what becomes of them as long as nobody else is on their
// links can take them as one.
#pragma once

#include "models/network/network.h"

namespace smpi::models {

class PairedFlows {
 public:
  virtual ~PairedFlows() = default;
  // Starts both now. False: they cannot be taken as one now, and nothing was started; the caller
  // starts them one by one, `there` first, and their ends are the same. REQUIRES: `back` goes from
  // the destination of `there` to its source.
  virtual bool start_pair(const FlowRequest& there, const FlowRequest& back) = 0;
};

// nullptr: the model of the network has no such thing.
PairedFlows* paired_flows(Network& network);

}  // namespace smpi::models
