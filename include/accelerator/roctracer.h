// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that name ranges for rocTX include it. Of roctracer itself nothing is here.
#ifndef SMPI_ROCTRACER_H
#define SMPI_ROCTRACER_H
#endif
