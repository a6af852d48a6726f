// SPDX-License-Identifier: BSD-3-Clause
//
// Hints for files (MPI 5.0, 14.2.8): the reserved ones that change what this library does.
//
// | key | value | meaning |
// |---|---|---|
// | collective_buffering | true, false | two-phase access in collective calls; not given: when the
//   accesses of the ranks interleave |
// | romio_cb_read, romio_cb_write | enable, disable, automatic | the same for one direction, as
//   ROMIO has it |
// | cb_nodes | ranks | how many ranks access the file for the others; not given: one a host |
// | cb_buffer_size | bytes | what each of them buffers at a time |
// | file_perm | octal | permissions of a file that is made |
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "libsmpi/mpi/info/info.h"

namespace smpi::io {

struct Hints {
  std::array<std::optional<bool>, 2> collective_buffering;  // of reads, of writes
  std::optional<int> aggregator_count;
  std::int64_t buffer_bytes = 16 << 20;
  unsigned permissions = 0666;  // less the umask

  // Takes over the hints that are given and have a valid value.
  void update(const Info& info);
  // Those in use, for MPI_File_get_info.
  void describe(Info& info) const;
};

}  // namespace smpi::io
