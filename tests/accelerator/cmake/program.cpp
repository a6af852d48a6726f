// SPDX-License-Identifier: BSD-3-Clause
//
// A program of C++ alone that calls MPI, HIP, and a library with kernels.
#include <hip/hip_runtime_api.h>
#include <mpi.h>

#include <cstdio>

#include "kernel.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void* memory = nullptr;
  const bool is_right = hipMalloc(&memory, 1000 * sizeof(double)) == hipSuccess &&
                        add_one(static_cast<double*>(memory), 1000) == 0 &&
                        hipDeviceSynchronize() == hipSuccess;
  std::printf("rank %d: %s\n", rank, is_right ? "added on a device" : "failed");
  MPI_Finalize();
  return is_right ? 0 : 1;
}
