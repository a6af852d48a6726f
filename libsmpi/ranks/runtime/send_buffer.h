// SPDX-License-Identifier: BSD-3-Clause
//
// How much of an attached buffer the buffered sends in progress take (MPI 5.0, 3.6).
#pragma once

#include <vector>

#include "include/mpi.h"

namespace smpi {
struct Strand;
}

namespace smpi::p2p {

struct SendBuffer {
  bool attached = false;
  bool automatic = false;  // MPI_BUFFER_AUTOMATIC: as much as is needed
  void* address = nullptr;
  MPI_Count size_bytes = 0;
  MPI_Count used_bytes = 0;
  std::vector<Strand*> waiting;  // to detach or flush it
};

}  // namespace smpi::p2p
