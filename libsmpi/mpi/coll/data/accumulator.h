// SPDX-License-Identifier: BSD-3-Clause
//
// A partial result of a reduction, and room for the next operand.
//
// MPI's operations compute inout = in op inout with `in` from lower ranks. A partial result grows
// at its upper end by taking over the buffer of the operand, at its lower end in its own: neither
// needs a copy beyond the first, and the order of operands is kept (MPI 6.9.1).
#pragma once

#include <optional>

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

class Accumulator {
 public:
  struct Operands {
    void* in;   // this rank's contribution; not written unless it is `out`
    void* out;  // a buffer that may be used for the result, or nullptr
    MPI_Count count;
    Datatype* type;
    Op* op;
  };
  Accumulator(const Operation& operation, const Operands& operands);

  Block partial() const { return {current_, operands_.count, operands_.type}; }
  // Where to receive the next operand; the same place until it is added.
  Block incoming();
  // The operand comes from higher ranks: partial = partial op incoming.
  void add_higher();
  // The operand comes from lower ranks: partial = incoming op partial.
  void add_lower();
  // Puts the result into `to`, if it is not there.
  void finish_in(const Block& to) const { copy(partial(), to); }

 private:
  void* other_buffer();
  // inout = in op inout
  void add(const void* in, void* inout) const;

  const Operation& operation_;
  Operands operands_;
  void* current_;
  bool owned_;                         // may `current_` be written?
  datatype::Kernel kernel_ = nullptr;  // of the operation, if it is predefined and data moves
  std::optional<Scratch> spare_[2];
};

// The operands of a reduction to `out` on this rank; pass no `out` where it is not significant.
inline Accumulator::Operands operands_of(const ReduceArgs& args, void* out) {
  return {args.in, out, args.count, args.type, args.op};
}

}  // namespace smpi::coll
