// SPDX-License-Identifier: BSD-3-Clause
//
// Where a rank's program has the variables that Fortran passes to mean something special
// (fortran/sentinels.h).
#pragma once

#include "include/mpi.h"

namespace smpi::fortran {

// COMMON /SMPIPRIV/ and COMMON /SMPIPRVC/, as scripts/make_fortran_modules.py writes them.
struct Sentinels {
  MPI_Fint bottom;
  MPI_Fint in_place;
  MPI_Fint buffer_automatic;
  MPI_Fint errcodes_ignore[1];
  MPI_Fint unweighted[1];
  MPI_Fint weights_empty[1];
  MPI_Fint status_ignore[MPI_F_STATUS_SIZE];
  MPI_Fint statuses_ignore[MPI_F_STATUS_SIZE];
};
struct TextSentinels {
  char argv_null[1];
  char argvs_null[1];
};

// Where they are in the copy of a rank; nullptr when its program has no Fortran in it.
struct SentinelPlaces {
  const Sentinels* numbers = nullptr;
  const TextSentinels* texts = nullptr;
};

}  // namespace smpi::fortran
