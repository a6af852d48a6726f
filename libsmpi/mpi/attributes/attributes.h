// SPDX-License-Identifier: BSD-3-Clause
//
// Attributes cached on communicators, datatypes and windows (MPI 5.0, 7.7), and their keys.
//
// The three kinds of objects differ in the type of their handles only. Callbacks may belong to C or
// to Fortran, and a value may be set in one language and read in the other (MPI 5.0, 19.3.7): a
// value remembers who set it, and each reader gets its own view of it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

struct Rank;

enum class AttributeOwner : std::uint8_t { communicator, datatype, window };

// Whose convention: C pointers, Fortran's INTEGER(KIND=MPI_ADDRESS_KIND), or the INTEGER of MPI-1.
enum class AttributeLanguage : std::uint8_t { c, fortran, fortran_integer };

// What a key does when its object is duplicated or the attribute goes away. A key that the program
// has freed keeps its handle as long as attributes use it: these are deleted by that name
// (MPI 5.0, 7.7.2, MPI_COMM_FREE_KEYVAL).
struct Keyval final : Counted {
  using Function = void (*)();

  explicit Keyval(HandlePool<Keyval>& all_keys) : all(all_keys), value(all.add(this)) {}
  ~Keyval() override { all.remove(value); }

  HandlePool<Keyval>& all;
  const HandleValue value;  // what the program calls it
  bool freed = false;       // by the program
  AttributeOwner owner = AttributeOwner::communicator;
  AttributeLanguage language = AttributeLanguage::c;
  // As given by the program: null means do nothing, and a copy function of value 1 copies the
  // value.
  Function copy = nullptr;
  Function remove = nullptr;
  void* extra_state = nullptr;
  Rank* rank = nullptr;           // whose it is
  const void* made_at = nullptr;  // return address of the call that made it
};

class AttributeValue {
 public:
  AttributeValue() = default;
  static AttributeValue from_c(void* pointer);
  static AttributeValue from_fortran(MPI_Aint value);
  static AttributeValue from_fortran_integer(MPI_Fint value);

  // A C reader of a value set by Fortran gets its address, which lives as long as the attribute.
  void* as_c();
  MPI_Aint as_fortran() const { return bits_; }
  MPI_Fint as_fortran_integer() const { return static_cast<MPI_Fint>(bits_); }

 private:
  AttributeValue(AttributeLanguage language, MPI_Aint bits)
      : bits_(bits), integer_(static_cast<MPI_Fint>(bits)), language_(language) {}

  MPI_Aint bits_ = 0;
  MPI_Fint integer_ = 0;
  AttributeLanguage language_ = AttributeLanguage::c;
};

// The attributes of one object. `handle` is the object's handle, for the callbacks; all functions
// return MPI_SUCCESS or what a callback returned.
class Attributes {
 public:
  // nullptr when the key has no value here. The address is stable until the attribute is deleted.
  AttributeValue* find(const Keyval& key);
  int set(Keyval& key, AttributeValue value, std::uintptr_t handle);
  // REQUIRES: find(key) != nullptr.
  int erase(const Keyval& key, std::uintptr_t handle);
  // Deletes all, the newest first (MPI 7.7.3 asks for that order for MPI_COMM_SELF).
  int clear(std::uintptr_t handle);
  // Copies into the attributes of a duplicate, in the order in which they were set.
  int copy_to(Attributes& duplicate, std::uintptr_t handle) const;
  bool empty() const { return entries_.empty(); }

 private:
  struct Entry {
    Ref<Keyval> key;
    AttributeValue value;
  };
  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace smpi
