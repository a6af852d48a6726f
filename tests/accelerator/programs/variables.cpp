// SPDX-License-Identifier: BSD-3-Clause
//
// Variables of devices: each device has its own; the host copies to them as to other memory.
#include "gpu.h"

constexpr double call_s = 1e-6;
__constant__ double table[1000];
__device__ int counter;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double content[1000] = {};
  size_t size = 0;
  CHECK_CALL(GPU(GetSymbolSize)(&size, table));
  CHECK(size == sizeof table);
  void *first = nullptr, *again = nullptr, *other = nullptr;
  CHECK_CALL(GPU(GetSymbolAddress)(&first, table));
  CHECK_CALL(GPU(GetSymbolAddress)(&again, table));
  CHECK_CALL(GPU(SetDevice)(1));
  CHECK_CALL(GPU(GetSymbolAddress)(&other, table));
  CHECK_CALL(GPU(SetDevice)(0));
  CHECK(first == again && first != other);
  void* counts = nullptr;
  CHECK_CALL(GPU(GetSymbolAddress)(&counts, counter));
  CHECK(counts != first);
  void* pinned = nullptr;
  CHECK_CALL(GPU(HostAlloc)(&pinned, sizeof table, 0));
  const Watch all;
  CHECK_CALL(GPU(MemcpyToSymbol)(table, pinned, sizeof table));
  EXPECT_TIME(all, call_s + 10e-6 + sizeof table / 10e9);
  const Watch half;
  CHECK_CALL(GPU(MemcpyFromSymbol)(pinned, table, sizeof table / 2, sizeof table / 2));
  EXPECT_TIME(half, call_s + 20e-6 + sizeof table / 2 / 5e9);
  CHECK(GPU(MemcpyToSymbol)(table, content, sizeof table, 8) == GPU(ErrorInvalidValue));
  CHECK(GPU(MemcpyToSymbol)(content, content, 8) == GPU(ErrorInvalidSymbol));
  CHECK(GPU(GetSymbolSize)(&size, content) == GPU(ErrorInvalidSymbol));
  CHECK_CALL(GPU(FreeHost)(pinned));
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
