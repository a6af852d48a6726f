// SPDX-License-Identifier: BSD-3-Clause
//
// What became of the futures, told by whoever knows to smpirun, which prints the table: a file in
// memory that all processes of a run append to. A line that a process writes is whole or not there,
// so one that is killed spoils nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace smpi::futures {

struct Outcome {
  bool has_started = false;
  bool has_ended = false;
  bool was_split = false;   // it became other futures
  int wait_status = 0;      // of waitpid(2), once it has ended
  double processor_s = 0;   // since the split
  double own_bytes = 0;     // memory that it does not share with the past, when its ranks end
  double shared_bytes = 0;  // of a past: what its futures share
  double split_s = 0;       // of a past: the simulated time
  std::string refusal;      // of a past: why there are no futures
};

class Ledger {
 public:
  Ledger();
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  int descriptor() const { return descriptor_; }

  // `path` is that of a future from the root on, such as "a/b"; empty: the past of all.
  void tell_start(const std::string& path) const;
  void tell_end(const std::string& path, int wait_status, double processor_s) const;
  void tell_memory(const std::string& path, double own_bytes) const;
  void tell_split(const std::string& path, double split_s, double shared_bytes) const;
  void tell_refusal(const std::string& path, const std::string& reason) const;

  // All that was told, by path.
  std::map<std::string, Outcome> read() const;

 private:
  void append(const std::string& line) const;
  int descriptor_;
};

}  // namespace smpi::futures
