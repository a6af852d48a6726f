// SPDX-License-Identifier: BSD-3-Clause
//
// Decoding a datatype (MPI 5.0, 5.1.13). A type that was made with MPI_Count arguments can only be
// decoded by the large-count forms.
#include <algorithm>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"

namespace smpi::api {
namespace {

// Counts come out as int or as MPI_Count.
template <class Int>
struct Envelope {
  Int* integers;
  Int* addresses;
  Int* large_counts;  // nullptr in the small form
  Int* types;
  int* combiner;
};

template <class Int>
int envelope(Form form, MPI_Datatype handle, const Envelope<Int>& out) {
  TypeCheck check;
  check.pointer(out.integers, "num_integers").pointer(out.addresses, "num_addresses");
  check.pointer(out.types, "num_datatypes").pointer(out.combiner, "combiner");
  if (form == Form::large) check.pointer(out.large_counts, "num_large_counts");
  const Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  const Recipe& recipe = type->recipe();
  check.require(form == Form::large || recipe.large_counts.empty(), MPI_ERR_TYPE,
                "made with large counts: use MPI_Type_get_envelope_c");
  if (check.failed()) return check.raise();
  *out.integers = static_cast<Int>(recipe.integers.size());
  *out.addresses = static_cast<Int>(recipe.addresses.size());
  if (form == Form::large) *out.large_counts = static_cast<Int>(recipe.large_counts.size());
  *out.types = static_cast<Int>(recipe.types.size());
  *out.combiner = recipe.combiner;
  return MPI_SUCCESS;
}

struct Contents {
  MPI_Count max_integers;
  MPI_Count max_addresses;
  MPI_Count max_large_counts;
  MPI_Count max_types;
  int* integers;
  MPI_Aint* addresses;
  MPI_Count* large_counts;
  MPI_Datatype* types;
};

// Room for `values` in an array of `room` elements.
template <class Value>
void check_room(TypeCheck& check, const std::vector<Value>& values, const void* array,
                MPI_Count room) {
  check.require(room >= 0 && static_cast<std::size_t>(room) >= values.size(), MPI_ERR_ARG,
                "an array is too small for the contents of the datatype");
  check.require(array != nullptr || values.empty(), MPI_ERR_ARG, "an array is NULL");
}

int contents(Form form, MPI_Datatype handle, const Contents& out) {
  TypeCheck check;
  const Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  check.require(!type->is_predefined(), MPI_ERR_TYPE,
                "a named predefined datatype has no contents");
  const Recipe& recipe = type->recipe();
  check.require(form == Form::large || recipe.large_counts.empty(), MPI_ERR_TYPE,
                "made with large counts: use MPI_Type_get_contents_c");
  check_room(check, recipe.integers, out.integers, out.max_integers);
  check_room(check, recipe.addresses, out.addresses, out.max_addresses);
  check_room(check, recipe.large_counts, out.large_counts, out.max_large_counts);
  check_room(check, recipe.types, out.types, out.max_types);
  if (check.failed()) return check.raise();
  std::copy(recipe.integers.begin(), recipe.integers.end(), out.integers);
  std::copy(recipe.addresses.begin(), recipe.addresses.end(), out.addresses);
  std::copy(recipe.large_counts.begin(), recipe.large_counts.end(), out.large_counts);
  MPI_Datatype* to = out.types;
  for (const Ref<Datatype>& old : recipe.types) {
    // The program must free what is not predefined.
    *to++ =
        old->is_predefined() || old->is_unnamed_predefined() ? to_handle(*old) : add_handle(old);
  }
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Type_get_envelope(MPI_Datatype datatype, int* num_integers, int* num_addresses,
                           int* num_datatypes, int* combiner) {
  const Call call;
  return envelope<int>(Form::small, datatype,
                       {num_integers, num_addresses, nullptr, num_datatypes, combiner});
}

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count* num_integers,
                             MPI_Count* num_addresses, MPI_Count* num_large_counts,
                             MPI_Count* num_datatypes, int* combiner) {
  const Call call;
  return envelope<MPI_Count>(
      Form::large, datatype,
      {num_integers, num_addresses, num_large_counts, num_datatypes, combiner});
}

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
                           int max_datatypes, int array_of_integers[],
                           MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) {
  const Call call;
  return contents(Form::small, datatype,
                  {.max_integers = max_integers,
                   .max_addresses = max_addresses,
                   .max_large_counts = 0,
                   .max_types = max_datatypes,
                   .integers = array_of_integers,
                   .addresses = array_of_addresses,
                   .large_counts = nullptr,
                   .types = array_of_datatypes});
}

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                             MPI_Count max_large_counts, MPI_Count max_datatypes,
                             int array_of_integers[], MPI_Aint array_of_addresses[],
                             MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) {
  const Call call;
  return contents(Form::large, datatype,
                  {.max_integers = max_integers,
                   .max_addresses = max_addresses,
                   .max_large_counts = max_large_counts,
                   .max_types = max_datatypes,
                   .integers = array_of_integers,
                   .addresses = array_of_addresses,
                   .large_counts = array_of_large_counts,
                   .types = array_of_datatypes});
}

}  // extern "C"
