// SPDX-License-Identifier: BSD-3-Clause
//
// Attributes from Fortran (MPI 5.0, 7.7 and 19.3.7): values are integers of the kind of an address,
// in MPI-1's names INTEGERs. The C function checks and does the work; then the key or the value is
// told that it belongs to Fortran, or the value is read as Fortran sees it.
#include "libsmpi/mpi/attributes/attributes.h"

#include "libsmpi/doors/fortran/convert.h"
#include "libsmpi/doors/fortran/names.h"
#include "libsmpi/mpi/attributes/keyvals.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/rank_types.h"
#include "libsmpi/mpi/rma/window.h"

namespace smpi::fortran {
namespace {

// The attributes of an object that the C function has accepted.
Attributes& attributes_of(MPI_Comm comm) {
  return find_communicator(comm)->attributes;
}
Attributes& attributes_of(MPI_Datatype type) {
  return RankTypes::current().notes_of(*find_datatype(type)).attributes;
}
Attributes& attributes_of(MPI_Win win) {
  return find_window(win)->attributes;
}

AttributeOwner owner_of(MPI_Comm) {
  return AttributeOwner::communicator;
}
AttributeOwner owner_of(MPI_Datatype) {
  return AttributeOwner::datatype;
}
AttributeOwner owner_of(MPI_Win) {
  return AttributeOwner::window;
}

void own_key(int code, int value, AttributeOwner owner, AttributeLanguage language) {
  if (code == MPI_SUCCESS) find_keyval(value, owner)->language = language;
}

template <class Handle>
void own_value(int code, Handle object, int key, AttributeLanguage language, MPI_Aint bits) {
  if (code != MPI_SUCCESS) return;
  *attributes_of(object).find(*find_keyval(key, owner_of(object))) = attribute_from(language, bits);
}

// What C has at an address, or as one: `stored` is what C's function gave.
MPI_Aint predefined_value(int key, void* stored) {
  if (key == MPI_WIN_BASE) return reinterpret_cast<MPI_Aint>(stored);
  if (key == MPI_WIN_SIZE) return *static_cast<MPI_Aint*>(stored);
  return *static_cast<int*>(stored);
}

// `stored`: what C's function gave for a key that has a value.
template <class Handle>
MPI_Aint value_in_fortran(Handle object, int key, void* stored) {
  const Keyval* keyval = find_keyval(key, owner_of(object));
  if (keyval == nullptr) return predefined_value(key, stored);
  return attributes_of(object).find(*keyval)->as_fortran();
}

void* as_state(MPI_Aint bits) {
  return reinterpret_cast<void*>(bits);
}

}  // namespace
}  // namespace smpi::fortran

using namespace smpi;           // NOLINT: the definitions below are Fortran's names
using namespace smpi::fortran;  // NOLINT

// The three kinds of objects have the same procedures.
#define ATTRIBUTE_PROCEDURES(kind, Kind, handle)                                                \
  void mpi_##kind##_create_keyval_(MPI_##Kind##_copy_attr_function* copy,                       \
                                   MPI_##Kind##_delete_attr_function* remove, MPI_Fint* keyval, \
                                   const MPI_Aint* extra_state, MPI_Fint* ierror) {             \
    const Caller caller(__builtin_return_address(0));                                           \
    const int code = PMPI_##Kind##_create_keyval(copy, remove, keyval, as_state(*extra_state)); \
    own_key(code, *keyval, owner_of(handle{}), AttributeLanguage::fortran);                     \
    give_error(ierror, code);                                                                   \
  }                                                                                             \
  SMPI_FORTRAN_NAMES(mpi_##kind##_create_keyval)                                                \
  void mpi_##kind##_set_attr_(const MPI_Fint* object, const MPI_Fint* keyval,                   \
                              const MPI_Aint* value, MPI_Fint* ierror) {                        \
    const Caller caller(__builtin_return_address(0));                                           \
    const auto target = to_c<handle>(*object);                                                  \
    const int code = PMPI_##Kind##_set_attr(target, *keyval, as_state(*value));                 \
    own_value(code, target, *keyval, AttributeLanguage::fortran, *value);                       \
    give_error(ierror, code);                                                                   \
  }                                                                                             \
  SMPI_FORTRAN_NAMES(mpi_##kind##_set_attr)                                                     \
  void mpi_##kind##_get_attr_(const MPI_Fint* object, const MPI_Fint* keyval, MPI_Aint* value,  \
                              MPI_Fint* flag, MPI_Fint* ierror) {                               \
    const Caller caller(__builtin_return_address(0));                                           \
    const auto source = to_c<handle>(*object);                                                  \
    void* stored = nullptr;                                                                     \
    const int code = PMPI_##Kind##_get_attr(source, *keyval, &stored, flag);                    \
    if (code == MPI_SUCCESS && *flag != 0) *value = value_in_fortran(source, *keyval, stored);  \
    give_error(ierror, code);                                                                   \
  }                                                                                             \
  SMPI_FORTRAN_NAMES(mpi_##kind##_get_attr)

extern "C" {

ATTRIBUTE_PROCEDURES(comm, Comm, MPI_Comm)
ATTRIBUTE_PROCEDURES(type, Type, MPI_Datatype)
ATTRIBUTE_PROCEDURES(win, Win, MPI_Win)

// MPI-1's names: values are INTEGERs, in callbacks too (MPI 5.0, 16.1).
void mpi_keyval_create_(MPI_Copy_function* copy, MPI_Delete_function* remove, MPI_Fint* keyval,
                        const MPI_Fint* extra_state, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  const int code = PMPI_Keyval_create(copy, remove, keyval, as_state(*extra_state));
  own_key(code, *keyval, AttributeOwner::communicator, AttributeLanguage::fortran_integer);
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_keyval_create)

void mpi_attr_put_(const MPI_Fint* comm, const MPI_Fint* keyval, const MPI_Fint* value,
                   MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  const auto target = to_c<MPI_Comm>(*comm);
  const int code = PMPI_Attr_put(target, *keyval, as_state(*value));
  own_value(code, target, *keyval, AttributeLanguage::fortran_integer, *value);
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_attr_put)

void mpi_attr_get_(const MPI_Fint* comm, const MPI_Fint* keyval, MPI_Fint* value, MPI_Fint* flag,
                   MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  const auto source = to_c<MPI_Comm>(*comm);
  void* stored = nullptr;
  const int code = PMPI_Attr_get(source, *keyval, &stored, flag);
  if (code == MPI_SUCCESS && *flag != 0) {
    *value = static_cast<MPI_Fint>(value_in_fortran(source, *keyval, stored));
  }
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_attr_get)

// Callbacks that do nothing or copy the value; ordinary procedures in Fortran.
#define PREDEFINED_CALLBACKS(prefix, Integer)                                                     \
  void prefix##_null_copy_fn_(const MPI_Fint*, const MPI_Fint*, const Integer*, const Integer*,   \
                              Integer*, MPI_Fint* flag, MPI_Fint* ierror) {                       \
    *flag = 0;                                                                                    \
    *ierror = MPI_SUCCESS;                                                                        \
  }                                                                                               \
  SMPI_FORTRAN_NAMES(prefix##_null_copy_fn)                                                       \
  void prefix##_dup_fn_(const MPI_Fint*, const MPI_Fint*, const Integer*, const Integer* in,      \
                        Integer* out, MPI_Fint* flag, MPI_Fint* ierror) {                         \
    *out = *in;                                                                                   \
    *flag = 1;                                                                                    \
    *ierror = MPI_SUCCESS;                                                                        \
  }                                                                                               \
  SMPI_FORTRAN_NAMES(prefix##_dup_fn)                                                             \
  void prefix##_null_delete_fn_(const MPI_Fint*, const MPI_Fint*, const Integer*, const Integer*, \
                                MPI_Fint* ierror) {                                               \
    *ierror = MPI_SUCCESS;                                                                        \
  }                                                                                               \
  SMPI_FORTRAN_NAMES(prefix##_null_delete_fn)

PREDEFINED_CALLBACKS(mpi_comm, MPI_Aint)
PREDEFINED_CALLBACKS(mpi_type, MPI_Aint)
PREDEFINED_CALLBACKS(mpi_win, MPI_Aint)
PREDEFINED_CALLBACKS(mpi, MPI_Fint)

}  // extern "C"
