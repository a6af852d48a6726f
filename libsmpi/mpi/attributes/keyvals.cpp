// SPDX-License-Identifier: BSD-3-Clause
//
// The table of keys. Their values avoid those of the predefined keys (501 to 507, 601 to 605).
#include "libsmpi/mpi/attributes/keyvals.h"

#include <utility>

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

Keyval& make_keyval(AttributeOwner owner, AttributeLanguage language, Keyval::Function copy,
                    Keyval::Function remove, void* extra_state) {
  Rank& rank = current_rank();
  auto* key = new Keyval(rank.simulation.handles.keyvals);
  key->retain();
  key->owner = owner;
  key->language = language;
  key->copy = copy;
  key->remove = remove;
  key->extra_state = extra_state;
  key->rank = &rank;
  key->made_at = running_strand->call.return_address;
  return *key;
}

Keyval* find_keyval(int value, AttributeOwner owner) {
  if (value <= 0) return nullptr;
  Rank& rank = current_rank();
  Keyval* key = rank.simulation.handles.keyvals.find(static_cast<std::uintptr_t>(value));
  return key != nullptr && key->owner == owner && key->rank == &rank ? key : nullptr;
}

void free_keyval(Keyval& key) {
  if (std::exchange(key.freed, true)) return;
  key.release();
}

void read_predefined_attribute(int& value, AttributeLanguage reader, void* result) {
  switch (reader) {
    case AttributeLanguage::c:
      *static_cast<int**>(result) = &value;
      break;
    case AttributeLanguage::fortran:
      *static_cast<MPI_Aint*>(result) = value;
      break;
    case AttributeLanguage::fortran_integer:
      *static_cast<MPI_Fint*>(result) = value;
      break;
  }
}

void read_attribute(AttributeValue& value, AttributeLanguage reader, void* result) {
  switch (reader) {
    case AttributeLanguage::c:
      *static_cast<void**>(result) = value.as_c();
      break;
    case AttributeLanguage::fortran:
      *static_cast<MPI_Aint*>(result) = value.as_fortran();
      break;
    case AttributeLanguage::fortran_integer:
      *static_cast<MPI_Fint*>(result) = value.as_fortran_integer();
      break;
  }
}

AttributeValue attribute_from(AttributeLanguage writer, MPI_Aint bits) {
  switch (writer) {
    case AttributeLanguage::fortran:
      return AttributeValue::from_fortran(bits);
    case AttributeLanguage::fortran_integer:
      return AttributeValue::from_fortran_integer(static_cast<MPI_Fint>(bits));
    default:
      return AttributeValue::from_c(reinterpret_cast<void*>(bits));
  }
}

}  // namespace smpi
