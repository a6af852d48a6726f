// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun --pop: how much of the ranks' time is useful, and what takes the rest: the efficiency
// metrics of the POP Centre of Excellence (https://pop-coe.eu, "POP Standard Metrics for Parallel
// Performance Analysis").
//
// The program runs a second time on an ideal network (network/model:ideal) with the same seed: what
// is lost there too is lost to order (who waits for whom), the rest to the transfer of messages.
#pragma once

#include "libsmpi/run/launch/arguments.h"

namespace smpi::launch {

// Times in seconds: of the useful computation of ranks, of the run, and of the run on an ideal
// network.
struct PopTimes {
  double mean_useful_s = 0;
  double max_useful_s = 0;
  double run_s = 0;
  double ideal_s = 0;
};

// Each from 0 to 1, 1 is best; from 0.8 on they are called good.
struct PopMetrics {
  double load_balance = 0;       // mean / max useful
  double serialisation = 0;      // max useful / ideal run
  double transfer = 0;           // ideal run / run
  double communication = 0;      // serialisation x transfer = max useful / run
  double parallel = 0;           // load balance x communication = mean useful / run
  double load_balance_lost = 0;  // the additive form: parts of the run that each of them costs
  double serialisation_lost = 0;
  double transfer_lost = 0;
};

// REQUIRES: run_s > 0, ideal_s > 0 and max_useful_s > 0.
PopMetrics pop_metrics(const PopTimes& times);

// Runs the program twice, prints the metrics and writes the summary: that of the first run, with
// `pop`. Returns the exit status of the run that failed, or 0. Throws InputError.
int run_efficiency(const Arguments& arguments);

}  // namespace smpi::launch
