// SPDX-License-Identifier: BSD-3-Clause
//
// File pointers (MPI 5.0, 14.4.3, 14.4.4): moving and reading them. The shared pointer is kept by
// the server of the files, if there is one: then each access with it costs a question and an
// answer. All offsets are in etypes of the view.
#pragma once

#include "libsmpi/mpi/io/file.h"

namespace smpi::io {

// Return MPI_SUCCESS or an error class. seek_shared() is collective; MPI_ERR_NOT_SAME when the
// ranks gave different arguments.
int seek(File& file, std::int64_t offset, int whence);
int seek_shared(File& file, std::int64_t offset, int whence);
// Where the shared pointer is.
std::int64_t shared_pointer(const File& file);

// Advances the shared pointer by what `move()` returns once its turn has come; returns where it
// was.
template <class Move>
std::int64_t take_shared_pointer(File& file, Move&& move);

// Collective: `start` becomes the position of this rank's `etypes` after those of all lower ranks,
// and the shared pointer stands after those of all. Returns MPI_SUCCESS, or the error of a rank
// that failed, the same for all; nothing moved then.
int take_in_order(File& file, int operation, std::int64_t etypes, std::int64_t& start);

// Whole etypes that hold `bytes` bytes of the view.
inline std::int64_t etypes_of(const File& file, std::int64_t bytes) {
  const std::int64_t etype_bytes = file.view.etype_bytes();
  return (bytes + etype_bytes - 1) / etype_bytes;
}

// Asks the server that keeps the pointer.
void ask_for_pointer(const File& file);

template <class Move>
std::int64_t take_shared_pointer(File& file, Move&& move) {
  ask_for_pointer(file);
  std::int64_t& pointer = file.shared().pointer;
  const std::int64_t start = pointer;
  pointer += move(start);
  return start;
}

}  // namespace smpi::io
