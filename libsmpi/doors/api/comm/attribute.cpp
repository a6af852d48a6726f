// SPDX-License-Identifier: BSD-3-Clause
//
// Attributes of communicators (MPI 5.0, 7.7.2), their MPI-1 names, and the predefined attributes of
// MPI_COMM_WORLD (MPI 5.0, 9.1.2). The functions for datatypes and windows are in their chapters.
#include <algorithm>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/attributes/keyvals.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/errors/user_errors.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {
namespace {

// The values that MPI_Comm_get_attr gives the address of. They belong to one process.
struct PredefinedValues {
  int tag_ub = tag_upper_bound;
  int io = MPI_ANY_SOURCE;  // every process can do input and output
  int host = MPI_PROC_NULL;
  int wtime_is_global = 1;
};

PredefinedValues& predefined_values() {
  static PredefinedValues values;
  values = {};  // in case a program wrote through the pointer it got
  return values;
}

// nullptr when the key is not predefined, or has no value. Communicators of the sessions model only
// have MPI_TAG_UB: the others belong to MPI_COMM_WORLD (MPI 9.1.2).
int* find_predefined(const Communicator& communicator, int key) {
  if (communicator.session.get() != nullptr && key != MPI_TAG_UB) return nullptr;
  Rank& rank = current_rank();
  switch (key) {
    case MPI_TAG_UB:
      return &predefined_values().tag_ub;
    case MPI_IO:
      return &predefined_values().io;
    case MPI_HOST:
      return &predefined_values().host;
    case MPI_WTIME_IS_GLOBAL:
      return &predefined_values().wtime_is_global;
    case MPI_APPNUM:
      return &rank.application_number;
    case MPI_LASTUSEDCODE:
      return &rank.user_errors.last_used();
    case MPI_UNIVERSE_SIZE:
      return &rank.simulation.universe_size;
    default:
      return nullptr;
  }
}

bool is_predefined(int key) {
  return key >= MPI_TAG_UB && key <= MPI_UNIVERSE_SIZE;
}

struct KeyCheck : Check {
  explicit KeyCheck(int value) { add_key(value); }
  KeyCheck(MPI_Comm comm, int value) : Check(comm) { add_key(value); }

  void add_key(int value) {
    key = find_keyval(value, AttributeOwner::communicator);
    require(key != nullptr, MPI_ERR_KEYVAL,
            is_predefined(value) ? "a predefined attribute cannot be changed"
                                 : "not a key of communicators");
  }

  Keyval* key = nullptr;
};

int create_key(Keyval::Function copy, Keyval::Function remove, int* value, void* extra_state) {
  Check check;
  check.pointer(value, "keyval");
  if (check.failed()) return check.raise();
  *value = static_cast<int>(
      make_keyval(AttributeOwner::communicator, AttributeLanguage::c, copy, remove, extra_state)
          .value);
  return MPI_SUCCESS;
}

int free_key(int* value) {
  const KeyCheck check(value == nullptr ? MPI_KEYVAL_INVALID : *value);
  if (check.failed()) return check.raise();
  free_keyval(*check.key);
  *value = MPI_KEYVAL_INVALID;
  return MPI_SUCCESS;
}

int set(MPI_Comm comm, int value, void* attribute) {
  const KeyCheck check(comm, value);
  if (check.failed()) return check.raise();
  Communicator& communicator = *check.communicator();
  const int error = communicator.attributes.set(*check.key, AttributeValue::from_c(attribute),
                                                communicator.handle);
  return raise(&communicator, error, "the delete callback of the old value failed");
}

int get(MPI_Comm comm, int key, void* attribute, int* flag) {
  Check check(comm);
  check.pointer(attribute, "attribute_val").pointer(flag, "flag");
  if (check.failed()) return check.raise();
  if (is_predefined(key)) {
    int* value = find_predefined(*check.communicator(), key);
    *flag = value != nullptr ? 1 : 0;
    if (value != nullptr) read_predefined_attribute(*value, AttributeLanguage::c, attribute);
    return MPI_SUCCESS;
  }
  const KeyCheck checked(comm, key);
  if (checked.failed()) return checked.raise();
  AttributeValue* found = checked.communicator()->attributes.find(*checked.key);
  *flag = found != nullptr ? 1 : 0;
  if (found != nullptr) read_attribute(*found, AttributeLanguage::c, attribute);
  return MPI_SUCCESS;
}

int erase(MPI_Comm comm, int value) {
  const KeyCheck check(comm, value);
  if (check.failed()) return check.raise();
  Communicator& communicator = *check.communicator();
  if (communicator.attributes.find(*check.key) == nullptr) return MPI_SUCCESS;
  const int error = communicator.attributes.erase(*check.key, communicator.handle);
  return raise(&communicator, error, "the delete callback failed");
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function* comm_copy_attr_fn,
                            MPI_Comm_delete_attr_function* comm_delete_attr_fn, int* comm_keyval,
                            void* extra_state) {
  const LocalCall call;
  return create_key(reinterpret_cast<Keyval::Function>(comm_copy_attr_fn),
                    reinterpret_cast<Keyval::Function>(comm_delete_attr_fn), comm_keyval,
                    extra_state);
}

int PMPI_Comm_free_keyval(int* comm_keyval) {
  const LocalCall call;
  return free_key(comm_keyval);
}

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void* attribute_val) {
  const LocalCall call;
  return set(comm, comm_keyval, attribute_val);
}

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void* attribute_val, int* flag) {
  const LocalCall call;
  return get(comm, comm_keyval, attribute_val, flag);
}

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval) {
  const LocalCall call;
  return erase(comm, comm_keyval);
}

int PMPI_Keyval_create(MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn, int* keyval,
                       void* extra_state) {
  const LocalCall call;
  return create_key(reinterpret_cast<Keyval::Function>(copy_fn),
                    reinterpret_cast<Keyval::Function>(delete_fn), keyval, extra_state);
}

int PMPI_Keyval_free(int* keyval) {
  const LocalCall call;
  return free_key(keyval);
}

int PMPI_Attr_put(MPI_Comm comm, int keyval, void* attribute_val) {
  const LocalCall call;
  return set(comm, keyval, attribute_val);
}

int PMPI_Attr_get(MPI_Comm comm, int keyval, void* attribute_val, int* flag) {
  const LocalCall call;
  return get(comm, keyval, attribute_val, flag);
}

int PMPI_Attr_delete(MPI_Comm comm, int keyval) {
  const LocalCall call;
  return erase(comm, keyval);
}

}  // extern "C"
