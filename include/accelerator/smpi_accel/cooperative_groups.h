// SPDX-License-Identifier: BSD-3-Clause
//
// Cooperative groups of HIP and CUDA. Like all code of kernels they are declared and never run.
#ifndef SMPI_ACCEL_COOPERATIVE_GROUPS_H
#define SMPI_ACCEL_COOPERATIVE_GROUPS_H
#if defined(__CUDA__) || defined(__HIP__)
#include "device_code.h"

namespace cooperative_groups {

class thread_group {
 public:
  __device__ void sync() const;
  __device__ unsigned size() const;
  __device__ unsigned num_threads() const;
  __device__ unsigned thread_rank() const;
  __device__ bool is_valid() const;
};

class thread_block : public thread_group {
 public:
  static __device__ dim3 group_index();
  static __device__ dim3 thread_index();
  static __device__ dim3 group_dim();
  static __device__ dim3 dim_threads();
  class arrival_token {};
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token&&) const;
};

class grid_group : public thread_group {
 public:
  __device__ dim3 group_dim() const;
  __device__ dim3 block_index() const;
  __device__ unsigned long long block_rank() const;
  __device__ unsigned long long num_blocks() const;
  __device__ dim3 dim_blocks() const;
};

class multi_grid_group : public thread_group {
 public:
  __device__ unsigned grid_rank() const;
  __device__ unsigned num_grids() const;
};

class cluster_group : public thread_group {
 public:
  __device__ unsigned block_rank() const;
  __device__ unsigned num_blocks() const;
  template <class T>
  __device__ T* map_shared_rank(T*, unsigned) const;
};

// Threads that exchange values: tiles of a block, and those that come together.
class coalesced_group : public thread_group {
 public:
  __device__ unsigned meta_group_rank() const;
  __device__ unsigned meta_group_size() const;
  template <class T>
  __device__ T shfl(T, int) const;
  template <class T>
  __device__ T shfl_up(T, unsigned) const;
  template <class T>
  __device__ T shfl_down(T, unsigned) const;
  template <class T>
  __device__ T shfl_xor(T, unsigned) const;
  __device__ int any(int) const;
  __device__ int all(int) const;
  __device__ unsigned ballot(int) const;
  template <class T>
  __device__ unsigned match_any(T) const;
  template <class T>
  __device__ unsigned match_all(T, int&) const;
};

template <unsigned count, class Parent = void>
class thread_block_tile : public coalesced_group {
 public:
  __device__ operator thread_block_tile<count, void>() const;
};
template <unsigned count>
class thread_block_tile<count, void> : public coalesced_group {};

template <unsigned threads = 1024>
struct block_tile_memory {};

__device__ thread_block this_thread_block();
template <unsigned threads>
__device__ thread_block this_thread_block(block_tile_memory<threads>&);
__device__ grid_group this_grid();
__device__ multi_grid_group this_multi_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
__device__ coalesced_group tiled_partition(const thread_group&, unsigned);
template <unsigned count, class Parent>
__device__ thread_block_tile<count, Parent> tiled_partition(const Parent&);
template <class Parent>
__device__ coalesced_group binary_partition(const Parent&, bool);
template <class Parent, class Label>
__device__ coalesced_group labeled_partition(const Parent&, Label);
template <class Group>
__device__ void sync(const Group&);

template <class T = void>
struct plus {
  __device__ T operator()(T, T) const;
};
template <class T = void>
struct less {
  __device__ T operator()(T, T) const;
};
template <class T = void>
struct greater {
  __device__ T operator()(T, T) const;
};
template <class T = void>
struct bit_and {
  __device__ T operator()(T, T) const;
};
template <class T = void>
struct bit_or {
  __device__ T operator()(T, T) const;
};
template <class T = void>
struct bit_xor {
  __device__ T operator()(T, T) const;
};
template <class Group, class T, class Op>
__device__ T reduce(const Group&, T, Op&&);
template <class Group, class T, class Op>
__device__ T inclusive_scan(const Group&, T, Op&&);
template <class Group, class T, class Op>
__device__ T exclusive_scan(const Group&, T, Op&&);
template <class Group, class T>
__device__ T inclusive_scan(const Group&, T);
template <class Group, class T>
__device__ T exclusive_scan(const Group&, T);
template <class Group, class To, class From, class Size>
__device__ void memcpy_async(const Group&, To*, const From*, Size);
template <class Group>
__device__ void wait(const Group&);
template <unsigned stage, class Group>
__device__ void wait_prior(const Group&);

}  // namespace cooperative_groups
#endif
#endif
