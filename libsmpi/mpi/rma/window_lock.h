// SPDX-License-Identifier: BSD-3-Clause
//
// The lock of one rank's window memory (MPI 5.0, 12.5.3): shared or exclusive, granted in the order
// in which claims arrive, so that neither kind starves. What the whole window has to say about a
// claim (WindowShared) is asked of the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace smpi::rma {

struct LockClaim;

class WindowLock {
 public:
  // Does it hold an exclusive lock?
  bool is_exclusive() const { return exclusive_; }
  bool is_free() const { return holders_ == 0; }
  bool has_waiting() const { return !waiting_.empty(); }

  void add(LockClaim& claim, bool exclusive) { waiting_.push_back({&claim, exclusive}); }

  // Gives up one hold; grant() follows.
  void release() {
    if (--holders_ == 0) exclusive_ = false;
  }

  // Calls granted(claim) for each waiting claim that holds the lock now: of the first for which the
  // lock is free if may_hold(claim), else of those behind it that may pass it.
  template <class MayHold, class MayPass, class Granted>
  void grant(MayHold&& may_hold, MayPass&& may_pass, Granted&& granted) {
    for (std::size_t i = 0; i < waiting_.size();) {
      const Waiting next = waiting_[i];
      if (exclusive_ || (next.exclusive && holders_ > 0)) return;
      if (i == 0 ? !may_hold(*next.claim) : !may_pass(*next.claim)) {
        i++;
        continue;
      }
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
      holders_++;
      exclusive_ = next.exclusive;
      granted(*next.claim);
    }
  }

  bool is_listed = false;  // in WindowShared::waiting_parts

 private:
  struct Waiting {
    LockClaim* claim;
    bool exclusive;
  };

  std::uint32_t holders_ = 0;
  bool exclusive_ = false;
  std::deque<Waiting> waiting_;
};

}  // namespace smpi::rma
