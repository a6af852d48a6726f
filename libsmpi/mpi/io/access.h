// SPDX-License-Identifier: BSD-3-Clause
//
// One data access of a rank (MPI 5.0, 14.4): so many elements of a buffer, at a position of the
// view.
//
// An independent access costs its bytes on the storage (storage.h), whatever holes the filetype
// has, and moves the data at its end. What a read gets was in the file when it began.
#pragma once

#include <functional>

#include "libsmpi/mpi/io/file.h"
#include "libsmpi/mpi/io/storage.h"

namespace smpi::io {

struct Access {
  Ref<File> file;
  Direction direction = Direction::read;
  std::int64_t position = 0;  // in the stream of the view
  void* buffer = nullptr;
  MPI_Count count = 0;
  Ref<Datatype> type;
  std::int64_t size_bytes = 0;  // in the file
};

// Bytes of the access that can be read now.
std::int64_t readable_bytes(const Access& access);

class DataStream;

// Writes the data of `stream`, which is loaded; as run() in all else.
int run_write(const Access& access, const DataStream& stream, MPI_Count& size_bytes);

// Runs an access in the running strand: returns MPI_SUCCESS or an error class. `size_bytes` is what
// was read into, or written from, the buffer.
int run(const Access& access, MPI_Count& size_bytes);

// A piece of a file, and the same bytes in a stream of data.
struct Piece {
  std::int64_t offset;    // in the file
  std::int64_t position;  // in the data
  std::int64_t size_bytes;
};

}  // namespace smpi::io
