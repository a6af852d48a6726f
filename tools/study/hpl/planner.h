// SPDX-License-Identifier: BSD-3-Clause
//
// `smpi-study hpl`: which machine to buy for HPL.
//
// Level 0 puts all machines in order by closed forms. Level 1 simulates some panels of the best of
// each kind, corrects the closed forms by what came out, halves the number of kinds, and so on
// until one is left; then it tries broadcasts, depths and exchanges on it. Level 2 simulates whole
// runs of it.
#pragma once

#include <string>

#include "tools/study/hpl/plan_text.h"
#include "tools/study/hpl/simulate.h"

namespace smpi::study::hpl {

enum class Level { closed_form, sampled, whole };

// Throws InputError, and RunsFailed for simulations that failed or were interrupted.
Advice plan_machine(const Market& market, Networks& networks, Simulator& simulator, Level level);

}  // namespace smpi::study::hpl
