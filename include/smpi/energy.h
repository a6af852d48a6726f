/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a program may say about the power of its host; smpi/smpi.h includes it. */
#ifndef SMPI_ENERGY_H
#define SMPI_ENERGY_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What the calling process computes by itself from now on is of this class of work: the property
 * wattage_per_state.NAME of its host says what cores take meanwhile. "default" ends it.
 */
void smpi_power_class(const char* name);

#ifdef __cplusplus
}
#endif

#endif
