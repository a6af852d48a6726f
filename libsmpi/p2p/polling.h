// SPDX-License-Identifier: BSD-3-Clause
//
// What a poll that finds nothing costs (MODELS 10.3).
//
// MPI_Test* and MPI_Iprobe take simulated time, or a rank that polls would spin for ever.
// Simulating each poll of a long wait as an event would cost millions of them. So a rank that does
// nothing but poll (a streak of failed polls without another call) sleeps until something happens
// that a poll could see, and is then charged the whole number of polls it would have made.
#pragma once

#include "libsmpi/rank/rank.h"

namespace smpi::p2p {

// Charges one failed poll of `cost_s` seconds to the running rank; may sleep through many.
void charge_failed_poll(double cost_s);
// Ends the long sleep of a polling rank at its next poll.
void wake_poller(Rank& rank);
// Any call that is not a failed poll.
inline void end_poll_streak(Rank& rank) {
  rank.poll_streak = 0;
}
// Nothing will happen any more: lets polling ranks go on, in case they give up or do something
// else. False when nobody polls, or they polled in vain for too long: a deadlock.
bool wake_pollers_at_standstill(Simulation& simulation);

}  // namespace smpi::p2p
