// SPDX-License-Identifier: BSD-3-Clause
//
// The life of a datatype and the queries about its size and bounds (MPI 5.0, 5.1.5 to 5.1.11, 7.8),
// with the large-count forms, those of MPI-3 (_x) and those that MPI-3 removed.
#include <cstring>
#include <limits>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/datatype/rank_types.h"

namespace smpi::api {
namespace {

// A value in an output argument that may be too narrow: MPI_UNDEFINED then (MPI 5.1.5).
template <class Int>
void put_or_undefined(MPI_Count value, Int* result) {
  const bool fits =
      value >= std::numeric_limits<Int>::min() && value <= std::numeric_limits<Int>::max();
  *result = fits ? static_cast<Int>(value) : static_cast<Int>(MPI_UNDEFINED);
}

// Known to the ABI, but no compiler of ours has it: its size is MPI_UNDEFINED.
bool is_unsupported(MPI_Datatype handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if ((value & ~std::uintptr_t{0xff}) != 0x200) return false;
  const datatype::Element element = datatype::element_of(value);
  return datatype::predefined(element).group != datatype::Group::absent &&
         !datatype::is_supported(element);
}

template <class Int>
int size_of(MPI_Datatype handle, Int* result) {
  TypeCheck check;
  check.pointer(result, "size");
  if (!check.failed() && is_unsupported(handle)) {
    *result = MPI_UNDEFINED;
    return MPI_SUCCESS;
  }
  const Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  put_or_undefined(type->size_bytes(), result);
  return MPI_SUCCESS;
}

enum class Bounds : std::uint8_t { explicit_bounds, true_bounds };

int bounds(MPI_Datatype handle, Bounds kind, MPI_Count* lb, MPI_Count* extent) {
  TypeCheck check;
  check.pointer(lb, "lb").pointer(extent, "extent");
  const Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  const bool is_true = kind == Bounds::true_bounds;
  *lb = is_true ? type->true_lb() : type->lb();
  *extent = is_true ? type->true_extent() : type->extent();
  return MPI_SUCCESS;
}

// The three queries of MPI-1, by what they tell of (lb, extent).
template <class Function>
int old_bound(MPI_Datatype handle, MPI_Aint* result, Function&& function) {
  TypeCheck check;
  check.pointer(result, "displacement");
  const Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  *result = function(*type);
  return MPI_SUCCESS;
}

int commit(MPI_Datatype* handle) {
  TypeCheck check;
  check.pointer(handle, "datatype");
  Datatype* type = handle == nullptr ? nullptr : check.old_type(*handle);
  if (check.failed()) return check.raise();
  type->commit();
  return MPI_SUCCESS;
}

int free(MPI_Datatype* handle) {
  TypeCheck check;
  check.pointer(handle, "datatype");
  const Datatype* type = handle == nullptr ? nullptr : check.old_type(*handle);
  check.require(type == nullptr || !(type->is_predefined() || type->is_unnamed_predefined()),
                MPI_ERR_TYPE, "a predefined datatype cannot be freed");
  if (check.failed()) return check.raise();
  const int error = free_handle(*handle);
  if (error != MPI_SUCCESS)
    return raise(nullptr, error, "a delete callback of an attribute failed");
  *handle = MPI_DATATYPE_NULL;
  return MPI_SUCCESS;
}

int duplicate(MPI_Datatype handle, MPI_Datatype* new_type) {
  TypeCheck check;
  check.pointer(new_type, "newtype");
  Datatype* old = check.old_type(handle);
  if (check.failed()) return check.raise();
  MPI_Datatype made = MPI_DATATYPE_NULL;
  make_type(old->layout(), RecipeBuilder(MPI_COMBINER_DUP, Form::small).type(*old).finish(), &made);
  Datatype& copy = *find_datatype(made);
  if (old->is_committed()) copy.commit();
  const auto old_value = reinterpret_cast<std::uintptr_t>(handle);
  const Attributes& attributes = RankTypes::current().notes_of(*old).attributes;
  const int error = attributes.copy_to(copy.notes.attributes, old_value);
  if (error != MPI_SUCCESS) {
    free_handle(made);
    *new_type = MPI_DATATYPE_NULL;
    return raise(nullptr, error, "a copy callback of an attribute failed");
  }
  *new_type = made;
  return MPI_SUCCESS;
}

int set_name(MPI_Datatype handle, const char* name) {
  TypeCheck check;
  check.pointer(name, "type_name");
  Datatype* type = check.old_type(handle);
  if (check.failed()) return check.raise();
  RankTypes::current().notes_of(*type).name.assign(name, strnlen(name, MPI_MAX_OBJECT_NAME - 1));
  return MPI_SUCCESS;
}

int get_name(MPI_Datatype handle, char* name, int* length) {
  TypeCheck check;
  check.pointer(name, "type_name").pointer(length, "resultlen");
  std::string text;
  if (handle == MPI_DATATYPE_NULL) {
    text = "MPI_DATATYPE_NULL";
  } else if (is_unsupported(handle)) {
    text =
        datatype::predefined(datatype::element_of(reinterpret_cast<std::uintptr_t>(handle))).name;
  } else if (Datatype* type = check.old_type(handle)) {
    text = RankTypes::current().notes_of(*type).name;
  }
  if (check.failed()) return check.raise();
  std::memcpy(name, text.c_str(), text.size() + 1);
  *length = static_cast<int>(text.size());
  return MPI_SUCCESS;
}

int get_address(const void* location, MPI_Aint* address) {
  Check check;
  check.pointer(address, "address");
  if (check.failed()) return check.raise();
  *address = reinterpret_cast<MPI_Aint>(location);
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Type_size(MPI_Datatype datatype, int* size) {
  const LocalCall call;
  return size_of(datatype, size);
}

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count* size) {
  const LocalCall call;
  return size_of(datatype, size);
}

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
  const LocalCall call;
  return bounds(datatype, Bounds::explicit_bounds, lb, extent);
}

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
  const LocalCall call;
  return bounds(datatype, Bounds::explicit_bounds, lb, extent);
}

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent) {
  const LocalCall call;
  return bounds(datatype, Bounds::true_bounds, true_lb, true_extent);
}

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
  const LocalCall call;
  return bounds(datatype, Bounds::true_bounds, true_lb, true_extent);
}

int PMPI_Type_extent(MPI_Datatype datatype, MPI_Aint* extent) {
  const LocalCall call;
  return old_bound(datatype, extent, [](const Datatype& type) { return type.extent(); });
}

int PMPI_Type_lb(MPI_Datatype datatype, MPI_Aint* displacement) {
  const LocalCall call;
  return old_bound(datatype, displacement, [](const Datatype& type) { return type.lb(); });
}

int PMPI_Type_ub(MPI_Datatype datatype, MPI_Aint* displacement) {
  const LocalCall call;
  return old_bound(datatype, displacement,
                   [](const Datatype& type) { return type.lb() + type.extent(); });
}

int PMPI_Type_commit(MPI_Datatype* datatype) {
  const LocalCall call;
  return commit(datatype);
}

int PMPI_Type_free(MPI_Datatype* datatype) {
  const LocalCall call;
  return smpi::api::free(datatype);
}

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const LocalCall call;
  return duplicate(oldtype, newtype);
}

int PMPI_Type_set_name(MPI_Datatype datatype, const char* type_name) {
  const LocalCall call;
  return set_name(datatype, type_name);
}

int PMPI_Type_get_name(MPI_Datatype datatype, char* type_name, int* resultlen) {
  const LocalCall call;
  return get_name(datatype, type_name, resultlen);
}

int PMPI_Get_address(const void* location, MPI_Aint* address) {
  const LocalCall call;
  return get_address(location, address);
}

int PMPI_Address(void* location, MPI_Aint* address) {
  const LocalCall call;
  return get_address(location, address);
}

// Pure arithmetic, callable at any time: no door.
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp) {
  return base + disp;
}

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) {
  return addr1 - addr2;
}

#include <large_counts/type/type.inc>

}  // extern "C"
