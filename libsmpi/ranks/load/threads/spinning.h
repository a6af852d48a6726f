// SPDX-License-Identifier: BSD-3-Clause
//
// Threads that wait by calling again and again: they try a lock until it is free, or lock, look and
// unlock until what they look for is there. On a real machine the others go on meanwhile; here they
// do when the one that spins lets simulated time pass.
#pragma once

#include "libsmpi/ranks/load/threads/thread.h"

namespace smpi::load {

// After a try in vain: lets 0.1 us pass and returns `error`.
int after_failed_try(int error);
// After the lock of a free mutex. In a rank with other threads, locks that follow each other in
// next to no simulated time let time pass once they are very many.
void count_lock(const ThreadCallbacks& threads, Thread& thread);

}  // namespace smpi::load
