// SPDX-License-Identifier: BSD-3-Clause
//
// What nvcc takes without a header, and what kernels use of CUDA's headers: it has to compile, and
// its launches have to arrive. In a comment, k<<<1, {2}>>>() is not a launch, nor in a literal.
//
// usage: language   prints the shapes of grid and block that it launches
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <mpi-ext.h>
#include <mpi.h>
#include <nvtx3/nvToolsExt.h>

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda/atomic>

namespace cg = cooperative_groups;

template <int width, int height>
__global__ void reduce(const float* __restrict__ from, float* sum, const float4 scale) {
  using Reduce = cub::BlockReduce<float, width, cub::BLOCK_REDUCE_WARP_REDUCTIONS, height>;
  using Scan = cub::BlockScan<int, width * height>;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ typename Scan::TempStorage more;
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  const auto i = blockIdx.x * blockDim.x + threadIdx.x;
  float mine = __expf(from[i]) * scale.w + __fdividef(scale.x, scale.y) + rsqrtf(scale.z);
  mine = cg::reduce(tile, mine, cg::plus<float>()) + tile.shfl_down(mine, 1);
  int before = 0;
  Scan(more).ExclusiveSum(static_cast<int>(i), before);
  assert(before >= 0);
  block.sync();
  const float all = Reduce(storage).Sum(mine);
  if (block.thread_rank() == 0) {
    cuda::atomic_ref<float, cuda::thread_scope_device> total(*sum);
    total.fetch_add(all, cuda::memory_order_relaxed);
    atomicAdd(sum, max(all, 0.0f));
  }
}

__global__ void halves(half2* pairs, int n) {
  const int i = threadIdx.x;
  if (i < n) pairs[i] = __hfma2(pairs[i], __float2half2_rn(2.0f), pairs[n - 1 - i]);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (!MPIX_CUDA_AWARE_SUPPORT || !MPIX_Query_cuda_support()) return 1;
  constexpr int width = 32, height = 8;
  float *from = nullptr, *sum = nullptr;
  half2* pairs = nullptr;
  if (cudaMalloc(&from, 1 << 20) || cudaMalloc(&sum, sizeof *sum) || cudaMalloc(&pairs, 64 * sizeof *pairs)) return 2;
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "launches <<<1, {2}>>>";
  if (nvtxRangePushEx(&event) != 0) return 3;
  cudaProfilerStart();
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const float4 scale = make_float4(1, 2, 3, 4);
  reduce<width, height><<<{16, 4}, {width, height, 1}, 0, stream>>>(from, sum, scale);
  reduce<width, height><<<dim3(max(16u, 2)), /* {1} */ { width,
                                                         height }>>>(from, sum, scale);
  halves<<<1, 64>>>(pairs, 64);
  cudaProfilerStop();
  if (nvtxRangePop() != 0) return 4;
  int blocks = 0, threads = 0;
  if (cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, halves) || threads != 1024) return 5;
  const half third = __float2half(1.0f / 3);
  if (__half2float(third) != 0.333251953125f) return 6;
  const int code = cudaDeviceSynchronize();
  MPI_Finalize();
  return code;
}
