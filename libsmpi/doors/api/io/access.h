// SPDX-License-Identifier: BSD-3-Clause
//
// What the data access routines of files share (MPI 5.0, 14.4). They differ in direction, in where
// the position comes from, in who takes part, and in when they return: three values in an
// AccessCall, and the function that is called with it.
#pragma once

#include "include/mpi.h"
#include "libsmpi/mpi/io/access.h"

namespace smpi::api {

// Where the position of an access comes from. A collective access with the shared pointer is an
// ordered one.
enum class Positioning : std::uint8_t { at_offset, individual, shared };

struct AccessCall {
  io::Direction direction;
  Positioning positioning;
  MPI_File file;
  MPI_Offset offset;  // at_offset
  void* buffer;
  MPI_Count count;
  MPI_Datatype type;
};

// All return an MPI error code, after the file's handler was told. Collective ones are collective
// over the file's ranks.
int access(const AccessCall& call, MPI_Status* status);
int start_access(const AccessCall& call, MPI_Request* request);
int access_all(const AccessCall& call, MPI_Status* status);
int start_access_all(const AccessCall& call, MPI_Request* request);
int begin_split(const AccessCall& call, io::SplitKind kind);
int end_split(MPI_File file, io::SplitKind kind, MPI_Status* status);

}  // namespace smpi::api
