// SPDX-License-Identifier: BSD-3-Clause
//
// What a measured second is worth when nobody said how fast this machine is: smpi/host-speed:auto.
//
// A short platform describes no real machine (its speed is 1 Gf unless somebody says otherwise), so
// a second here is a second there. A platform file does, so the speed of this machine is measured
// (modeled/machine_speed) and seconds are scaled by the ratio. Alternatives considered: a fixed
// number, as before and as SimGrid has it (20 kf): computation then seems free, and nothing says
// so.
#pragma once

#include <string>

#include "kernel/options.h"
#include "libsmpi/run/launch/arguments.h"

namespace smpi {
class Simulation;
}

namespace smpi::launch {

// Is the platform a description and no file? No platform is a short one.
bool has_short_platform(const Arguments& arguments);
// What smpi/host-speed:auto stands for, as a text with unit.
std::string automatic_host_speed(const Arguments& arguments);
// Where computation is measured, replaces `auto` in `options` by that. False when the user said a
// speed, or nothing is measured.
bool choose_host_speed(const Arguments& arguments, kernel::Options& options);
// One line for the end of a run whose speed was chosen here; empty when nothing was measured.
std::string describe_host_speed(const Arguments& arguments, const Simulation& simulation);

}  // namespace smpi::launch
