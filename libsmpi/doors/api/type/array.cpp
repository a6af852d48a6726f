// SPDX-License-Identifier: BSD-3-Clause
//
// Types for parts of multidimensional arrays (MPI 5.0, 5.1.3 and 5.1.4).
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"

namespace smpi::api {
namespace {

using datatype::DarrayDimension;
using datatype::Order;

Order order_of(int order) {
  return order == MPI_ORDER_C ? Order::c : Order::fortran;
}

template <class Int>
struct SubarrayArguments {
  Form form;
  int dimensions;
  const Int* sizes;
  const Int* subsizes;
  const Int* starts;
  int order;
  MPI_Datatype old;
  MPI_Datatype* new_type;
};

template <class Int>
Datatype* check_subarray(TypeCheck& check, const SubarrayArguments<Int>& a) {
  check.require(a.dimensions > 0, MPI_ERR_ARG, "ndims is not positive");
  check.array(a.sizes, a.dimensions).array(a.subsizes, a.dimensions).array(a.starts, a.dimensions);
  check.pointer(a.new_type, "newtype");
  check.require(a.order == MPI_ORDER_C || a.order == MPI_ORDER_FORTRAN, MPI_ERR_ARG,
                "the order is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN");
  Datatype* old = check.old_type(a.old);
  if (check.failed()) return nullptr;
  for (int d = 0; d < a.dimensions; d++) {
    check.require(a.sizes[d] >= 1, MPI_ERR_ARG, "a size is less than 1");
    check.require(a.subsizes[d] >= 1 && a.subsizes[d] <= a.sizes[d], MPI_ERR_ARG,
                  "a subsize is less than 1 or more than the size");
    check.require(a.starts[d] >= 0 && a.starts[d] <= a.sizes[d] - a.subsizes[d], MPI_ERR_ARG,
                  "a start lies outside the array, or the part does not fit behind it");
  }
  return old;
}

template <class Int>
int subarray(const SubarrayArguments<Int>& a) {
  TypeCheck check;
  Datatype* old = check_subarray(check, a);
  if (check.failed()) return check.raise();
  const auto sizes = widened(a.sizes, a.dimensions);
  const auto subsizes = widened(a.subsizes, a.dimensions);
  const auto starts = widened(a.starts, a.dimensions);
  RecipeBuilder recipe(MPI_COMBINER_SUBARRAY, a.form);
  recipe.integer(a.dimensions).counts(sizes).counts(subsizes).counts(starts).integer(a.order);
  recipe.type(*old);
  return make_type(
      datatype::subarray(
          old->layout(),
          {.sizes = sizes, .subsizes = subsizes, .starts = starts, .order = order_of(a.order)}),
      recipe.finish(), a.new_type);
}

template <class Int>
struct DarrayArguments {
  Form form;
  int size;
  int rank;
  int dimensions;
  const Int* lengths;
  const int* distributions;
  const int* block_sizes;
  const int* process_counts;
  int order;
  MPI_Datatype old;
  MPI_Datatype* new_type;
};

// One dimension; the coordinate is filled in later.
template <class Int>
DarrayDimension check_dimension(TypeCheck& check, const DarrayArguments<Int>& a, int d) {
  const int distribution = a.distributions[d];
  const MPI_Count length = a.lengths[d];
  const MPI_Count processes = a.process_counts[d];
  const MPI_Count given = a.block_sizes[d];
  const bool is_default = given == MPI_DISTRIBUTE_DFLT_DARG;
  check.require(length >= 1, MPI_ERR_ARG, "a global size is less than 1");
  check.require(processes >= 1, MPI_ERR_ARG, "a number of processes is less than 1");
  check.require(is_default || given >= 1, MPI_ERR_ARG, "a distribution argument is less than 1");
  if (check.failed()) return {};
  switch (distribution) {
    case MPI_DISTRIBUTE_NONE:
      check.require(processes == 1, MPI_ERR_ARG,
                    "MPI_DISTRIBUTE_NONE in a dimension of more than one process");
      return {.length = length, .block = length, .processes = 1, .coordinate = 0};
    case MPI_DISTRIBUTE_BLOCK: {
      const MPI_Count block = is_default ? (length + processes - 1) / processes : given;
      check.require(block * processes >= length, MPI_ERR_ARG,
                    "the blocks of MPI_DISTRIBUTE_BLOCK do not cover the array");
      return {.length = length, .block = block, .processes = processes, .coordinate = 0};
    }
    case MPI_DISTRIBUTE_CYCLIC:
      return {.length = length,
              .block = is_default ? 1 : given,
              .processes = processes,
              .coordinate = 0};
    default:
      check.require(false, MPI_ERR_ARG, "unknown distribution");
      return {};
  }
}

template <class Int>
Datatype* check_darray(TypeCheck& check, const DarrayArguments<Int>& a) {
  check.require(a.size >= 1, MPI_ERR_ARG, "size is not positive");
  check.require(a.rank >= 0 && a.rank < a.size, MPI_ERR_RANK, "the rank lies outside the size");
  check.require(a.dimensions > 0, MPI_ERR_ARG, "ndims is not positive");
  check.array(a.lengths, a.dimensions).array(a.distributions, a.dimensions);
  check.array(a.block_sizes, a.dimensions).array(a.process_counts, a.dimensions);
  check.pointer(a.new_type, "newtype");
  check.require(a.order == MPI_ORDER_C || a.order == MPI_ORDER_FORTRAN, MPI_ERR_ARG,
                "the order is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN");
  return check.old_type(a.old);
}

template <class Int>
int darray(const DarrayArguments<Int>& a) {
  TypeCheck check;
  Datatype* old = check_darray(check, a);
  if (check.failed()) return check.raise();
  std::vector<DarrayDimension> dimensions;
  MPI_Count process_count = 1;
  for (int d = 0; d < a.dimensions; d++) {
    dimensions.push_back(check_dimension(check, a, d));
    if (check.failed()) return check.raise();
    process_count *= a.process_counts[d];
  }
  check.require(process_count == a.size, MPI_ERR_ARG,
                "the product of the process counts is not the size");
  if (check.failed()) return check.raise();
  // The process grid is in C order, whatever the order of the array (MPI 5.1.4).
  MPI_Count rest = a.rank;
  for (auto d = dimensions.rbegin(); d != dimensions.rend(); ++d) {
    d->coordinate = rest % d->processes;
    rest /= d->processes;
  }
  RecipeBuilder recipe(MPI_COMBINER_DARRAY, a.form);
  recipe.integer(a.size).integer(a.rank).integer(a.dimensions);
  recipe.counts(widened(a.lengths, a.dimensions));
  for (int d = 0; d < a.dimensions; d++) recipe.integer(a.distributions[d]);
  for (int d = 0; d < a.dimensions; d++) recipe.integer(a.block_sizes[d]);
  for (int d = 0; d < a.dimensions; d++) recipe.integer(a.process_counts[d]);
  recipe.integer(a.order).type(*old);
  return make_type(datatype::darray(old->layout(), dimensions, order_of(a.order)), recipe.finish(),
                   a.new_type);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[],
                              const int array_of_starts[], int order, MPI_Datatype oldtype,
                              MPI_Datatype* newtype) {
  const Call call;
  return subarray<int>({Form::small, ndims, array_of_sizes, array_of_subsizes, array_of_starts,
                        order, oldtype, newtype});
}

int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[],
                            const int array_of_distribs[], const int array_of_dargs[],
                            const int array_of_psizes[], int order, MPI_Datatype oldtype,
                            MPI_Datatype* newtype) {
  const Call call;
  return darray<int>({Form::small, size, rank, ndims, array_of_gsizes, array_of_distribs,
                      array_of_dargs, array_of_psizes, order, oldtype, newtype});
}

#include <large_counts/type/array.inc>

}  // extern "C"
