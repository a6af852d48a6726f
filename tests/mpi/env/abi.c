/* SPDX-License-Identifier: BSD-3-Clause */
/* What the standard ABI says of itself, before MPI_Init; what Fortran libraries tell it once. */
#include "check.h"

int main(int argc, char** argv) {
  int major = -1, minor = -1, flag, logical_true = -1, logical_false = 0, known = 1;
  char value[MPI_MAX_INFO_VAL];
  int got_true = 5, got_false = 5;
  MPI_Info info;
  MUST(MPI_Abi_get_version(&major, &minor));
  CHECK(major == MPI_ABI_VERSION && minor == MPI_ABI_SUBVERSION && major == 1);
  MUST(MPI_Abi_get_info(&info));
  MPI_Info_get(info, "mpi_aint_size", 20, value, &flag);
  CHECK(flag && atoi(value) == (int)sizeof(MPI_Aint));
  MPI_Info_get(info, "mpi_count_size", 20, value, &flag);
  CHECK(flag && atoi(value) == (int)sizeof(MPI_Count));
  MPI_Info_get(info, "mpi_offset_size", 20, value, &flag);
  CHECK(flag && atoi(value) == (int)sizeof(MPI_Offset));
  MPI_Info_free(&info);
  start_test(&argc, &argv);
  return_errors();
  MUST(MPI_Abi_get_fortran_booleans(4, &got_true, &got_false, &known));
  CHECK(!known && got_true == 5);
  MUST(MPI_Abi_set_fortran_booleans(4, &logical_true, &logical_false));
  MUST_FAIL(MPI_ERR_ABI, MPI_Abi_set_fortran_booleans(4, &logical_true, &logical_false));
  MUST(MPI_Abi_get_fortran_booleans(4, &got_true, &got_false, &known));
  CHECK(known && got_true == -1 && got_false == 0);
  MUST_FAIL(MPI_ERR_ARG, MPI_Abi_get_fortran_booleans(3, &got_true, &got_false, &known));
  MUST(MPI_Abi_get_fortran_info(&info));
  CHECK(info == MPI_INFO_NULL);
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_integer_size", "4");
  MUST(MPI_Abi_set_fortran_info(info));
  MUST_FAIL(MPI_ERR_ABI, MPI_Abi_set_fortran_info(info));
  MPI_Info_free(&info);
  MUST(MPI_Abi_get_fortran_info(&info));
  MPI_Info_get(info, "mpi_integer_size", 20, value, &flag);
  CHECK(flag && strcmp(value, "4") == 0);
  MPI_Info_free(&info);
  return end_test();
}
