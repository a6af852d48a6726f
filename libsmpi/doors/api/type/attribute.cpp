// SPDX-License-Identifier: BSD-3-Clause
//
// Attributes of datatypes (MPI 5.0, 7.7.4). Those of predefined types belong to the calling rank.
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"
#include "libsmpi/mpi/attributes/keyvals.h"
#include "libsmpi/mpi/datatype/rank_types.h"

namespace smpi::api {
namespace {

int create_key(Keyval::Function copy, Keyval::Function remove, int* value, void* extra_state) {
  Check check;
  check.pointer(value, "type_keyval");
  if (check.failed()) return check.raise();
  const Keyval& key =
      make_keyval(AttributeOwner::datatype, AttributeLanguage::c, copy, remove, extra_state);
  *value = static_cast<int>(key.value);
  return MPI_SUCCESS;
}

Keyval* check_key(Check& check, int value) {
  Keyval* key = find_keyval(value, AttributeOwner::datatype);
  check.require(key != nullptr, MPI_ERR_KEYVAL, "not a key of datatypes");
  return key;
}

int free_key(int* value) {
  Check check;
  check.pointer(value, "type_keyval");
  Keyval* key = value == nullptr ? nullptr : check_key(check, *value);
  if (check.failed()) return check.raise();
  free_keyval(*key);
  *value = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

// The attributes of a type and a key of the program.
struct Place {
  Place(MPI_Datatype handle, int value)
      : type(check.old_type(handle)), key(check_key(check, value)) {
    if (!check.failed()) attributes = &RankTypes::current().notes_of(*type).attributes;
  }

  TypeCheck check;
  Datatype* type;
  Keyval* key;
  Attributes* attributes = nullptr;
};

int set(MPI_Datatype handle, int value, void* attribute) {
  const Place place(handle, value);
  if (place.check.failed()) return place.check.raise();
  const int error = place.attributes->set(*place.key, AttributeValue::from_c(attribute),
                                          reinterpret_cast<std::uintptr_t>(handle));
  return raise(nullptr, error, "the delete callback of the old value failed");
}

int get(MPI_Datatype handle, int value, void* attribute, int* flag) {
  Place place(handle, value);
  place.check.pointer(attribute, "attribute_val").pointer(flag, "flag");
  if (place.check.failed()) return place.check.raise();
  AttributeValue* found = place.attributes->find(*place.key);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr) read_attribute(*found, AttributeLanguage::c, attribute);
  return MPI_SUCCESS;
}

int erase(MPI_Datatype handle, int value) {
  const Place place(handle, value);
  if (place.check.failed()) return place.check.raise();
  if (place.attributes->find(*place.key) == nullptr) return MPI_SUCCESS;
  const int error = place.attributes->erase(*place.key, reinterpret_cast<std::uintptr_t>(handle));
  return raise(nullptr, error, "the delete callback failed");
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function* type_copy_attr_fn,
                            MPI_Type_delete_attr_function* type_delete_attr_fn, int* type_keyval,
                            void* extra_state) {
  const LocalCall call;
  return create_key(reinterpret_cast<Keyval::Function>(type_copy_attr_fn),
                    reinterpret_cast<Keyval::Function>(type_delete_attr_fn), type_keyval,
                    extra_state);
}

int PMPI_Type_free_keyval(int* type_keyval) {
  const LocalCall call;
  return free_key(type_keyval);
}

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void* attribute_val) {
  const LocalCall call;
  return set(datatype, type_keyval, attribute_val);
}

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void* attribute_val, int* flag) {
  const LocalCall call;
  return get(datatype, type_keyval, attribute_val, flag);
}

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval) {
  const LocalCall call;
  return erase(datatype, type_keyval);
}

}  // extern "C"
