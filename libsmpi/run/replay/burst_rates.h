// SPDX-License-Identifier: BSD-3-Clause
//
// A trace whose bursts of computation are weighed with the rates of a file (replay/rates, made by
// smpi-calibrate rate). The same code runs at different speeds between different calls: with one
// speed for all, a burst that waits for memory is too short and another too long.
//
// A burst of a class whose rate is half the mean counts twice. So the sum stays as it was, and the
// speed of hosts means what it means without rates: that of the mean.
#pragma once

#include <memory>
#include <string>

#include "libsmpi/watch/trace/trace.h"

namespace smpi::replay {

// Throws kernel::InputError when the file is wrong.
std::unique_ptr<trace::Trace> with_rates(std::unique_ptr<trace::Trace> trace,
                                         const std::string& file);

}  // namespace smpi::replay
