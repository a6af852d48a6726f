// SPDX-License-Identifier: BSD-3-Clause
//
// How fast is the machine that runs the simulation? For smpi/host-speed:auto, where a platform file
// says how fast its hosts are but nobody said how fast this one is.
//
// What counts is y = a x + y in double precision on 1,024 elements, which stay in the first-level
// cache: two operations an element, compiled for any x86-64 (SSE2). Compiled code of ordinary
// programs reaches about that; a tuned BLAS does many times as much, and code that waits for memory
// less; a user who knows better gives smpi/host-speed. The best of 40 rounds of about 0.3 ms of
// processor time counts: a neighbour can only make a round slower. On a quiet machine two runs
// differ by a few per cent; on one whose cores are shared, by a third, as the program itself does.
#pragma once

namespace smpi::modeled {

// In flop/s. Measured at the first call, about 15 ms.
double machine_speed_flops();

}  // namespace smpi::modeled
