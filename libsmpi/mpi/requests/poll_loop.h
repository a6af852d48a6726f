// SPDX-License-Identifier: BSD-3-Clause
//
// Does a program do nothing but poll until it finds something, or will it give up?
//
// The first may sleep, the second must be asked after each poll. A program that is where it was at
// an earlier poll of a streak, with the same stack and registers, will do the same again, for ever;
// one that counts its polls is not. The memory that a poll sees is its inner frames: a count
// further out, or in a global variable, is not noticed. So the first polls of a streak are asked
// for in any case: more of them where the program has not slept at the same call before.
//
// Alternatives considered: asking after each poll costs a hundred times the run (HPL with
// lookahead: 1,024 ranks that wait make a million polls a panel); never asking charges a program
// that polls twenty times and goes on with all polls until something happens (HPL's long swap with
// lookahead was up to nine times too slow).
#pragma once

#include <bit>
#include <cstdint>

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::p2p {

// In the place of the program's stack (frame_of_poller): it is known to do more than poll.
extern const char counted_poll;

// Is the state of the program kept at this poll of a streak? Now and then another one, so that a
// loop of several calls meets itself, too.
inline bool keeps_state(std::uint32_t poll_streak) {
  return std::has_single_bit(poll_streak);
}

// To be told of failed polls of a streak of `rank`, of those whose state is kept at least. True
// when the program was in the same state at an earlier one. REQUIRES: called from inside the call
// that polls.
bool repeats_poll(Rank& rank);

// Where the program goes on after the call that polls; nullptr where that is not known.
const void* site_of_poll(const Rank& rank);

}  // namespace smpi::p2p
