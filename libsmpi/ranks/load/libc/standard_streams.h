// SPDX-License-Identifier: BSD-3-Clause
//
// The standard streams that a rank has of its own, because it closed or redirected them.
//
// All ranks share stdin, stdout and stderr of the launcher until one changes them. A stream is a
// FILE and the descriptor below it; only those of the running rank are in place, as libc's objects
// (stdout) and as descriptors 0 to 2. So whatever keeps a pointer to stdout (std::cout), writes to
// descriptor 1 (libgfortran) or inherits it (processes that a rank starts) meets the rank's.
// Alternatives considered: a table of virtual descriptors, which every function that takes a
// descriptor must translate and which direct system calls miss. Cost: nothing until a rank changes
// a stream; then a system call for each stream that differs, at each switch between ranks, and a
// descriptor for each stream that a rank redirected.
#pragma once

#include <array>
#include <cstdio>
#include <optional>

namespace smpi::load {

struct StandardStream {
  FILE* contents = nullptr;  // while another stream is in place; on `descriptor`
  int descriptor = -1;       // what its standard descriptor refers to
  bool is_closed = false;    // then `descriptor` is one that all closed streams share
};

class StandardStreams {
 public:
  StandardStreams() = default;
  ~StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  // The stream in the place of 0, 1 or 2 is `stream` from now on; what was there is flushed.
  void replace(int number, const StandardStream& stream);
  StandardStream* find(int number) { return own_[number] ? &*own_[number] : nullptr; }
  bool is_closed(int number) const { return own_[number] && own_[number]->is_closed; }
  bool any_closed() const { return is_closed(0) || is_closed(1) || is_closed(2); }

 private:
  std::array<std::optional<StandardStream>, 3> own_;
};

// Puts the streams of a rank in place; nullptr: those that all ranks share.
void put_in_place(StandardStreams* streams);

}  // namespace smpi::load
