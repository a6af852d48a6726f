// SPDX-License-Identifier: BSD-3-Clause
//
// Where the data of a datatype lie in a file whose representation has sizes of its own.
//
// The displacements of a portable datatype are multiples of the extents of the types it is made of
// (MPI 5.0, 2.4), so they scale with them: the type is built once more from what its constructors
// were told, on basic types of the file's sizes. Displacements that the program gave in bytes stay
// as they are (MPI 14.5.1).
#pragma once

#include "libsmpi/mpi/datatype/layout.h"
#include "libsmpi/mpi/io/representation.h"

namespace smpi::io {

// REQUIRES: the sizes of all its elements are known (size_bytes() is not negative).
datatype::Layout layout_in(const Representation& representation, const Datatype& type);

}  // namespace smpi::io
