// SPDX-License-Identifier: BSD-3-Clause
//
// How fast a processor worked in a recorded run: volume per second of processor time, of all bursts
// of computation together and of each class of bursts. A class is what stands before and after the
// burst in the trace: the code between the same two calls is mostly the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/trace.h"

namespace smpi::calibrate::rate {

struct BurstClass {
  std::string after;   // keywords of actions, such as "recv"
  std::string before;  // empty at the end of the rank
  std::uint64_t count = 0;
  double volume = 0;  // in the unit of the trace
  double seconds = 0;
  double rate() const { return volume / seconds; }
};

struct BurstRates {
  std::vector<BurstClass> classes;  // with seconds, the longest first
  std::uint64_t count = 0;
  double volume = 0;
  double seconds = 0;
  // What a replay is off, summed over bursts and relative to their time, with one rate for all and
  // with a rate per class.
  double error_of_one_rate = 0;
  double error_of_classes = 0;
  double rate() const { return volume / seconds; }
};

// Of bursts that have their time (t=). Throws kernel::InputError when there is none, or it took no
// time.
BurstRates rates_of(const std::vector<std::string>& traces);

}  // namespace smpi::calibrate::rate
