// SPDX-License-Identifier: BSD-3-Clause
//
// Repetition and sequence of type maps; see layout.h.
#include "libsmpi/mpi/datatype/layout.h"

#include <algorithm>

namespace smpi::datatype {

namespace {

// a * b + c; says so in `overflow` when it does not fit.
std::int64_t multiply_add(std::int64_t a, std::int64_t b, std::int64_t c, bool& overflow) {
  std::int64_t product = 0;
  std::int64_t sum = 0;
  overflow |= __builtin_mul_overflow(a, b, &product);
  overflow |= __builtin_add_overflow(product, c, &sum);
  return overflow ? 0 : sum;
}

void lower(std::optional<std::int64_t>& bound, std::int64_t value) {
  bound = bound ? std::min(*bound, value) : value;
}

void raise(std::optional<std::int64_t>& bound, std::int64_t value) {
  bound = bound ? std::max(*bound, value) : value;
}

}  // namespace

std::int64_t Layout::ub() const {
  if (explicit_ub) return *explicit_ub;
  const std::int64_t remainder = (true_ub - lb()) % alignment_bytes;
  if (remainder == 0) return true_ub;
  return true_ub + (remainder > 0 ? alignment_bytes - remainder : -remainder);
}

bool Layout::is_representable() const {
  if (overflow) return false;
  std::int64_t difference = 0;
  std::int64_t padded = 0;
  return !__builtin_sub_overflow(true_ub, true_lb, &difference) &&
         !__builtin_sub_overflow(true_ub, lb(), &difference) &&
         !__builtin_add_overflow(true_ub, alignment_bytes, &padded) &&
         !__builtin_sub_overflow(explicit_ub.value_or(padded), lb(), &difference);
}

Layout predefined_layout(Element element) {
  const Predefined& type = predefined(element);
  if (type.group == Group::pair) return pair_layout(unit_of(element));
  Layout result;
  if (type.group == Group::marker) {
    if (type.abi_value == reinterpret_cast<std::uintptr_t>(MPI_LB)) result.explicit_lb = 0;
    if (type.abi_value == reinterpret_cast<std::uintptr_t>(MPI_UB)) result.explicit_ub = 0;
    return result;
  }
  result.loop = run(0, type.size_bytes);
  result.signature = Signature::of(element);
  result.unit = Unit{element, 0};
  result.true_ub = type.size_bytes;
  result.alignment_bytes = type.alignment_bytes;
  return result;
}

Layout pair_layout(Unit pair) {
  LayoutBuilder builder;
  builder.add(predefined_layout(pair.element), 0);
  builder.add(predefined_layout(pair.index), static_cast<std::int64_t>(index_offset(pair)));
  Layout result = builder.finish();
  result.unit = pair;
  return result;
}

Layout repeat(const Layout& part, std::int64_t count, std::int64_t stride) {
  if (count == 0 || !part.has_data()) {
    Layout empty;
    empty.overflow = part.overflow;
    return empty;
  }
  if (count == 1) return part;
  Layout result = part;
  bool& overflow = result.overflow;
  const std::int64_t last = multiply_add(count - 1, stride, 0, overflow);
  multiply_add(count, part.size_bytes(), 0, overflow);
  result.true_lb = multiply_add(1, part.true_lb, std::min<std::int64_t>(last, 0), overflow);
  result.true_ub = multiply_add(1, part.true_ub, std::max<std::int64_t>(last, 0), overflow);
  if (part.explicit_lb) {
    result.explicit_lb =
        multiply_add(1, *part.explicit_lb, std::min<std::int64_t>(last, 0), overflow);
  }
  if (part.explicit_ub) {
    result.explicit_ub =
        multiply_add(1, *part.explicit_ub, std::max<std::int64_t>(last, 0), overflow);
  }
  if (overflow) return result;
  result.loop = repeat(part.loop, count, stride);
  result.signature = Signature::repeat(part.signature, count);
  return result;
}

Layout resized(Layout layout, std::int64_t lb, std::int64_t extent) {
  layout.explicit_lb = lb;
  layout.explicit_ub = multiply_add(1, lb, extent, layout.overflow);
  return layout;
}

void LayoutBuilder::add(const Layout& part, std::int64_t displacement) {
  add_bounds(part, displacement);
  std::int64_t size_bytes = 0;
  sum_.overflow |=
      part.overflow || __builtin_add_overflow(sum_.loop.size_bytes, part.size_bytes(), &size_bytes);
  if (sum_.overflow || !part.has_data()) return;
  sum_.loop.size_bytes = size_bytes;
  mixed_units_ |= any_data_ && part.unit != sum_.unit;
  sum_.unit = part.unit;
  any_data_ = true;
  loops_.add(shifted(part.loop, displacement));
  signatures_.add(part.signature);
}

void LayoutBuilder::add_bounds(const Layout& part, std::int64_t displacement) {
  bool& overflow = sum_.overflow;
  if (part.explicit_lb) {
    lower(sum_.explicit_lb, multiply_add(1, *part.explicit_lb, displacement, overflow));
  }
  if (part.explicit_ub) {
    raise(sum_.explicit_ub, multiply_add(1, *part.explicit_ub, displacement, overflow));
  }
  if (!part.has_data()) return;
  const std::int64_t true_lb = multiply_add(1, part.true_lb, displacement, overflow);
  const std::int64_t true_ub = multiply_add(1, part.true_ub, displacement, overflow);
  sum_.true_lb = any_data_ ? std::min(sum_.true_lb, true_lb) : true_lb;
  sum_.true_ub = any_data_ ? std::max(sum_.true_ub, true_ub) : true_ub;
  sum_.alignment_bytes = std::max(sum_.alignment_bytes, part.alignment_bytes);
}

Layout LayoutBuilder::finish() {
  sum_.loop = sum_.overflow ? Loop{} : loops_.finish();
  sum_.signature = signatures_.finish();
  if (mixed_units_) sum_.unit.reset();
  return std::move(sum_);
}

}  // namespace smpi::datatype
