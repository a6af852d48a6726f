// SPDX-License-Identifier: BSD-3-Clause
//
// Opening and closing files, and what all ranks of a file must agree on (MPI 5.0, 14.2). Functions
// return MPI_SUCCESS or an error class; the collective ones give the same to all ranks where all
// gave the same arguments.
#pragma once

#include <string>

#include "libsmpi/mpi/io/file.h"

namespace smpi::io {

struct OpenSpec {
  std::string name;
  int mode = 0;
  const Info* info = nullptr;
  const void* made_at = nullptr;
};
// Collective over `communicator`; the file keeps a duplicate of it. MPI_ERR_NOT_SAME when the modes
// of the ranks differ, MPI_ERR_AMODE when the mode contradicts itself.
int open(Communicator& communicator, const OpenSpec& spec, File*& file);
// Collective. The handle becomes invalid whatever is returned.
int close(File& file);
int remove(const std::string& name);

// Collective. A rank whose own arguments are wrong gives their error class in `error`, and gets it
// back; the view of the others is set all the same.
struct ViewSpec {
  View view;
  bool at_shared_pointer = false;  // the displacement is where the shared pointer is
  const Info* info = nullptr;
  int error = MPI_SUCCESS;
};
int set_view(File& file, const ViewSpec& spec);
// Collective. The error is that of a rank that failed; no hint is set then.
int set_hints(File& file, const Info* info);

}  // namespace smpi::io
