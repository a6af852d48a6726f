// SPDX-License-Identifier: BSD-3-Clause
//
// Two buffers take turns; the program's result buffer is one of them where it may be used.
#include "libsmpi/mpi/coll/data/accumulator.h"

#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::coll {

Accumulator::Accumulator(const Operation& operation, const Operands& operands)
    : operation_(operation),
      operands_(operands),
      current_(operands.in),
      owned_(operands.in == operands.out) {
  const auto& unit = operands.type->layout().unit;
  if (operands.op->is_predefined() && datatype::data_moves && unit) {
    kernel_ = datatype::find_kernel(operands.op->code(), *unit);
  }
}

void* Accumulator::other_buffer() {
  if (operands_.out != nullptr && current_ != operands_.out) return operands_.out;
  for (auto& buffer : spare_) {
    if (!buffer) buffer.emplace(operation_, operands_.count, operands_.type);
    if (buffer->address() != current_) return buffer->address();
  }
  return nullptr;  // without elements there are no buffers
}

Block Accumulator::incoming() {
  return {other_buffer(), operands_.count, operands_.type};
}

inline void Accumulator::add(const void* in, void* inout) const {
  if (kernel_ != nullptr && !operation_.communicator().simulation().folds_memory) [[likely]] {
    return kernel_(in, inout, operands_.count);
  }
  combine(*operands_.op, in, inout, operands_.count, operands_.type);
}

void Accumulator::add_higher() {
  void* operand = other_buffer();
  add(current_, operand);
  current_ = operand;
  owned_ = true;
}

void Accumulator::add_lower() {
  void* operand = other_buffer();
  if (!owned_) {
    if (operands_.op->is_commutative()) return add_higher();
    if (!spare_[1]) spare_[1].emplace(operation_, operands_.count, operands_.type);
    void* own = spare_[1]->address();
    copy(partial(), {own, operands_.count, operands_.type});
    current_ = own;
    owned_ = true;
  }
  add(operand, current_);
}

}  // namespace smpi::coll
