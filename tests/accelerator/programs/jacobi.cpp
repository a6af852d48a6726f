// SPDX-License-Identifier: BSD-3-Clause
//
// Jacobi's method on a square that is cut into strips, one per rank and device: in each step the
// rows at the borders are computed first, and travel to the neighbours while the device computes
// the rest. The rows go from device to device by MPI, or through memory of the host.
//
// usage: jacobi host|device N STEPS   prints the seconds of a step
#include "gpu.h"

namespace {

__global__ void sweep(int rows, int columns, const double* from, double* to) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y);
  if (i >= columns || j >= rows) return;
  const double* const here = from + j * (columns + 2) + i;
  to[j * (columns + 2) + i] = 0.25 * (here[-1] + here[1] + here[-columns - 2] + here[columns + 2]);
}

class Strip {
 public:
  Strip(int n, bool through_host) : n_(n), through_host_(through_host) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    rows_ = n / size_;
    row_bytes_ = (n_ + 2) * sizeof(double);
    for (double*& grid : grids_) {
      void* memory = nullptr;
      CHECK_CALL(GPU(Malloc)(&memory, (rows_ + 2) * row_bytes_));
      grid = static_cast<double*>(memory);
    }
    void* memory = nullptr;
    CHECK_CALL(GPU(HostAlloc)(&memory, 4 * row_bytes_, 0));
    host_ = static_cast<double*>(memory);
    CHECK_CALL(GPU(StreamCreateWithFlags)(&inner_, GPU(StreamNonBlocking)));
    for (GPU(Stream_t) & stream : borders_) {
      CHECK_CALL(GPU(StreamCreateWithFlags)(&stream, GPU(StreamNonBlocking)));
    }
  }

  void step() {
    const dim3 block(256), row((n_ + 255) / 256, 1), rest((n_ + 255) / 256, rows_ - 2);
    sweep<<<row, block, 0, borders_[0]>>>(1, n_, line(0, 1), line(1, 1));
    sweep<<<row, block, 0, borders_[1]>>>(1, n_, line(0, rows_), line(1, rows_));
    sweep<<<rest, block, 0, inner_>>>(rows_ - 2, n_, line(0, 2), line(1, 2));
    exchange(rank_ - 1, borders_[0], line(1, 1), line(1, 0));
    exchange(rank_ + 1, borders_[1], line(1, rows_), line(1, rows_ + 1));
    CHECK_CALL(GPU(DeviceSynchronize)());
    double* const old = grids_[0];
    grids_[0] = grids_[1];
    grids_[1] = old;
  }

 private:
  double* line(int grid, int row) { return grids_[grid] + row * (n_ + 2) + 1; }

  void exchange(int neighbour, GPU(Stream_t) stream, double* own, double* other) {
    if (neighbour < 0 || neighbour >= size_) return;
    double* const out = through_host_ ? host_ : own;
    double* const in = through_host_ ? host_ + n_ + 2 : other;
    const std::size_t size_bytes = n_ * sizeof(double);
    if (through_host_) {
      CHECK_CALL(GPU(MemcpyAsync)(out, own, size_bytes, GPU(MemcpyDeviceToHost), stream));
    }
    CHECK_CALL(GPU(StreamSynchronize)(stream));
    MPI_Sendrecv(out, n_, MPI_DOUBLE, neighbour, 0, in, n_, MPI_DOUBLE, neighbour, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (through_host_) {
      CHECK_CALL(GPU(MemcpyAsync)(other, in, size_bytes, GPU(MemcpyHostToDevice), stream));
      CHECK_CALL(GPU(StreamSynchronize)(stream));
    }
  }

  int n_, rank_ = 0, size_ = 1, rows_ = 0;
  bool through_host_;
  std::size_t row_bytes_ = 0;
  double* grids_[2] = {};
  double* host_ = nullptr;
  GPU(Stream_t) inner_ = nullptr;
  GPU(Stream_t)
  borders_[2] = {};  // one each: an engine takes what is ready, first come first served
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 4) return 2;
  Strip strip(std::atoi(argv[2]), std::strcmp(argv[1], "host") == 0);
  const int steps = std::atoi(argv[3]);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin_s = MPI_Wtime();
  for (int i = 0; i < steps; i++) strip.step();
  const double step_s = (MPI_Wtime() - begin_s) / steps;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) std::printf("%.17g\n", step_s);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
