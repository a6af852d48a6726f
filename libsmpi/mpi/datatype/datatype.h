// SPDX-License-Identifier: BSD-3-Clause
//
// A datatype (MPI 5.0, 5): a type map and how it was made.
//
// Predefined types are one object each for all ranks, found by their ABI value. Derived types are
// counted: the program's handle, pending operations and types made from them keep them alive. The
// type map is complete from the start; committing only allows its use.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/mpi/attributes/attributes.h"
#include "libsmpi/mpi/datatype/layout.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

class Datatype;

// The arguments of the call that made a type, for MPI_Type_get_contents.
struct Recipe {
  int combiner = MPI_COMBINER_NAMED;  // as it stays for predefined types
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Count> large_counts;
  std::vector<Ref<Datatype>> types;
};

// What a program attaches to a type.
struct TypeNotes {
  std::string name;
  Attributes attributes;
};

class Datatype final : public Counted {
 public:
  explicit Datatype(datatype::Layout layout) : layout_(std::move(layout)) {
    extent_ = layout_.extent();
    is_dense_ = layout_.loop.is_run() && extent_ == layout_.size_bytes();
  }

  const datatype::Layout& layout() const { return layout_; }
  MPI_Count size_bytes() const { return layout_.loop.size_bytes; }
  MPI_Count lb() const { return layout_.lb(); }
  MPI_Count extent() const { return extent_; }
  MPI_Count true_lb() const { return layout_.true_lb; }
  MPI_Count true_extent() const { return layout_.true_ub - layout_.true_lb; }
  // Any number of elements is one run of bytes, which starts at true_lb().
  bool is_dense() const { return is_dense_; }
  // One element is one run of bytes.
  bool is_run() const { return layout_.loop.is_run(); }
  // Basic elements in one element of this type.
  MPI_Count elements() const { return layout_.signature.elements(); }
  // The named predefined type all of it is made of, or nullptr.
  Datatype* unit() const;

  bool is_predefined() const { return handle != 0 && handle < HandlePool<Datatype>::first_index; }
  // Made by MPI_Type_create_f90_*: predefined as far as freeing and nesting are concerned.
  bool is_unnamed_predefined() const {
    return recipe_.combiner == MPI_COMBINER_F90_REAL ||
           recipe_.combiner == MPI_COMBINER_F90_COMPLEX ||
           recipe_.combiner == MPI_COMBINER_F90_INTEGER ||
           recipe_.combiner == MPI_COMBINER_VALUE_INDEX;
  }
  // Of a predefined type: its low ABI byte.
  datatype::Element element() const { return datatype::element_of(handle); }

  bool is_committed() const { return committed_; }
  void commit() { committed_ = true; }

  const Recipe& recipe() const { return recipe_; }
  void set_recipe(Recipe recipe) { recipe_ = std::move(recipe); }

  // The handle the program got when the type was made; the ABI value of a predefined type. Other
  // handles may name the same type (MPI_Type_get_contents).
  HandleValue handle = 0;
  int handle_count = 0;
  TypeNotes notes;                // of predefined types: the default; see rank_types.h
  const void* made_at = nullptr;  // return address of the call that made it

 private:
  datatype::Layout layout_;
  MPI_Count extent_;
  bool is_dense_;
  bool committed_ = false;
  Recipe recipe_;
};

// The predefined type of an ABI value (0x200..0x2ff), or nullptr when there is none, or when no
// compiler of ours has it.
Datatype* predefined_type(std::uintptr_t abi_value);
Datatype& predefined_type(MPI_Datatype type);

// The datatype of a handle, or nullptr (MPI_DATATYPE_NULL, freed, or never valid).
Datatype* find_datatype(MPI_Datatype handle);
MPI_Datatype to_handle(const Datatype& type);
// Gives the program one more handle of a type; the handle keeps it alive until it is freed.
MPI_Datatype add_handle(const Ref<Datatype>& type);
// Takes a handle back; the type's attributes go with its last handle. Returns MPI_SUCCESS or what a
// delete callback returned: then the handle stays. REQUIRES: find_datatype(handle) is a derived
// type.
int free_handle(MPI_Datatype handle);

// Do the elements that are sent match those that are received (MPI 5.0, 3.3.1)? The receive may ask
// for more. MPI_PACKED matches everything, MPI_BYTE only itself.
bool signatures_match(const Datatype& sent, MPI_Count sent_count, const Datatype& received,
                      MPI_Count received_count);

}  // namespace smpi
