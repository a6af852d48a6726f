// SPDX-License-Identifier: BSD-3-Clause
//
// rocTX: ranges and marks that a program names. They nest and cost nothing.
#ifndef SMPI_ROCTX_H
#define SMPI_ROCTX_H
#include <stdint.h>
typedef uint64_t roctx_range_id_t;
#ifdef __cplusplus
extern "C" {
#endif
void roctxMarkA(const char* message);
int roctxRangePushA(const char* message);
int roctxRangePop(void);
roctx_range_id_t roctxRangeStartA(const char* message);
void roctxRangeStop(roctx_range_id_t range);
#ifdef __cplusplus
}
#endif
#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)
#endif
