// SPDX-License-Identifier: BSD-3-Clause
//
// Handles of datatypes, in the tables of the simulation.
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/datatype/rank_types.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

namespace {

HandlePool<Datatype>& pool() {
  return current_rank().simulation.handles.datatypes;
}

}  // namespace

Datatype* find_datatype(MPI_Datatype handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value < HandlePool<Datatype>::first_index) return predefined_type(value);
  return pool().find(value);
}

MPI_Datatype to_handle(const Datatype& type) {
  return reinterpret_cast<MPI_Datatype>(static_cast<std::uintptr_t>(type.handle));
}

MPI_Datatype add_handle(const Ref<Datatype>& type) {
  const HandleValue value = pool().add(type.get());
  type->retain();
  if (type->handle_count++ == 0) type->handle = value;
  return reinterpret_cast<MPI_Datatype>(static_cast<std::uintptr_t>(value));
}

int free_handle(MPI_Datatype handle) {
  Datatype& type = *find_datatype(handle);
  const auto value = static_cast<HandleValue>(reinterpret_cast<std::uintptr_t>(handle));
  if (type.handle_count == 1 && !type.notes.attributes.empty()) {
    const int code = type.notes.attributes.clear(value);
    if (code != MPI_SUCCESS) return code;
  }
  pool().remove(value);
  type.handle_count--;
  type.release();
  return MPI_SUCCESS;
}

RankTypes& RankTypes::current() {
  Rank& rank = current_rank();
  if (!rank.types) rank.types = std::make_shared<RankTypes>();
  return *rank.types;
}

TypeNotes& RankTypes::notes_of(Datatype& type) {
  if (!type.is_predefined()) return type.notes;
  return predefined_.try_emplace(type.element(), TypeNotes{type.notes.name, {}}).first->second;
}

}  // namespace smpi
