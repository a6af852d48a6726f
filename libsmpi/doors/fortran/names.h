// SPDX-License-Identifier: BSD-3-Clause
//
// The linker names of one Fortran procedure of MPI, besides the one it is defined under:
//
//   mpi_send_       gfortran, for mpif.h and the module mpi
//   mpi_send__      gfortran -fsecond-underscore
//   mpi_send_f08_   the module mpi_f08 (MPI 5.0, 19.1.5): its derived types have the same layout
//   pmpi_...        each of them, for tools that define the others
#pragma once

// .set makes another name for an address of this translation unit, whatever the type.
#define SMPI_FORTRAN_ALIAS(alias, name) \
  asm(".globl " #alias "\n.type " #alias ", @function\n.set " #alias ", " #name);

#define SMPI_FORTRAN_PLAIN_NAMES(name)    \
  SMPI_FORTRAN_ALIAS(name##__, name##_)   \
  SMPI_FORTRAN_ALIAS(p##name##_, name##_) \
  SMPI_FORTRAN_ALIAS(p##name##__, name##_)

#define SMPI_FORTRAN_NAMES(name)           \
  SMPI_FORTRAN_PLAIN_NAMES(name)           \
  SMPI_FORTRAN_ALIAS(name##_f08_, name##_) \
  SMPI_FORTRAN_ALIAS(p##name##_f08_, name##_)

// What the module mpi calls for a pointer of TYPE(C_PTR) (MPI 5.0, 9.2).
#define SMPI_FORTRAN_POINTER_NAMES(name)    \
  SMPI_FORTRAN_ALIAS(name##_cptr_, name##_) \
  SMPI_FORTRAN_ALIAS(p##name##_cptr_, name##_)
