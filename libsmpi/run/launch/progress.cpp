// SPDX-License-Identifier: BSD-3-Clause
//
// The line is rewritten in place and erased at the end.
#include "libsmpi/run/launch/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <utility>

#include "kernel/print.h"
#include "libsmpi/ranks/load/real_clock.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/launch/summary.h"
#include "models/network/network.h"
#include "models/platform/units.h"

namespace smpi::launch {
namespace {

constexpr std::chrono::milliseconds period(500);

}  // namespace

Progress::Progress(const Simulation& simulation, bool wanted, Share share)
    : simulation_(simulation), share_(std::move(share)), start_s_(load::real_clock_s()) {
  if (wanted) thread_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_one();
  thread_.join();
  if (shown_) kernel::erase_line();
}

void Progress::show() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, period, [this] { return stop_; })) {
    const double wall_s = load::real_clock_s() - start_s_;
    const auto flow_count = static_cast<double>(simulation_.network.started_flow_count());
    std::string done;
    if (share_.all > 0) {
      const double part = static_cast<double>(share_.done()) / static_cast<double>(share_.all);
      done = fmt::format("{:.1f} % of {} actions, ", 100 * part, share_.all);
    }
    kernel::erase_line();
    kernel::print_message("{}simulated {}, {:.3g} messages a second, {} of memory, {:.0f} s", done,
                          models::format_time(simulation_.engine.now_s()), flow_count / wall_s,
                          models::format_size(peak_memory_bytes()), wall_s);
    shown_ = true;
  }
}

}  // namespace smpi::launch
