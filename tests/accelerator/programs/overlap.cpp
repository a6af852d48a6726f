// SPDX-License-Identifier: BSD-3-Clause
//
// A kernel, a copy and a message of MPI that are all under way at once on each of two ranks: the
// device takes a millisecond, a copy comes from the host, and rank 0 sends to rank 1 what lies on
// its device.
//
// usage: overlap COPY_BYTES MESSAGE_BYTES   rank 1 prints when the message was there, and when all
// was done, in seconds
#include "gpu.h"

namespace {

__global__ void millisecond() {}

void* on_device(std::size_t size_bytes) {
  void* memory = nullptr;
  CHECK_CALL(GPU(Malloc)(&memory, size_bytes));
  return memory;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc < 3) return 2;
  const auto copy_bytes = static_cast<std::size_t>(std::atoll(argv[1]));
  const int message_bytes = std::atoi(argv[2]);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void* const message = on_device(message_bytes);
  void* const target = on_device(copy_bytes);
  void* source = nullptr;
  CHECK_CALL(GPU(HostAlloc)(&source, copy_bytes, 0));
  GPU(Stream_t) kernels, copies;
  CHECK_CALL(GPU(StreamCreateWithFlags)(&kernels, GPU(StreamNonBlocking)));
  CHECK_CALL(GPU(StreamCreateWithFlags)(&copies, GPU(StreamNonBlocking)));
  MPI_Barrier(MPI_COMM_WORLD);

  const double begin_s = MPI_Wtime();
  millisecond<<<1, 32, 0, kernels>>>();
  CHECK_CALL(GPU(MemcpyAsync)(target, source, copy_bytes, GPU(MemcpyHostToDevice), copies));
  if (rank == 0) {
    MPI_Send(message, message_bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(message, message_bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  const double message_s = MPI_Wtime() - begin_s;
  CHECK_CALL(GPU(DeviceSynchronize)());
  const double all_s = MPI_Wtime() - begin_s;
  if (rank == 1) std::printf("%.17g %.17g\n", message_s, all_s);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
