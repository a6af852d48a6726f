// SPDX-License-Identifier: BSD-3-Clause
//
// Files (MPI 5.0, 14): one open file of a group of ranks.
//
// The ranks that opened a file together share a FileShared: one descriptor, the shared file
// pointer, the hints. Each has a File of its own: handle, view, individual file pointer, error
// handler. All ranks live in one process, so the data are exchanged with the operating system's
// file at the instant at which the simulated access ends; nothing can come in between, and every
// access is atomic (MPI 14.6.1) without locks.
#pragma once

#include <cstdint>
#include <string>

#include "include/mpi.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/io/descriptor.h"
#include "libsmpi/mpi/io/hints.h"
#include "libsmpi/mpi/io/view.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

namespace io {

struct State;

struct FileShared : Counted {
  FileShared(State& owner, std::string name, int open_mode);
  ~FileShared() override;

  State* state;      // nullptr once the run has ended
  std::string path;  // absolute
  std::string given_name;
  int mode;  // MPI_MODE_*
  Descriptor descriptor;
  FileIdentity identity;
  Hints hints;
  bool is_atomic = false;
  std::int64_t opened_bytes = 0;   // the size that it was opened with
  std::int64_t first_pointer = 0;  // where all pointers start, in bytes (MPI_MODE_APPEND)
  std::int64_t pointer = 0;        // the shared file pointer, in etypes of the view
};

// Which routine began the split collective access of a file (MPI 14.4.5).
enum class SplitKind : std::uint8_t {
  none,
  read_at_all,
  write_at_all,
  read_all,
  write_all,
  read_ordered,
  write_ordered
};

}  // namespace io

class File : public Counted {
 public:
  File(Ref<Communicator> communicator, Ref<io::FileShared> shared);

  Rank& owner() const { return communicator_->owner(); }
  Communicator& communicator() const { return *communicator_; }
  io::FileShared& shared() const { return *shared_; }
  int mode() const { return shared_->mode; }
  bool may_read() const { return (mode() & MPI_MODE_WRONLY) == 0; }
  bool may_write() const { return (mode() & MPI_MODE_RDONLY) == 0; }
  bool is_sequential() const { return (mode() & MPI_MODE_SEQUENTIAL) != 0; }

  // Numbers the collective calls; equal on all ranks of a correct program.
  int next_operation() { return ++operations_ & 0x3fffffff; }

  HandleValue handle = 0;
  Ref<Errhandler> errhandler;
  io::View view;
  std::int64_t pointer = 0;    // the individual file pointer, in etypes of the view
  int pending_count = 0;       // accesses in the background that are not complete
  Strand* draining = nullptr;  // waits until there are none
  io::SplitKind split_kind = io::SplitKind::none;
  Request* split_request = nullptr;
  const void* made_at = nullptr;  // return address of the call that opened it

 private:
  Ref<Communicator> communicator_;  // a duplicate: its traffic meets nobody else's
  Ref<io::FileShared> shared_;
  int operations_ = 0;
};

// The file of a handle of the running rank, or nullptr (MPI_FILE_NULL, closed, or never valid).
File* find_file(MPI_File handle);
MPI_File to_handle(const File* file);

}  // namespace smpi
