/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI_Type_get_value_index (MPI 4.1): named pairs are found, others are made and reduce. */
#include "check.h"

struct pair {
  double value;
  long long index;
};

int main(int argc, char** argv) {
  MPI_Datatype type, again;
  struct pair in[2] = {{1.0, 5}, {9.0, 1}}, inout[2] = {{2.0, 3}, {9.0, (long long)1 << 40}};
  MPI_Aint lb, extent;
  int size;
  start_test(&argc, &argv);
  MPI_Type_get_value_index(MPI_FLOAT, MPI_INT, &type);
  CHECK(type == MPI_FLOAT_INT);
  MPI_Type_get_value_index(MPI_INT, MPI_INT, &type);
  CHECK(type == MPI_2INT);
  MPI_Type_get_value_index(MPI_DOUBLE, MPI_LONG_LONG, &type);
  CHECK(type != MPI_DATATYPE_NULL);
  MPI_Type_get_value_index(MPI_DOUBLE, MPI_LONG_LONG, &again);
  CHECK(type == again);
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &lb, &extent);
  CHECK(size == 16 && lb == 0 && extent == sizeof(struct pair));
  MPI_Reduce_local(in, inout, 2, type, MPI_MAXLOC);
  CHECK(inout[0].value == 2.0 && inout[0].index == 3);
  CHECK(inout[1].value == 9.0 && inout[1].index == 1);
  MPI_Type_get_value_index(MPI_DOUBLE_COMPLEX, MPI_INT, &type);
  CHECK(type == MPI_DATATYPE_NULL);
  return end_test();
}
