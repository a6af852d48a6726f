// SPDX-License-Identifier: BSD-3-Clause
//
// Predefined types found by what they can hold: Fortran kinds by precision and range (MPI 5.0,
// 19.1.9), types by class and size, and pairs for MPI_MINLOC and MPI_MAXLOC by their two elements
// (MPI 5.0, 6.9.4).
//
// Kinds are those of gfortran on x86-64, where REAL(10) is C's long double.
#include <optional>
#include <span>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/datatype/op_kernels.h"
#include "libsmpi/mpi/datatype/rank_types.h"

namespace smpi::api {
namespace {

using datatype::Element;

struct RealKind {
  int precision;
  int range;
  MPI_Datatype real;
  MPI_Datatype complex;
};

struct IntegerKind {
  int range;
  MPI_Datatype type;
};

// In the order of selected_real_kind and selected_int_kind: the first that is enough.
std::span<const RealKind> real_kinds() {
  static const RealKind kinds[] = {{6, 37, MPI_REAL4, MPI_COMPLEX8},
                                   {15, 307, MPI_REAL8, MPI_COMPLEX16},
                                   {18, 4931, MPI_LONG_DOUBLE, MPI_C_LONG_DOUBLE_COMPLEX},
                                   {33, 4931, MPI_REAL16, MPI_COMPLEX32}};
  return kinds;
}

std::span<const IntegerKind> integer_kinds() {
  static const IntegerKind kinds[] = {{2, MPI_INTEGER1},
                                      {4, MPI_INTEGER2},
                                      {9, MPI_INTEGER4},
                                      {18, MPI_INTEGER8},
                                      {38, MPI_INTEGER16}};
  return kinds;
}

// An unnamed predefined type with the layout of `like`.
MPI_Datatype unnamed(int combiner, std::optional<int> first, int second, MPI_Datatype like) {
  const RankTypes::UnnamedKey key{combiner, first.value_or(0), second};
  return RankTypes::current().unnamed(key, [&] {
    RecipeBuilder recipe(combiner, Form::small);
    if (first) recipe.integer(*first);
    recipe.integer(second);
    Ref<Datatype> type(new Datatype(predefined_type(like).layout()));
    type->set_recipe(recipe.finish());
    type->commit();
    return type;
  });
}

// MPI_UNDEFINED means any.
int create_real(int combiner, int precision, int range, MPI_Datatype* new_type) {
  Check check;
  check.pointer(new_type, "newtype");
  check.require(precision != MPI_UNDEFINED || range != MPI_UNDEFINED, MPI_ERR_ARG,
                "both the precision and the range are MPI_UNDEFINED");
  if (check.failed()) return check.raise();
  const RealKind* found = nullptr;
  for (const RealKind& kind : real_kinds()) {
    const bool enough = (precision == MPI_UNDEFINED || precision <= kind.precision) &&
                        (range == MPI_UNDEFINED || range <= kind.range);
    if (enough && found == nullptr) found = &kind;
  }
  check.require(found != nullptr, MPI_ERR_ARG, "no kind has that precision and range");
  if (check.failed()) return check.raise();
  *new_type = unnamed(combiner, precision, range,
                      combiner == MPI_COMBINER_F90_REAL ? found->real : found->complex);
  return MPI_SUCCESS;
}

int create_integer(int range, MPI_Datatype* new_type) {
  Check check;
  check.pointer(new_type, "newtype");
  const IntegerKind* found = nullptr;
  for (const IntegerKind& kind : integer_kinds()) {
    if (range <= kind.range && found == nullptr) found = &kind;
  }
  check.require(found != nullptr, MPI_ERR_ARG, "no kind of INTEGER has that range");
  if (check.failed()) return check.raise();
  *new_type = unnamed(MPI_COMBINER_F90_INTEGER, std::nullopt, range, found->type);
  return MPI_SUCCESS;
}

struct SizedType {
  int type_class;
  int size_bytes;
  MPI_Datatype type;
};

std::span<const SizedType> sized_types() {
  static const SizedType types[] = {
      {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},   {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
      {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4},   {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
      {MPI_TYPECLASS_INTEGER, 16, MPI_INTEGER16}, {MPI_TYPECLASS_REAL, 4, MPI_REAL4},
      {MPI_TYPECLASS_REAL, 8, MPI_REAL8},         {MPI_TYPECLASS_REAL, 16, MPI_REAL16},
      {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8},   {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16},
      {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32}, {MPIX_TYPECLASS_LOGICAL, 1, MPI_LOGICAL1},
      {MPIX_TYPECLASS_LOGICAL, 2, MPI_LOGICAL2},  {MPIX_TYPECLASS_LOGICAL, 4, MPI_LOGICAL4},
      {MPIX_TYPECLASS_LOGICAL, 8, MPI_LOGICAL8},  {MPIX_TYPECLASS_LOGICAL, 16, MPI_LOGICAL16}};
  return types;
}

int match_size(int type_class, int size_bytes, MPI_Datatype* result) {
  Check check;
  check.pointer(result, "datatype");
  if (check.failed()) return check.raise();
  for (const SizedType& candidate : sized_types()) {
    if (candidate.type_class == type_class && candidate.size_bytes == size_bytes) {
      *result = candidate.type;
      return MPI_SUCCESS;
    }
  }
  check.require(false, MPI_ERR_ARG, "no predefined datatype of that class and size");
  return check.raise();
}

// MPI 6.9.4: values that MPI_MINLOC can compare, indices that are integers.
bool can_be_value(datatype::Group group) {
  return group == datatype::Group::c_integer || group == datatype::Group::fortran_integer ||
         group == datatype::Group::floating || group == datatype::Group::multi_language;
}

bool can_be_index(datatype::Group group) {
  return can_be_value(group) && group != datatype::Group::floating;
}

MPI_Datatype find_pair(Datatype& value, Datatype& index) {
  const datatype::Unit unit{value.element(), index.element()};
  if (const Element named = datatype::type_of(unit))
    return to_handle(*predefined_type(0x200U + named));
  if (!can_be_value(datatype::predefined(unit.element).group) ||
      !can_be_index(datatype::predefined(unit.index).group)) {
    return MPI_DATATYPE_NULL;
  }
  const RankTypes::UnnamedKey key{MPI_COMBINER_VALUE_INDEX, unit.element, unit.index};
  return RankTypes::current().unnamed(key, [&] {
    Ref<Datatype> type(new Datatype(datatype::pair_layout(unit)));
    type->set_recipe(
        RecipeBuilder(MPI_COMBINER_VALUE_INDEX, Form::small).type(value).type(index).finish());
    type->commit();
    return type;
  });
}

int value_index(MPI_Datatype value_handle, MPI_Datatype index_handle, MPI_Datatype* pair) {
  TypeCheck check;
  check.pointer(pair, "pair_type");
  Datatype* value = check.old_type(value_handle);
  Datatype* index = check.old_type(index_handle);
  if (check.failed()) return check.raise();
  *pair = value->is_predefined() && index->is_predefined() ? find_pair(*value, *index)
                                                           : MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype* newtype) {
  const Call call;
  return create_real(MPI_COMBINER_F90_REAL, p, r, newtype);
}

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype* newtype) {
  const Call call;
  return create_real(MPI_COMBINER_F90_COMPLEX, p, r, newtype);
}

int PMPI_Type_create_f90_integer(int r, MPI_Datatype* newtype) {
  const Call call;
  return create_integer(r, newtype);
}

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype* datatype) {
  const Call call;
  return match_size(typeclass, size, datatype);
}

int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                              MPI_Datatype* pair_type) {
  const Call call;
  return value_index(value_type, index_type, pair_type);
}

}  // extern "C"
