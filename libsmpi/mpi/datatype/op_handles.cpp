// SPDX-License-Identifier: BSD-3-Clause
//
// Operations as the program sees them: handles, and calls of the program's own functions.
#include <algorithm>
#include <limits>

#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

namespace {

HandlePool<Op>& pool() {
  return current_rank().simulation.handles.ops;
}

// The handle of a type for the time of a callback: a type that the program freed while operations
// use it has none any more, and gets one.
class ExposedHandle {
 public:
  explicit ExposedHandle(Datatype& type)
      : is_own_(type.handle_count == 0),
        value_(is_own_ ? add_handle(Ref<Datatype>(&type)) : to_handle(type)) {}
  ~ExposedHandle() {
    if (is_own_) free_handle(value_);
  }
  ExposedHandle(const ExposedHandle&) = delete;
  ExposedHandle& operator=(const ExposedHandle&) = delete;

  MPI_Datatype value() const { return value_; }

 private:
  bool is_own_;
  MPI_Datatype value_;
};

using FortranFunction = void (*)(void*, void*, MPI_Fint*, MPI_Fint*);
using LargeFortranFunction = void (*)(void*, void*, MPI_Count*, MPI_Fint*);

}  // namespace

void Op::apply(const void* in, void* inout, MPI_Count count, Datatype& type) const {
  if (!datatype::data_moves) [[unlikely]]
    return;
  if (is_predefined()) {
    apply_predefined(in, inout, count, type);
  } else {
    call_function(in, inout, count, type);
  }
}

void Op::call_function(const void* in, void* inout, MPI_Count count, Datatype& type) const {
  const ExposedHandle exposed(type);
  MPI_Datatype type_handle = exposed.value();
  auto integer = static_cast<MPI_Fint>(reinterpret_cast<std::uintptr_t>(type_handle));
  void* from = const_cast<void*>(in);
  if (language_ == OpLanguage::c_large) {
    reinterpret_cast<MPI_User_function_c*>(function_)(from, inout, &count, &type_handle);
    return;
  }
  if (language_ == OpLanguage::fortran_large) {
    reinterpret_cast<LargeFortranFunction>(function_)(from, inout, &count, &integer);
    return;
  }
  // The length is an int: long vectors come in pieces.
  constexpr MPI_Count piece = std::numeric_limits<int>::max();
  for (MPI_Count done = 0; done < count; done += piece) {
    int length = static_cast<int>(std::min(piece, count - done));
    const MPI_Count offset = done * type.extent();
    void* a = static_cast<std::byte*>(from) + offset;
    void* b = static_cast<std::byte*>(inout) + offset;
    if (language_ == OpLanguage::fortran) {
      reinterpret_cast<FortranFunction>(function_)(a, b, &length, &integer);
    } else {
      reinterpret_cast<MPI_User_function*>(function_)(a, b, &length, &type_handle);
    }
  }
}

Op* find_op(MPI_Op handle) {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value < HandlePool<Op>::first_index) return predefined_op(value);
  return pool().find(value);
}

MPI_Op to_handle(const Op& op) {
  return reinterpret_cast<MPI_Op>(static_cast<std::uintptr_t>(op.handle));
}

MPI_Op add_handle(const Ref<Op>& op) {
  op->handle = pool().add(op.get());
  op->retain();
  return to_handle(*op);
}

void free_handle(MPI_Op handle) {
  Op& op = *find_op(handle);
  pool().remove(op.handle);
  op.release();
}

}  // namespace smpi
