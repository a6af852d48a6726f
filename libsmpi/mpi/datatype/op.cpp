// SPDX-License-Identifier: BSD-3-Clause
//
// Which operation fits which type, and accumulation into derived types.
#include "libsmpi/mpi/datatype/op.h"

#include <algorithm>
#include <array>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi {

namespace {

using datatype::OpCode;
using datatype::Unit;

constexpr std::uintptr_t first_op = 0x20;
constexpr std::uintptr_t op_count = 0x20;

class PredefinedOps {
 public:
  PredefinedOps() {
    using enum OpCode;
    for (const OpCode code :
         {sum, min, max, prod, band, bor, bxor, land, lor, lxor, minloc, maxloc, replace, no_op}) {
      auto* op = new Op(code);
      op->handle = static_cast<HandleValue>(first_op + static_cast<std::uintptr_t>(code));
      ops_[static_cast<std::size_t>(code)] = Ref<Op>(op);
    }
  }
  Op* find(std::uintptr_t code) const { return ops_[code].get(); }

 private:
  std::array<Ref<Op>, op_count> ops_;
};

bool has_arithmetic(OpCode code) {
  return code != OpCode::replace && code != OpCode::no_op;
}

bool is_aligned(const void* address, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
}

}  // namespace

Op* predefined_op(std::uintptr_t abi_value) {
  static const PredefinedOps ops;
  return abi_value - first_op < op_count ? ops.find(abi_value - first_op) : nullptr;
}

bool Op::accepts(const Datatype& type) const {
  if (!is_predefined() || !datatype::data_moves) return true;
  if (!type.is_predefined() && !type.is_unnamed_predefined()) return false;
  return has_arithmetic(code_) && type.layout().unit &&
         datatype::find_kernel(code_, *type.layout().unit) != nullptr;
}

bool Op::accumulates(const Datatype& type) const {
  if (!is_predefined()) return false;
  if (!datatype::data_moves) return true;
  if (!has_arithmetic(code_) || !type.layout().has_data()) return true;
  return type.layout().unit && datatype::find_kernel(code_, *type.layout().unit) != nullptr;
}

void Op::accumulate(const void* packed, void* target, MPI_Count count, const Datatype& type) const {
  if (!datatype::data_moves || code_ == OpCode::no_op || count == 0 || !type.layout().has_data())
    return;
  if (code_ == OpCode::replace) {
    unpack(packed, target, count, type);
    return;
  }
  const Unit unit = *type.layout().unit;
  const datatype::Predefined& element = datatype::predefined(unit.element);
  const bool has_gaps = unit.is_pair() && datatype::extent_bytes(unit) !=
                                              std::size_t{element.size_bytes} +
                                                  datatype::predefined(unit.index).size_bytes;
  bool aligned = is_aligned(packed, element.alignment_bytes);
  for_each_run(type, count, [&](std::int64_t offset, std::int64_t) {
    aligned &= is_aligned(static_cast<std::byte*>(target) + offset, element.alignment_bytes);
  });
  if (has_gaps || !aligned) {
    accumulate_staged(packed, target, count, type);
    return;
  }
  const datatype::Kernel kernel = datatype::find_kernel(code_, unit);
  const auto unit_bytes = static_cast<std::int64_t>(datatype::extent_bytes(unit));
  const auto* in = static_cast<const std::byte*>(packed);
  for_each_run(type, count, [&](std::int64_t offset, std::int64_t size) {
    kernel(in, static_cast<std::byte*>(target) + offset, size / unit_bytes);
    in += size;
  });
}

// Pairs whose struct has gaps, and data that is not aligned: both operands are brought into arrays
// of whole elements first, a piece at a time.
void Op::accumulate_staged(const void* packed, void* target, MPI_Count count,
                           const Datatype& type) const {
  const Unit unit = *type.layout().unit;
  const Ref<Datatype> element(new Datatype(
      unit.is_pair() ? datatype::pair_layout(unit) : datatype::predefined_layout(unit.element)));
  const MPI_Count element_bytes = element->size_bytes();
  const MPI_Count total = count * type.size_bytes() / element_bytes;
  const MPI_Count step = std::min<MPI_Count>(total, 1024);
  const auto array_bytes = static_cast<std::size_t>(step * element->extent());
  std::vector<std::byte> stage(static_cast<std::size_t>(step * element_bytes));
  std::vector<std::byte> in(array_bytes);
  std::vector<std::byte> inout(array_bytes);
  const datatype::Kernel kernel = datatype::find_kernel(code_, unit);
  for (MPI_Count done = 0; done < total; done += step) {
    const MPI_Count now = std::min(step, total - done);
    const Range range{done * element_bytes, (done + now) * element_bytes};
    unpack(static_cast<const std::byte*>(packed) + range.from, in.data(), now, *element);
    pack_range(target, count, type, range, stage.data());
    unpack(stage.data(), inout.data(), now, *element);
    kernel(in.data(), inout.data(), now);
    pack(inout.data(), now, *element, stage.data());
    unpack_range(stage.data(), target, count, type, range);
  }
}

}  // namespace smpi
