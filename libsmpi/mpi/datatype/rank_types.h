// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank keeps about datatypes that all ranks share.
//
// A predefined type is one object for all ranks, but a rank may name it and attach attributes to it
// (MPI 5.0, 7.7.4 and 7.8), and the unnamed predefined types that a rank asked for
// (MPI_Type_create_f90_*, MPI_Type_get_value_index) keep their handles to the end.
#pragma once

#include <compare>
#include <map>

#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi {

class RankTypes {
 public:
  // Those of the running rank.
  static RankTypes& current();

  // Name and attributes of a type, where they belong.
  TypeNotes& notes_of(Datatype& type);

  // An unnamed predefined type: made by `make` the first time, the same handle ever after.
  struct UnnamedKey {
    int combiner;
    int first;
    int second;
    auto operator<=>(const UnnamedKey&) const = default;
  };
  template <class Make>
  MPI_Datatype unnamed(const UnnamedKey& key, Make&& make) {
    const auto found = unnamed_.find(key);
    if (found != unnamed_.end()) return found->second;
    const MPI_Datatype handle = add_handle(make());
    unnamed_.emplace(key, handle);
    return handle;
  }

 private:
  std::map<datatype::Element, TypeNotes> predefined_;
  std::map<UnnamedKey, MPI_Datatype> unnamed_;
};

}  // namespace smpi
