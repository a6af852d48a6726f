// SPDX-License-Identifier: BSD-3-Clause
//
// The data of one access as bytes in the order and representation of the file.
//
// Data that lie in memory as they do in the file are used in place; others go through a buffer of
// their size. A buffer that has no content of its own (memory/folding.h) is written as a hole of
// the file, and its pages are not touched.
#pragma once

#include <cstddef>
#include <memory>

#include "libsmpi/mpi/io/access.h"

namespace smpi::io {

class DataStream {
 public:
  explicit DataStream(const Access& access);

  // Before writing: makes the bytes. Returns MPI_SUCCESS or MPI_ERR_CONVERSION.
  int load();
  // After reading `bytes` bytes to data(): puts them into the program's buffer. `size_bytes` is
  // how much of the buffer they are. Returns MPI_SUCCESS or MPI_ERR_CONVERSION.
  int store(std::int64_t bytes, MPI_Count& size_bytes);

  std::byte* data() const { return data_; }
  bool is_hole() const { return is_hole_; }

 private:
  void mark_content(MPI_Count size_bytes) const;

  const Access& access_;
  std::unique_ptr<std::byte[]> staged_;  // nullptr when the data are used in place
  std::byte* data_ = nullptr;
  bool is_hole_ = false;
};

}  // namespace smpi::io
