// SPDX-License-Identifier: BSD-3-Clause
//
// The same standard input for each run of a command that runs the program several times.
//
// A file begins anew. A pipe can be read only once, so what comes out of it is kept in memory, and
// each run reads from a pipe of its own: first what is kept, then what else arrives. A process
// feeds that pipe while the run goes on. Copying all of the input before the first run would be
// simpler, but programs that read nothing are often started with a pipe that nobody closes. A
// terminal is left alone: its user answers each run.
#pragma once

#include <sys/types.h>

namespace smpi::launch {

class RepeatedInput {
 public:
  RepeatedInput();
  ~RepeatedInput();
  RepeatedInput(const RepeatedInput&) = delete;
  RepeatedInput& operator=(const RepeatedInput&) = delete;

  // To be called before each run: standard input is what it was at the beginning.
  void rewind();

 private:
  void start_feeder();
  void stop_feeder();

  off_t start_;  // of a file
  // Of a pipe: itself, and the memory with what came out of it.
  int pipe_ = -1;
  int kept_ = -1;
  pid_t feeder_ = -1;
};

}  // namespace smpi::launch
