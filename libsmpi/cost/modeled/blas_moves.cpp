// SPDX-License-Identifier: BSD-3-Clause
//
// The work of the modelled BLAS that is done: copying and exchanging vectors.
//
// Their result may be control data, such as the header of HPL's pivot rows, which travels in one
// vector with matrix data. Where memory has no content, its absence moves (memory/content_moves.h).
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "libsmpi/ranks/memory/content_moves.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::modeled {
namespace {

using memory::AddressRange;
using memory::RankMemory;

// A vector of the BLAS: with a negative increment its first element is the last in memory.
struct Vector {
  std::byte* first;
  std::ptrdiff_t step_bytes;
  std::size_t element_bytes;
  int count;

  Vector(const void* address, int count_, int increment, std::size_t element)
      : first(static_cast<std::byte*>(const_cast<void*>(address))),
        step_bytes(static_cast<std::ptrdiff_t>(element) * increment),
        element_bytes(element),
        count(count_) {
    if (increment < 0) first -= (count - 1) * step_bytes;
  }
  std::byte* at(int index) const { return first + index * step_bytes; }
  bool is_contiguous() const { return step_bytes == static_cast<std::ptrdiff_t>(element_bytes); }
  AddressRange element(int index) const {
    const memory::Address begin = memory::address_of(at(index));
    return {begin, begin + element_bytes};
  }
  AddressRange extent() const {
    const AddressRange a = element(0);
    const AddressRange b = element(count - 1);
    return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
  }
};

void copy_elements(const Vector& from, const Vector& to) {
  if (from.is_contiguous() && to.is_contiguous()) {
    std::memmove(to.first, from.first, static_cast<std::size_t>(from.count) * from.element_bytes);
  } else if (from.element_bytes == sizeof(double)) {  // the usual one, without a call an element
    for (int i = 0; i < from.count; i++) std::memcpy(to.at(i), from.at(i), sizeof(double));
  } else {
    for (int i = 0; i < from.count; i++) std::memcpy(to.at(i), from.at(i), from.element_bytes);
  }
}

void swap_elements(const Vector& a, const Vector& b) {
  for (int i = 0; i < a.count; i++) std::swap_ranges(a.at(i), a.at(i) + a.element_bytes, b.at(i));
}

// Calls action(range of a, begin in b) for the two vectors as few pieces.
template <class Action>
void for_each_piece(const Vector& a, const Vector& b, Action&& action) {
  if (a.is_contiguous() && b.is_contiguous()) {
    return action(a.extent(), memory::address_of(b.first));
  }
  for (int i = 0; i < a.count; i++) action(a.element(i), memory::address_of(b.at(i)));
}

}  // namespace
}  // namespace smpi::modeled

using namespace smpi;           // NOLINT: the definitions below are C functions
using namespace smpi::modeled;  // NOLINT

#pragma GCC visibility push(default)
extern "C" {

void smpi_blas_copy(unsigned element_bytes, int count, const void* x, int x_increment, void* y,
                    int y_increment) {
  if (count <= 0) return;
  const Vector from(x, count, x_increment, element_bytes);
  const Vector to(y, count, y_increment, element_bytes);
  if (!in_rank() || !current_rank().memory.in_use()) return copy_elements(from, to);
  RankMemory& memory = current_rank().memory;
  if (memory.lacks(from.extent())) {
    if (memory.lacks(to.extent())) return;
    if (to.is_contiguous()) return memory.set_phantom(to.extent());
  }
  if (!memory.overlaps(from.extent()) && !memory.overlaps(to.extent())) {
    return copy_elements(from, to);
  }
  for_each_piece(from, to, [&](AddressRange range, memory::Address target) {
    memory::copy_content(memory, range, target);
  });
}

void smpi_blas_swap(unsigned element_bytes, int count, void* x, int x_increment, void* y,
                    int y_increment) {
  if (count <= 0) return;
  const Vector a(x, count, x_increment, element_bytes);
  const Vector b(y, count, y_increment, element_bytes);
  if (!in_rank() || !current_rank().memory.in_use()) return swap_elements(a, b);
  RankMemory& memory = current_rank().memory;
  if (memory.lacks(a.extent()) && memory.lacks(b.extent())) return;
  if (!memory.overlaps(a.extent()) && !memory.overlaps(b.extent())) return swap_elements(a, b);
  for_each_piece(a, b, [&](AddressRange range, memory::Address other) {
    memory::swap_content(memory, range, other);
  });
}

}  // extern "C"
#pragma GCC visibility pop
