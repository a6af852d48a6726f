// SPDX-License-Identifier: BSD-3-Clause
//
// What threads of a block or a warp compute together: the classes of CUB and hipCUB that kernels
// use. Declared and never run. The algorithms that the host starts (DeviceReduce and the like) are
// not here. The including header says what SMPI_ACCEL_CUB, the namespace, is.
#include "device_code.h"

namespace SMPI_ACCEL_CUB {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE
};

struct Sum {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

// Of a block or of a warp.
template <class T>
class Reduction {
 public:
  struct TempStorage {};
  __device__ Reduction();
  __device__ explicit Reduction(TempStorage&);
  __device__ T Sum(T);
  __device__ T Sum(T, int);
  template <int count>
  __device__ T Sum(T (&)[count]);
  template <class Op>
  __device__ T Reduce(T, Op);
  template <class Op>
  __device__ T Reduce(T, Op, int);
  template <int count, class Op>
  __device__ T Reduce(T (&)[count], Op);
};
template <class T>
class Scan {
 public:
  struct TempStorage {};
  __device__ Scan();
  __device__ explicit Scan(TempStorage&);
  template <class In, class Out, class... More>
  __device__ void InclusiveSum(In&&, Out&&, More&&...);
  template <class In, class Out, class... More>
  __device__ void ExclusiveSum(In&&, Out&&, More&&...);
  template <class In, class Out, class... More>
  __device__ void InclusiveScan(In&&, Out&&, More&&...);
  template <class In, class Out, class... More>
  __device__ void ExclusiveScan(In&&, Out&&, More&&...);
};

template <class T, int x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1>
class BlockReduce : public Reduction<T> {
 public:
  using Reduction<T>::Reduction;
};
template <class T, int threads = 32>
class WarpReduce : public Reduction<T> {
 public:
  using Reduction<T>::Reduction;
};
template <class T, int x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1>
class BlockScan : public Scan<T> {
 public:
  using Scan<T>::Scan;
};
template <class T, int threads = 32>
class WarpScan : public Scan<T> {
 public:
  using Scan<T>::Scan;
};
template <class T, int x, int items, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1>
class BlockLoad {
 public:
  struct TempStorage {};
  __device__ BlockLoad();
  __device__ explicit BlockLoad(TempStorage&);
  template <class From, class... More>
  __device__ void Load(From, T (&)[items], More...);
};
template <class T, int x, int items, BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1>
class BlockStore {
 public:
  struct TempStorage {};
  __device__ BlockStore();
  __device__ explicit BlockStore(TempStorage&);
  template <class To, class... More>
  __device__ void Store(To, T (&)[items], More...);
};
template <class Key, int x, int items, class Value = void>
class BlockRadixSort {
 public:
  struct TempStorage {};
  __device__ BlockRadixSort();
  __device__ explicit BlockRadixSort(TempStorage&);
  template <class... Arguments>
  __device__ void Sort(Arguments&&...);
  template <class... Arguments>
  __device__ void SortDescending(Arguments&&...);
  template <class... Arguments>
  __device__ void SortBlockedToStriped(Arguments&&...);
};

}  // namespace SMPI_ACCEL_CUB
