// SPDX-License-Identifier: BSD-3-Clause
//
// How much this thread has computed: instructions, by the processor's counter, or processor time.
//
// The counter sees user code only. Where it cannot be had (virtual machines, kernels that forbid
// it), processor time times a rate stands for it; the note says so.
#pragma once

#include <cstdint>
#include <string>

namespace smpi::acquire {

class Volume {
 public:
  // `rate`: how much volume a second of processor time is, where time is all there is.
  // `wants_time`: seconds are wanted besides instructions.
  Volume(double rate, bool wants_time);
  ~Volume();
  Volume(const Volume&) = delete;
  Volume& operator=(const Volume&) = delete;

  struct Reading {
    double amount = 0;       // instructions, or seconds times the rate
    double processor_s = 0;  // 0 unless wanted
  };
  Reading read() const;
  // What two readings differ by when nothing is between them: the median of a thousand.
  Reading overhead() const { return overhead_; }

  bool counts_instructions() const { return counter_ >= 0; }
  // Why the counter cannot be had; empty when it can.
  const std::string& note() const { return note_; }
  // Has the kernel counted a part of the time only, because others used the counter too?
  bool was_multiplexed() const;

 private:
  double count() const;
  Reading measure_overhead() const;

  double rate_;
  bool wants_time_;
  int counter_ = -1;
  void* page_ = nullptr;  // of the kernel, to read the counter without a system call
  std::string note_;
  Reading overhead_;
};

}  // namespace smpi::acquire
