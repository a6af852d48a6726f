/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Part of libsmpi_fortran.a, so of each program: tells libsmpi where the COMMON blocks with
 * MPI_BOTTOM and the like are in the running rank's copy of the program. Linkers take this object
 * because it defines the blocks that the program only declares.
 */

/* The sizes are those of Sentinels and TextSentinels (sentinels.h), the alignment gfortran's. */
_Alignas(32) int smpipriv_[22];
_Alignas(16) char smpiprvc_[2];

void smpi_fortran_start(const void* numbers, const void* texts);

__attribute__((constructor)) static void start(void) {
  smpi_fortran_start(smpipriv_, smpiprvc_);
}
