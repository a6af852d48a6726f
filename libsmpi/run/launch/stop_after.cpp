// SPDX-License-Identifier: BSD-3-Clause
//
// An event at that time, after all others of its instant. When nothing else is to come the run is
// not too long but stuck: then the event does nothing, and the deadlock is reported as without it.
#include "libsmpi/run/launch/stop_after.h"

#include <fmt/format.h>

#include <csignal>

#include "models/platform/units.h"

namespace smpi::launch {
namespace {

constexpr const char* breakpoint_key = "debug/breakpoint";

}  // namespace

StopAfter::StopAfter(Simulation& simulation, double time_s)
    : simulation_(simulation), time_s_(time_s) {
  simulation_.engine.events().schedule(
      time_s_, kernel::Priority::timer,
      [](void* self, std::uint32_t) { static_cast<StopAfter*>(self)->stop(); }, this, 0);
}

void StopAfter::stop() {
  if (simulation_.engine.waking_event_count() == 0) return;
  has_stopped_ = true;
  simulation_.early_end = {
      .why = EarlyEnd::Why::exited,
      .exit_status = stopped_status,
      .report = fmt::format("stopped after {} of simulated time, as --stop-after says",
                            models::format_time(time_s_))};
  simulation_.engine.stop();
}

std::span<const kernel::OptionSpec> breakpoint_options() {
  static constexpr kernel::OptionSpec table[] = {
      {breakpoint_key, kernel::OptionKind::number, "-1",
       "simulated seconds at which the simulator gets SIGTRAP, for -gdb; below 0: never"},
  };
  return table;
}

void set_breakpoint(Simulation& simulation) {
  const double time_s = simulation.options.number(breakpoint_key);
  if (time_s < 0) return;
  simulation.engine.events().schedule(
      time_s, kernel::Priority::resource,
      [](void* engine, std::uint32_t) {
        static_cast<kernel::Engine*>(engine)->drop_inert_event();
        std::raise(SIGTRAP);
      },
      &simulation.engine, 0);
  simulation.engine.add_inert_event();
}

}  // namespace smpi::launch
