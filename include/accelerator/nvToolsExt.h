// SPDX-License-Identifier: BSD-3-Clause
//
// NVTX: ranges and marks that a program names. They nest and cost nothing.
#ifndef SMPI_NVTOOLSEXT_H
#define SMPI_NVTOOLSEXT_H
#include <stdint.h>
typedef uint64_t nvtxRangeId_t;
#ifdef __cplusplus
extern "C" {
#endif
void nvtxMarkA(const char* message);
int nvtxRangePushA(const char* message);
int nvtxRangePop(void);
nvtxRangeId_t nvtxRangeStartA(const char* message);
void nvtxRangeEnd(nvtxRangeId_t range);
#ifdef __cplusplus
}
#endif
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#endif
