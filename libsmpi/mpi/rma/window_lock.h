// SPDX-License-Identifier: BSD-3-Clause
//
// The lock of one rank's window memory (MPI 5.0, 12.5.3): shared or exclusive, granted in the order
// in which claims arrive, so that neither kind starves.
#pragma once

#include <cstdint>
#include <deque>

namespace smpi::rma {

struct LockClaim;

class WindowLock {
 public:
  // True when the lock is granted now; else the claim waits in the queue.
  bool claim(LockClaim& claim, bool exclusive) {
    if (waiting_.empty() && is_free_for(exclusive)) {
      hold(exclusive);
      return true;
    }
    waiting_.push_back({&claim, exclusive});
    return false;
  }

  // Gives up one hold. Calls granted(claim) for each waiting claim that holds the lock now.
  template <class Granted>
  void release(Granted&& granted) {
    if (--holders_ == 0) exclusive_ = false;
    while (!waiting_.empty() && is_free_for(waiting_.front().exclusive)) {
      const Waiting next = waiting_.front();
      waiting_.pop_front();
      hold(next.exclusive);
      granted(*next.claim);
    }
  }

 private:
  struct Waiting {
    LockClaim* claim;
    bool exclusive;
  };
  bool is_free_for(bool exclusive) const { return holders_ == 0 || (!exclusive_ && !exclusive); }
  void hold(bool exclusive) {
    holders_++;
    exclusive_ = exclusive;
  }

  std::uint32_t holders_ = 0;
  bool exclusive_ = false;
  std::deque<Waiting> waiting_;
};

}  // namespace smpi::rma
