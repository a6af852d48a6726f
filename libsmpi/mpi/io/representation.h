// SPDX-License-Identifier: BSD-3-Clause
//
// Data representations of files (MPI 5.0, 14.5): native, internal (the same for us), external32,
// and those that a program registers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "include/mpi.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi::io {

class Representation : public Counted {
 public:
  explicit Representation(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }

  // Are data in the file as they are in memory?
  virtual bool is_native() const { return false; }
  // Bytes that one basic element takes in the file; negative when the program's function fails.
  virtual MPI_Count element_bytes(datatype::Element element) const = 0;
  // Converts `count` elements of a type to size_bytes(count, type) bytes. Both conversions return
  // MPI_SUCCESS or MPI_ERR_CONVERSION.
  virtual int encode(const void* buffer, MPI_Count count, Datatype& type,
                     std::byte* encoded) const = 0;
  // Converts what `encoded_bytes` bytes hold, whole elements only; `decoded_bytes` of the packed
  // data of `buffer` are written.
  virtual int decode(const std::byte* encoded, MPI_Count encoded_bytes, void* buffer,
                     MPI_Count count, Datatype& type, MPI_Count& decoded_bytes) const = 0;

  // Bytes of `count` elements of a type in the file; negative when the program's function fails.
  MPI_Count size_bytes(MPI_Count count, const Datatype& type) const;

 private:
  std::string name_;
};

// What a program registers; the functions of the two families differ in the type of the count.
struct UserConversion {
  MPI_Datarep_conversion_function* read = nullptr;
  MPI_Datarep_conversion_function* write = nullptr;
  MPI_Datarep_conversion_function_c* read_large = nullptr;
  MPI_Datarep_conversion_function_c* write_large = nullptr;
  MPI_Datarep_extent_function* extent = nullptr;
  void* extra_state = nullptr;
};

Representation& native_representation();
// The representation of a name in the running rank, or nullptr.
Representation* find_representation(std::string_view name);
// Returns MPI_SUCCESS, or MPI_ERR_DUP_DATAREP.
int register_representation(std::string_view name, const UserConversion& conversion);

}  // namespace smpi::io
