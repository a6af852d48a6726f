// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank holds of MPI_T (MPI 5.0, 15.3): how often it is initialised, and its handles.
#pragma once

#include "include/mpi.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/watch/tool/control_variables.h"
#include "libsmpi/watch/tool/performance_variables.h"

namespace smpi::tool {

struct ControlHandle {
  const ControlVariable* variable;
  HandleValue handle = 0;
};

struct Session {
  HandleValue handle = 0;
};

// A variable in a session. One that counts does so between start and stop.
struct PerformanceHandle {
  const PerformanceVariable* variable;
  const Session* session;
  HandleValue handle = 0;
  bool started = false;
  double base = 0;   // what the variable was at the start
  double count = 0;  // until the last stop

  double value(const Rank& rank) const {
    if (!variable->is_counted()) return variable->read(rank);
    return started ? count + variable->read(rank) - base : count;
  }
  void set(const Rank& rank, double new_value) {
    count = new_value;
    base = variable->read(rank);
  }
  void start(const Rank& rank) {
    if (!started) base = variable->read(rank);
    started = true;
  }
  void stop(const Rank& rank) {
    count = value(rank);
    started = false;
  }
};

struct State {
  int init_count = 0;
  HandlePool<ControlHandle> control_handles;
  HandlePool<Session> sessions;
  HandlePool<PerformanceHandle> performance_handles;
};

}  // namespace smpi::tool
