// SPDX-License-Identifier: BSD-3-Clause
//
// Rates count the runs of this life only.
#include "tools/study/runs/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include "kernel/print.h"
#include "models/platform/units.h"

namespace smpi::study {

Progress::Progress(std::string name, const Counts& counts)
    : name_(std::move(name)),
      is_terminal_(isatty(STDERR_FILENO) == 1),
      ended_before_(counts.ended()) {}

std::string Progress::line(const Counts& counts, double left_s) const {
  const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin_).count();
  const std::size_t ended = counts.ended();
  const double rate_per_s = static_cast<double>(ended - ended_before_) / std::max(elapsed_s, 1e-3);
  std::string text = fmt::format("{}: {} of {} runs, {} failed, {} at work", name_, ended,
                                 counts.all(), counts.failed, counts.leased);
  if (ended > ended_before_ && ended < counts.all()) {
    if (left_s == 0) left_s = static_cast<double>(counts.all() - ended) / rate_per_s;
    text += fmt::format(", {:.3g} a second, {} left", rate_per_s, models::format_time(left_s));
  }
  return text;
}

void Progress::show(const Counts& counts, const std::function<double()>& left_s) {
  constexpr std::chrono::milliseconds often(500);
  constexpr std::chrono::seconds seldom(60);
  const auto now = Clock::now();
  if (now - last_ < (is_terminal_ ? Clock::duration(often) : Clock::duration(seldom))) return;
  last_ = now;
  const std::string text = line(counts, left_s());
  if (is_terminal_) kernel::erase_line();
  kernel::print_message(is_terminal_ ? text : fmt::format("smpi-study: {}\n", text));
}

void Progress::end() {
  if (is_terminal_) kernel::erase_line();
}

}  // namespace smpi::study
