// SPDX-License-Identifier: BSD-3-Clause
//
// Who waits for an object, first come first served.
//
// The queue is two pointers inside the program's object; its entries are on the stacks of those who
// wait. All zero is an empty queue. Whoever wakes an entry has already given it what it waits for,
// so nobody can come in between, and an order of arrival is an order of service.
#pragma once

#include <time.h>

#include "libsmpi/ranks/load/threads/thread.h"

namespace smpi::load {

struct WaitEntry {
  void* strand = nullptr;
  Thread* thread = nullptr;
  WaitEntry* next = nullptr;
  bool granted = false;
  bool wants_write = false;       // of a read-write lock
  const void* address = nullptr;  // of a futex
};

struct WaitQueue {
  WaitEntry* first;
  WaitEntry* last;

  bool empty() const { return first == nullptr; }
  void append(WaitEntry& entry) {
    (first == nullptr ? first : last->next) = &entry;
    last = &entry;
  }
  WaitEntry* remove_first() {
    WaitEntry* entry = first;
    if (entry == nullptr) return nullptr;
    first = entry->next;
    if (first == nullptr) last = nullptr;
    return entry;
  }
  // Takes an entry out that need not be the first one.
  void remove(const WaitEntry& entry) {
    WaitEntry* before = nullptr;
    WaitEntry* at = first;
    while (at != nullptr && at != &entry) {
      before = at;
      at = at->next;
    }
    if (at == nullptr) return;
    (before == nullptr ? first : before->next) = entry.next;
    if (last == &entry) last = before;
  }
};

inline void grant(const ThreadCallbacks& threads, WaitEntry& entry) {
  entry.granted = true;
  threads.resume(entry.strand);
}

// Joins the queue and suspends until granted (true) or until `deadline_s` (false; the entry has
// left the queue). REQUIRES: within a BlockingCall.
inline bool wait_in(const ThreadCallbacks& threads, WaitQueue& queue, WaitEntry& entry,
                    const char* reason, double deadline_s = never_s) {
  entry.strand = threads.strand();
  entry.thread = &threads.current();
  queue.append(entry);
  while (!entry.granted) {
    if (threads.suspend(reason, deadline_s) || entry.granted) continue;
    queue.remove(entry);
    return false;
  }
  return true;
}

// The simulated time of an absolute time on a clock (CLOCK_REALTIME or CLOCK_MONOTONIC).
double simulated_time_s(clockid_t clock, const timespec& time);
// Is it a time that POSIX accepts?
bool is_valid_time(const timespec* time);

}  // namespace smpi::load
