// SPDX-License-Identifier: BSD-3-Clause
//
// Arguments of Fortran calls as C wants them (MPI 5.0, 19.1 and 19.3).
//
// Fortran passes addresses. An INTEGER is a C int, a status is eight of them in C's order, and
// LOGICAL is that of gfortran: 0 or 1, so a C flag. What is left is here: handles (INTEGERs in
// Fortran, pointers in C), character strings (blank padded, their lengths hidden arguments at the
// end), and indices from 1. The classes live as temporaries in the call's argument list; their
// destructors give results back after it, without an allocation unless an array is long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/doors/fortran/sentinels.h"

namespace smpi::fortran {

// Notes which line of the program called, for the door that comes next (api::Call).
class Caller {
 public:
  explicit Caller(const void* return_address);
  ~Caller();
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
};

// `ierror` is missing in calls through mpi_f08 that leave it out.
inline void give_error(MPI_Fint* ierror, int code) {
  if (ierror != nullptr) *ierror = code;
}

template <class Handle>
Handle to_c(MPI_Fint value) {
  return reinterpret_cast<Handle>(static_cast<std::intptr_t>(value));
}

template <class Handle>
MPI_Fint to_fortran(Handle handle) {
  return static_cast<MPI_Fint>(reinterpret_cast<std::intptr_t>(handle));
}

// A handle that the function writes, or reads and writes.
template <class Handle>
class HandleResult {
 public:
  explicit HandleResult(MPI_Fint* fortran) : fortran_(fortran), value_(to_c<Handle>(*fortran)) {}
  // An unchanged handle may be a constant, such as MPI_REQUEST_NULL in a call of MPI_TEST.
  ~HandleResult() {
    const MPI_Fint result = to_fortran(value_);
    if (result != *fortran_) *fortran_ = result;
  }
  HandleResult(const HandleResult&) = delete;
  HandleResult& operator=(const HandleResult&) = delete;
  operator Handle*() { return &value_; }  // NOLINT: so that it can stand where C wants a pointer

 private:
  MPI_Fint* fortran_;
  Handle value_;
};

// An array of handles. What the function changed goes back, unless it may only read them.
template <class Handle>
class HandleArray {
 public:
  HandleArray(MPI_Fint* fortran, MPI_Count count, bool returns = true)
      : fortran_(fortran),
        count_(count > 0 ? static_cast<std::size_t>(count) : 0),
        returns_(returns) {
    if (count_ > short_count) long_.resize(count_);
    Handle* values = *this;
    for (std::size_t i = 0; i < count_; i++) values[i] = to_c<Handle>(fortran[i]);
  }
  ~HandleArray() {
    const Handle* values = *this;
    for (std::size_t i = 0; i < count_ && returns_; i++) fortran_[i] = to_fortran(values[i]);
  }
  HandleArray(const HandleArray&) = delete;
  HandleArray& operator=(const HandleArray&) = delete;
  operator Handle*() { return long_.empty() ? short_ : long_.data(); }  // NOLINT

 private:
  static constexpr std::size_t short_count = 16;
  MPI_Fint* fortran_;
  std::size_t count_;
  bool returns_;
  Handle short_[short_count];
  std::vector<Handle> long_;
};

// How many types MPI_Alltoallw and MPI_Neighbor_alltoallw take; 0 when the call is wrong anyway.
MPI_Count partner_count(MPI_Comm comm);
MPI_Count source_count(MPI_Comm comm);
MPI_Count destination_count(MPI_Comm comm);

// Indices from 1. MPI_UNDEFINED stays.
class Index {
 public:
  explicit Index(MPI_Fint* fortran) : fortran_(fortran) {}
  ~Index() {
    if (*fortran_ != MPI_UNDEFINED) *fortran_ += 1;
  }
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;
  operator int*() { return fortran_; }  // NOLINT

 private:
  MPI_Fint* fortran_;
};

class Indices {
 public:
  Indices(MPI_Fint* fortran, const MPI_Fint* count) : fortran_(fortran), count_(count) {}
  ~Indices() {
    for (MPI_Fint i = 0; *count_ != MPI_UNDEFINED && i < *count_; i++) fortran_[i] += 1;
  }
  Indices(const Indices&) = delete;
  Indices& operator=(const Indices&) = delete;
  operator int*() { return fortran_; }  // NOLINT

 private:
  MPI_Fint* fortran_;
  const MPI_Fint* count_;  // written by the function
};

// Addresses of MPI-1's names, which Fortran has as INTEGERs.
class ShortAddress {
 public:
  explicit ShortAddress(MPI_Fint* fortran) : fortran_(fortran), value_(*fortran) {}
  ~ShortAddress() { *fortran_ = static_cast<MPI_Fint>(value_); }
  ShortAddress(const ShortAddress&) = delete;
  ShortAddress& operator=(const ShortAddress&) = delete;
  operator MPI_Aint*() { return &value_; }  // NOLINT

 private:
  MPI_Fint* fortran_;
  MPI_Aint value_;
};

class ShortAddresses {
 public:
  ShortAddresses(const MPI_Fint* fortran, MPI_Fint count)
      : values_(fortran, fortran + (count > 0 ? count : 0)) {}
  operator MPI_Aint*() { return values_.data(); }  // NOLINT

 private:
  std::vector<MPI_Aint> values_;
};

// A string of the program without its trailing blanks; `from_first_letter` drops leading ones too,
// as keys and values of infos want it (MPI 5.0, 10).
std::string trimmed(const char* text, std::size_t length, bool from_first_letter = false);

class Text {
 public:
  Text(const char* text, std::size_t length) : text_(trimmed(text, length)) {}
  operator const char*() const { return text_.c_str(); }  // NOLINT

 private:
  std::string text_;
};

class InfoText {
 public:
  InfoText(const char* text, std::size_t length) : text_(trimmed(text, length, true)) {}
  operator const char*() const { return text_.c_str(); }  // NOLINT

 private:
  std::string text_;
};

// A string that the function writes: blank padded, cut where the program's variable ends. It is
// left alone when the function writes nothing.
class TextResult {
 public:
  // `c_bytes`: the most that the function writes, its null byte included.
  TextResult(char* fortran, std::size_t length, int c_bytes);
  ~TextResult();
  TextResult(const TextResult&) = delete;
  TextResult& operator=(const TextResult&) = delete;
  operator char*() { return text_.data(); }  // NOLINT

 private:
  char* fortran_;
  std::size_t length_;
  std::vector<char> text_;
};

}  // namespace smpi::fortran
