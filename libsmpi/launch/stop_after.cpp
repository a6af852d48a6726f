// SPDX-License-Identifier: BSD-3-Clause
//
// An event at that time, after all others of its instant. When nothing else is to come the run is
// not too long but stuck: then the event does nothing, and the deadlock is reported as without it.
#include "libsmpi/launch/stop_after.h"

#include <fmt/format.h>

#include "models/platform/units.h"

namespace smpi::launch {

StopAfter::StopAfter(Simulation& simulation, double time_s)
    : simulation_(simulation), time_s_(time_s) {
  simulation_.engine.events().schedule(
      time_s_, kernel::Priority::timer,
      [](void* self, std::uint32_t) { static_cast<StopAfter*>(self)->stop(); }, this, 0);
}

void StopAfter::stop() {
  if (simulation_.engine.events().empty()) return;
  has_stopped_ = true;
  simulation_.early_end = {
      .why = EarlyEnd::Why::exited,
      .exit_status = stopped_status,
      .report = fmt::format("stopped after {} of simulated time, as --stop-after says",
                            models::format_time(time_s_))};
  simulation_.engine.stop();
}

}  // namespace smpi::launch
