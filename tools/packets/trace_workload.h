// SPDX-License-Identifier: BSD-3-Clause
//
// Traces as workloads: what smpirun -replay takes, time-independent text and compressed traces, and
// OTF2 archives.
//
// Actions become messages and computations as they do for GOAL (tools/trace/goal_graph.h):
// collectives of the world are sent by the plain algorithms of textbooks. They are read while ranks
// go on, so a compressed trace is never expanded.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/trace.h"
#include "tools/packets/workload.h"

namespace smpi::packets {

struct TraceSource {
  std::string path;
  std::uint32_t rank_count = 0;          // 0: as the trace says
  std::vector<double> speed_flops = {};  // of each rank's core
  std::shared_ptr<trace::Trace> read =
      nullptr;  // that all parts may use; null: each reads the path
};

// The number of ranks of a trace, and whatever a user should know of it. Throws InputError.
std::uint32_t look_at_trace(const TraceSource& source, std::vector<std::string>& warnings);
std::shared_ptr<Workload> open_trace_workload(const TraceSource& source);

}  // namespace smpi::packets
