// SPDX-License-Identifier: BSD-3-Clause
//
// A reduction operation (MPI 5.0, 6.9): predefined, or a function of the program.
#pragma once

#include "include/mpi.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/datatype/op_kernels.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi {

// How a function of the program is called: MPI_User_function, MPI_User_function_c, or their Fortran
// forms, where the handle of the type is an INTEGER.
enum class OpLanguage : std::uint8_t { predefined, c, c_large, fortran, fortran_large };

class Op final : public Counted {
 public:
  using Function = void (*)();

  explicit Op(datatype::OpCode code) : commutative_(true), code_(code) {}
  Op(Function function, OpLanguage language, bool commutative)
      : function_(function), language_(language), commutative_(commutative) {}

  bool is_predefined() const { return language_ == OpLanguage::predefined; }
  bool is_commutative() const { return commutative_; }
  // Of a function of the program that was given as a C function.
  void set_language(OpLanguage language) { language_ = language; }
  datatype::OpCode code() const { return code_; }  // of a predefined one

  // May it be used in reductions of this type? A function of the program takes any type.
  bool accepts(const Datatype& type) const;
  // May it be used to accumulate into this type (MPI 12.3.4)? Predefined operations only, and types
  // made of one predefined type; MPI_REPLACE and MPI_NO_OP take any type.
  bool accumulates(const Datatype& type) const;

  // inout[i] = in[i] op inout[i] for `count` elements. REQUIRES: accepts(type).
  void apply(const void* in, void* inout, MPI_Count count, Datatype& type) const;
  // The same for a predefined operation; needs no simulation.
  void apply_predefined(const void* in, void* inout, MPI_Count count, const Datatype& type) const {
    datatype::find_kernel(code_, *type.layout().unit)(in, inout, count);
  }
  // target op= data, where `packed` is the packed data of as many elements.
  // REQUIRES: accumulates(type).
  void accumulate(const void* packed, void* target, MPI_Count count, const Datatype& type) const;

  HandleValue handle = 0;
  const void* made_at = nullptr;  // return address of the call that made it

 private:
  void call_function(const void* in, void* inout, MPI_Count count, Datatype& type) const;
  void accumulate_staged(const void* packed, void* target, MPI_Count count,
                         const Datatype& type) const;

  Function function_ = nullptr;
  OpLanguage language_ = OpLanguage::predefined;
  bool commutative_;
  datatype::OpCode code_{};
};

// The predefined operation of an ABI value (0x21..0x3d), or nullptr.
Op* predefined_op(std::uintptr_t abi_value);

// The operation of a handle, or nullptr (MPI_OP_NULL, freed, or never valid).
Op* find_op(MPI_Op handle);
MPI_Op to_handle(const Op& op);
MPI_Op add_handle(const Ref<Op>& op);
// REQUIRES: find_op(handle) is not predefined.
void free_handle(MPI_Op handle);

}  // namespace smpi
