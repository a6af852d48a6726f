// SPDX-License-Identifier: BSD-3-Clause
//
// Size, preallocation, atomicity and synchronisation of files (MPI 5.0, 14.2.4, 14.2.5, 14.6). All
// but size_of() are collective. A rank whose own argument is wrong gives its error class in
// `error`, and gets it back.
#pragma once

#include "libsmpi/mpi/io/file.h"

namespace smpi::io {

// All return MPI_SUCCESS or an error class; MPI_ERR_NOT_SAME when the ranks gave different values.
int set_size(File& file, std::int64_t bytes, int error);
int preallocate(File& file, std::int64_t bytes, int error);
int set_atomicity(File& file, bool atomic);
int sync(File& file);
int size_of(const File& file, std::int64_t& bytes);

}  // namespace smpi::io
