// SPDX-License-Identifier: BSD-3-Clause
//
// A file of the operating system (in a replay: one without content), and its errors as MPI error
// classes (MPI 5.0, 14.7).
#pragma once

#include <sys/types.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "include/mpi.h"
#include "libsmpi/mpi/io/phantom_files.h"

namespace smpi::io {

// The error class of an errno value.
int error_class_of(int error_number);

// Which file a descriptor refers to, whatever its name.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  auto operator<=>(const FileIdentity&) const = default;
};

// Owns an open file. Functions that can fail return MPI_SUCCESS or an error class.
class Descriptor {
 public:
  Descriptor() = default;
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  // `flags` and `permissions` as for open(2).
  int open(const std::string& path, int flags, mode_t permissions);
  void close();
  bool is_open() const { return number_ >= 0 || phantom_ != nullptr; }

  int size(std::int64_t& bytes) const;
  FileIdentity identity() const;
  int set_size(std::int64_t bytes);
  // Makes sure that the first `bytes` bytes have room on the disk; never shrinks the file.
  int allocate(std::int64_t bytes);
  int flush();

  int write(const std::byte* data, std::int64_t bytes, std::int64_t offset);
  // `read_bytes` is less than `bytes` at the end of the file only.
  int read(std::byte* data, std::int64_t bytes, std::int64_t offset,
           std::int64_t& read_bytes) const;

 private:
  int number_ = -1;
  std::shared_ptr<PhantomFile> phantom_;  // in a replay
};

}  // namespace smpi::io
