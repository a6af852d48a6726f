/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * For plug-ins of overlays: functions that take the place of a program's own functions, when its
 * control flow needs values that a formula cannot give.
 *
 *   plugin = "pivots.so"              cc -O2 -fPIC -shared pivots.c -o pivots.so
 *   [find_pivot]
 *   replace = "drawn_pivot"           int drawn_pivot(int n, const double* column) { ... }
 *
 * A function of a plug-in has the arguments and the result of the one it replaces. It runs in the
 * context of the calling rank, on its stack, and may call MPI. The plug-in is loaded once: its
 * variables are shared by all ranks. It injects time with the functions of injection.h
 * (smpi_execute_flops and others), and says with those below what it does with memory whose content
 * is not known. It must not allocate what the program frees, unless with malloc.
 */
#ifndef SMPI_OVERLAY_H
#define SMPI_OVERLAY_H

#include <stddef.h>

#include "injection.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From now on these bytes have no content: messages do not carry them. As if a modelled kernel had
   written them. */
void smpi_memory_forget(void* begin, size_t size);
/* These bytes were written, and their content counts from now on. */
void smpi_memory_wrote(void* begin, size_t size);
/* 1 when none of these bytes has content. */
int smpi_memory_lacks_content(const void* begin, size_t size);

/* A number of the calling rank's own stream, at least 0 and below 1. It depends on --cfg=smpi/seed
   and on nothing that other ranks do. */
double smpi_plausible_uniform(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif
