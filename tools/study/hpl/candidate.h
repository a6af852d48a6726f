// SPDX-License-Identifier: BSD-3-Clause
//
// A machine, how HPL is set on it, and what comes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tools/study/hpl/machine.h"
#include "tools/study/hpl/rules.h"
#include "tools/study/statistics/sample.h"

namespace smpi::study::hpl {

// How its time was found.
enum class Origin {
  closed_form,  // closed_form.h
  corrected,    // the closed form with what simulations of such a machine said (correction.h)
  sampled,      // some panels were simulated (sampling.h)
  simulated,    // whole runs
};

struct Candidate {
  std::size_t node = 0;     // place in the market
  std::size_t network = 0;  // place in the market
  std::uint32_t nodes = 0;  // that are bought
  Grid grid;
  std::uint64_t n = 0;
  Setting setting;
  Bill bill;
  double time_s = 0;
  double gflops = 0;
  Origin origin = Origin::closed_form;
  std::optional<Interval> gflops_interval;  // 95 %, of whole runs that differ

  double gflops_per_w() const { return gflops / bill.power_w; }
  void set_time(double seconds, Origin from) {
    time_s = seconds;
    gflops = flops(static_cast<double>(n)) / seconds / 1e9;
    origin = from;
  }
};

}  // namespace smpi::study::hpl
