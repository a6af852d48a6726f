// SPDX-License-Identifier: BSD-3-Clause
//
// What the functions that make datatypes have in common: checks of old types and arrays, the record
// of arguments for MPI_Type_get_contents, and the new handle.
#pragma once

#include <vector>

#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/datatype/constructors.h"
#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi::api {

class TypeCheck : public Check {
 public:
  // A type that need not be committed; nullptr when it is wrong.
  Datatype* old_type(MPI_Datatype handle) {
    Datatype* type = find_datatype(handle);
    require(type != nullptr, MPI_ERR_TYPE, "null or freed datatype");
    return type;
  }
  // An input array of `count` elements.
  TypeCheck& array(const void* address, MPI_Count count) {
    require(address != nullptr || count <= 0, MPI_ERR_ARG, "an array is NULL");
    return *this;
  }
  template <class Int>
  TypeCheck& block_lengths(const Int* values, MPI_Count count) {
    array(values, count);
    for (MPI_Count i = 0; values != nullptr && i < count; i++) {
      require(values[i] >= 0, MPI_ERR_ARG, "negative block length");
    }
    return *this;
  }
};

// Which of the two families of functions is called: with int and MPI_Aint, or with MPI_Count.
enum class Form : std::uint8_t { small, large };

// Notes the arguments of a constructor in the order of MPI 5.0, 5.1.13.
class RecipeBuilder {
 public:
  RecipeBuilder(int combiner, Form form) : form_(form) { recipe_.combiner = combiner; }

  // An argument that is an int in the small form, and an MPI_Count in the large one.
  RecipeBuilder& count(MPI_Count value) {
    if (form_ == Form::large) {
      recipe_.large_counts.push_back(value);
    } else {
      recipe_.integers.push_back(static_cast<int>(value));
    }
    return *this;
  }
  RecipeBuilder& counts(datatype::Counts values) {
    for (const MPI_Count value : values) count(value);
    return *this;
  }
  // An MPI_Aint in the small form.
  RecipeBuilder& address(MPI_Count value) {
    (form_ == Form::large ? recipe_.large_counts : recipe_.addresses).push_back(value);
    return *this;
  }
  RecipeBuilder& addresses(datatype::Counts values) {
    for (const MPI_Count value : values) address(value);
    return *this;
  }
  // An int in both forms.
  RecipeBuilder& integer(int value) {
    recipe_.integers.push_back(value);
    return *this;
  }
  RecipeBuilder& type(Datatype& old) {
    recipe_.types.emplace_back(&old);
    return *this;
  }
  Recipe finish() { return std::move(recipe_); }

 private:
  Recipe recipe_;
  Form form_;
};

template <class Int>
std::vector<MPI_Count> widened(const Int* values, MPI_Count count) {
  return values == nullptr ? std::vector<MPI_Count>()
                           : std::vector<MPI_Count>(values, values + count);
}

// Makes the datatype and its handle. A layout that does not fit in 64 bits is an error of class
// MPI_ERR_VALUE_TOO_LARGE.
int make_type(datatype::Layout layout, Recipe recipe, MPI_Datatype* new_type);

}  // namespace smpi::api
