// SPDX-License-Identifier: BSD-3-Clause
//
// Setting, deleting and copying attributes, with the callbacks of three kinds of objects and two
// languages; see attributes.h.
//
// A callback may itself call MPI, even on the same object: entries are found again after each one.
#include "libsmpi/mpi/attributes/attributes.h"

#include <algorithm>

namespace smpi {

namespace {

// Fortran callbacks take everything by reference; handles and flags are INTEGERs.
using FortranCopy = void (*)(MPI_Fint* old, MPI_Fint* key, MPI_Aint* extra, MPI_Aint* in,
                             MPI_Aint* out, MPI_Fint* flag, MPI_Fint* error);
using FortranRemove = void (*)(MPI_Fint* object, MPI_Fint* key, MPI_Aint* value, MPI_Aint* extra,
                               MPI_Fint* error);
using OldFortranCopy = void (*)(MPI_Fint* old, MPI_Fint* key, MPI_Fint* extra, MPI_Fint* in,
                                MPI_Fint* out, MPI_Fint* flag, MPI_Fint* error);
using OldFortranRemove = void (*)(MPI_Fint* object, MPI_Fint* key, MPI_Fint* value, MPI_Fint* extra,
                                  MPI_Fint* error);

// The predefined copy functions that mean "copy the value" (MPI_COMM_DUP_FN and so on).
bool is_dup_function(Keyval::Function function) {
  return reinterpret_cast<std::uintptr_t>(function) == 1;
}

struct Copied {
  int error = MPI_SUCCESS;
  bool kept = false;
  AttributeValue value;
};

template <class Callback, class Handle>
Copied copy_in_c(const Keyval& key, std::uintptr_t handle, AttributeValue& in) {
  int flag = 0;
  void* out = nullptr;
  auto* callback = reinterpret_cast<Callback*>(key.copy);
  const int error = callback(reinterpret_cast<Handle>(handle), static_cast<int>(key.value),
                             key.extra_state, in.as_c(), static_cast<void*>(&out), &flag);
  return {.error = error, .kept = flag != 0, .value = AttributeValue::from_c(out)};
}

Copied copy_in_fortran(const Keyval& key, std::uintptr_t handle, const AttributeValue& in) {
  auto object = static_cast<MPI_Fint>(handle);
  auto name = static_cast<MPI_Fint>(key.value);
  auto extra = reinterpret_cast<MPI_Aint>(key.extra_state);
  MPI_Aint from = in.as_fortran();
  MPI_Aint out = 0;
  MPI_Fint flag = 0;
  MPI_Fint error = MPI_SUCCESS;
  reinterpret_cast<FortranCopy>(key.copy)(&object, &name, &extra, &from, &out, &flag, &error);
  return {.error = error, .kept = flag != 0, .value = AttributeValue::from_fortran(out)};
}

Copied copy_in_old_fortran(const Keyval& key, std::uintptr_t handle, const AttributeValue& in) {
  auto object = static_cast<MPI_Fint>(handle);
  auto name = static_cast<MPI_Fint>(key.value);
  auto extra = static_cast<MPI_Fint>(reinterpret_cast<MPI_Aint>(key.extra_state));
  MPI_Fint from = in.as_fortran_integer();
  MPI_Fint out = 0;
  MPI_Fint flag = 0;
  MPI_Fint error = MPI_SUCCESS;
  reinterpret_cast<OldFortranCopy>(key.copy)(&object, &name, &extra, &from, &out, &flag, &error);
  return {.error = error, .kept = flag != 0, .value = AttributeValue::from_fortran_integer(out)};
}

Copied run_copy(const Keyval& key, std::uintptr_t handle, AttributeValue& in) {
  if (key.copy == nullptr) return {};
  if (is_dup_function(key.copy)) return {.error = MPI_SUCCESS, .kept = true, .value = in};
  if (key.language == AttributeLanguage::fortran) return copy_in_fortran(key, handle, in);
  if (key.language == AttributeLanguage::fortran_integer) {
    return copy_in_old_fortran(key, handle, in);
  }
  switch (key.owner) {
    case AttributeOwner::communicator:
      return copy_in_c<MPI_Comm_copy_attr_function, MPI_Comm>(key, handle, in);
    case AttributeOwner::datatype:
      return copy_in_c<MPI_Type_copy_attr_function, MPI_Datatype>(key, handle, in);
    case AttributeOwner::window:
      return copy_in_c<MPI_Win_copy_attr_function, MPI_Win>(key, handle, in);
  }
  return {};
}

template <class Callback, class Handle>
int remove_in_c(const Keyval& key, std::uintptr_t handle, AttributeValue& value) {
  auto* callback = reinterpret_cast<Callback*>(key.remove);
  return callback(reinterpret_cast<Handle>(handle), static_cast<int>(key.value), value.as_c(),
                  key.extra_state);
}

int remove_in_fortran(const Keyval& key, std::uintptr_t handle, const AttributeValue& value) {
  auto object = static_cast<MPI_Fint>(handle);
  auto name = static_cast<MPI_Fint>(key.value);
  MPI_Fint error = MPI_SUCCESS;
  if (key.language == AttributeLanguage::fortran) {
    MPI_Aint bits = value.as_fortran();
    auto extra = reinterpret_cast<MPI_Aint>(key.extra_state);
    reinterpret_cast<FortranRemove>(key.remove)(&object, &name, &bits, &extra, &error);
  } else {
    MPI_Fint bits = value.as_fortran_integer();
    auto extra = static_cast<MPI_Fint>(reinterpret_cast<MPI_Aint>(key.extra_state));
    reinterpret_cast<OldFortranRemove>(key.remove)(&object, &name, &bits, &extra, &error);
  }
  return error;
}

int run_remove(const Keyval& key, std::uintptr_t handle, AttributeValue& value) {
  if (key.remove == nullptr) return MPI_SUCCESS;
  if (key.language != AttributeLanguage::c) return remove_in_fortran(key, handle, value);
  switch (key.owner) {
    case AttributeOwner::communicator:
      return remove_in_c<MPI_Comm_delete_attr_function, MPI_Comm>(key, handle, value);
    case AttributeOwner::datatype:
      return remove_in_c<MPI_Type_delete_attr_function, MPI_Datatype>(key, handle, value);
    case AttributeOwner::window:
      return remove_in_c<MPI_Win_delete_attr_function, MPI_Win>(key, handle, value);
  }
  return MPI_SUCCESS;
}

}  // namespace

AttributeValue AttributeValue::from_c(void* pointer) {
  return {AttributeLanguage::c, reinterpret_cast<MPI_Aint>(pointer)};
}

AttributeValue AttributeValue::from_fortran(MPI_Aint value) {
  return {AttributeLanguage::fortran, value};
}

AttributeValue AttributeValue::from_fortran_integer(MPI_Fint value) {
  return {AttributeLanguage::fortran_integer, value};
}

void* AttributeValue::as_c() {
  switch (language_) {
    case AttributeLanguage::c:
      return reinterpret_cast<void*>(bits_);
    case AttributeLanguage::fortran:
      return &bits_;
    case AttributeLanguage::fortran_integer:
      return &integer_;
  }
  return nullptr;
}

AttributeValue* Attributes::find(const Keyval& key) {
  for (const auto& entry : entries_) {
    if (entry->key.get() == &key) return &entry->value;
  }
  return nullptr;
}

int Attributes::set(Keyval& key, AttributeValue value, std::uintptr_t handle) {
  if (AttributeValue* old = find(key)) {
    const int error = run_remove(key, handle, *old);
    if (error != MPI_SUCCESS) return error;
    if (AttributeValue* still_there = find(key)) {
      *still_there = value;
      return MPI_SUCCESS;
    }
  }
  entries_.push_back(std::make_unique<Entry>(Entry{Ref<Keyval>(&key), value}));
  return MPI_SUCCESS;
}

int Attributes::erase(const Keyval& key, std::uintptr_t handle) {
  const Ref<Keyval> alive(const_cast<Keyval*>(&key));  // the callback may free the key
  const int error = run_remove(key, handle, *find(key));
  if (error != MPI_SUCCESS) return error;
  std::erase_if(entries_, [&](const auto& entry) { return entry->key.get() == &key; });
  return MPI_SUCCESS;
}

int Attributes::clear(std::uintptr_t handle) {
  while (!entries_.empty()) {
    const int error = erase(*entries_.back()->key, handle);
    if (error != MPI_SUCCESS) return error;
  }
  return MPI_SUCCESS;
}

int Attributes::copy_to(Attributes& duplicate, std::uintptr_t handle) const {
  for (std::size_t i = 0; i < entries_.size(); i++) {
    const Ref<Keyval> key = entries_[i]->key;
    AttributeValue& value = entries_[i]->value;
    const Copied copied = run_copy(*key, handle, value);
    if (copied.error != MPI_SUCCESS) return copied.error;
    if (copied.kept) {
      duplicate.entries_.push_back(std::make_unique<Entry>(Entry{key, copied.value}));
    }
  }
  return MPI_SUCCESS;
}

}  // namespace smpi
