// SPDX-License-Identifier: BSD-3-Clause
//
// Two buffers take turns; the program's result buffer is one of them where it may be used.
#include "libsmpi/mpi/coll/data/accumulator.h"

namespace smpi::coll {

Accumulator::Accumulator(const Operation& operation, const Operands& operands)
    : operation_(operation),
      operands_(operands),
      current_(operands.in),
      owned_(operands.in == operands.out) {}

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

void Accumulator::add_higher() {
  void* operand = other_buffer();
  combine(*operands_.op, current_, operand, operands_.count, operands_.type);
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
  combine(*operands_.op, operand, current_, operands_.count, operands_.type);
}

}  // namespace smpi::coll
