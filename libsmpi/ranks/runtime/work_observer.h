// SPDX-License-Identifier: BSD-3-Clause
//
// What ranks do outside MPI, for those who record it: computation, the modelled kernels in it, and
// time that passes without.
//
// Apart from Observer (runtime/observers.h): whoever wants to know this alone, such as the recorder
// of traces, need not make every call and message tell its details. What a call does inside itself,
// a user's reduction for example, is not told: it belongs to the call.
#pragma once

namespace smpi {

struct Rank;

class WorkObserver {
 public:
  virtual ~WorkObserver() = default;
  // The rank computes by itself: one execution of so many flops, told when it begins.
  virtual void compute(const Rank& rank, double flops) = 0;
  // Time passes that no computation takes: sleeps and readings of clocks.
  virtual void sleep(const Rank& rank, double seconds) = 0;
  // A poll is over, which took so long.
  virtual void poll(const Rank& rank, double seconds) = 0;
};

// Modelled kernels (a BLAS, functions of an overlay). They are owed when they are called, and all
// that a rank owes is executed at once when it enters MPI.
class KernelObserver {
 public:
  virtual ~KernelObserver() = default;
  // `name` stays as it is for the whole run.
  virtual void owe_kernel(const Rank& rank, const char* name, double flops) = 0;
  // The rank has executed what it owed, `flops` in all, from `begin_s` until now.
  virtual void pay_owed_work(const Rank& rank, double flops, double begin_s) = 0;
};

// Of the process; nullptr: nobody wants to know.
inline constinit WorkObserver* work_observer = nullptr;
inline constinit KernelObserver* kernel_observer = nullptr;

inline void tell_compute(const Rank& rank, double flops) {
  if (work_observer != nullptr) [[unlikely]]
    work_observer->compute(rank, flops);
}
inline void tell_sleep(const Rank& rank, double seconds) {
  if (work_observer != nullptr) [[unlikely]]
    work_observer->sleep(rank, seconds);
}
inline void tell_poll(const Rank& rank, double seconds) {
  if (work_observer != nullptr) [[unlikely]]
    work_observer->poll(rank, seconds);
}

}  // namespace smpi
