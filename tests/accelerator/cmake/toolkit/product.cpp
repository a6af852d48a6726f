// SPDX-License-Identifier: BSD-3-Clause
//
// A product of matrices by cuBLAS, without kernels of its own.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <mpi.h>

#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int n = 256;
  const double one = 1, zero = 0;
  void* memory = nullptr;
  cublasHandle_t handle = nullptr;
  bool is_right = cudaMalloc(&memory, 3 * n * n * sizeof(double)) == cudaSuccess &&
                  cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS;
  double* const a = static_cast<double*>(memory);
  is_right = is_right &&
             cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, a + n * n, n, &zero,
                         a + 2 * n * n, n) == CUBLAS_STATUS_SUCCESS &&
             cudaDeviceSynchronize() == cudaSuccess;
  std::printf("rank %d: %s\n", rank, is_right ? "multiplied on a device" : "failed");
  MPI_Finalize();
  return is_right ? 0 : 1;
}
