/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Type_create_f90_* and MPI_Type_match_size (MPI 5.0, 19.1.9). */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Datatype a, b, type;
  int size, integers, addresses, types, combiner, values[2];
  MPI_Aint no_address;
  MPI_Datatype no_type;
  start_test(&argc, &argv);
  MPI_Type_create_f90_real(6, 37, &a);
  MPI_Type_size(a, &size);
  CHECK(size == 4);
  MPI_Type_create_f90_real(6, 37, &b);
  CHECK(a == b);
  MPI_Type_create_f90_real(15, MPI_UNDEFINED, &b);
  MPI_Type_size(b, &size);
  CHECK(size == 8);
  MPI_Type_get_envelope(b, &integers, &addresses, &types, &combiner);
  CHECK(integers == 2 && addresses == 0 && types == 0 && combiner == MPI_COMBINER_F90_REAL);
  MPI_Type_get_contents(b, 2, 0, 0, values, &no_address, &no_type);
  CHECK(values[0] == 15 && values[1] == MPI_UNDEFINED);
  MPI_Type_create_f90_complex(15, 307, &type);
  MPI_Type_size(type, &size);
  CHECK(size == 16);
  MPI_Type_create_f90_integer(9, &type);
  MPI_Type_size(type, &size);
  CHECK(size == 4);
  MPI_Type_create_f90_integer(12, &type);
  MPI_Type_size(type, &size);
  CHECK(size == 8);
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  CHECK(integers == 1 && combiner == MPI_COMBINER_F90_INTEGER);
  return_errors();
  CHECK(MPI_Type_create_f90_real(1000, 1, &type) != MPI_SUCCESS);
  CHECK(MPI_Type_create_f90_integer(100, &type) != MPI_SUCCESS);

  MUST(MPI_Type_match_size(MPI_TYPECLASS_REAL, 4, &type));
  MPI_Type_size(type, &size);
  CHECK(size == 4);
  MUST(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type));
  MPI_Type_size(type, &size);
  CHECK(size == 8);
  MUST(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 8, &type));
  MPI_Type_size(type, &size);
  CHECK(size == 8);
  MUST(MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 16, &type));
  MPI_Type_size(type, &size);
  CHECK(size == 16);
  MUST_FAIL(MPI_ERR_ARG, MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 5, &type));
  return end_test();
}
