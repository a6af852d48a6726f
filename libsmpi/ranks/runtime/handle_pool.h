// SPDX-License-Identifier: BSD-3-Clause
//
// Handles of objects made at run time: a pointer-sized number that survives misuse.
//
// An MPI handle is opaque to the program, so it need not be an address. Ours is a table index and
// the generation of its slot, 31 bits in all: a handle used after its object was freed, or one that
// never was, is recognised instead of followed, and the Fortran INTEGER of a handle is the handle.
//
//   bit 30..24 generation   23..0 index + 0x4000       (0..4095 belong to the predefined handles)
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/error.h"

namespace smpi {

using HandleValue = std::uint32_t;

// Names objects of one kind. It does not own them: a freed handle may leave its object alive while
// operations still use it.
template <class Object>
class HandlePool {
 public:
  static constexpr HandleValue first_index = 0x4000;

  HandleValue add(Object* object) {
    std::uint32_t index;
    if (free_.empty()) {
      index = static_cast<std::uint32_t>(slots_.size());
      SIM_ASSERT(index + first_index < (1U << 24), "too many live MPI handles of one kind");
      slots_.push_back({});
    } else {
      index = free_.back();
      free_.pop_back();
    }
    slots_[index].object = object;
    live_count_++;
    return (slots_[index].generation << 24) | (index + first_index);
  }

  // The object of a handle, or nullptr when the handle is not valid (any more).
  Object* find(std::uintptr_t value) const {
    const std::uintptr_t index = (value & 0xffffffU) - first_index;
    if (index >= slots_.size()) return nullptr;
    const Slot& slot = slots_[index];
    return slot.generation == value >> 24 ? slot.object : nullptr;
  }

  // Makes a handle invalid. REQUIRES: find(value) != nullptr.
  void remove(HandleValue value) {
    const std::uint32_t index = (value & 0xffffffU) - first_index;
    Slot& slot = slots_[index];
    slot.object = nullptr;
    slot.generation = (slot.generation + 1) & 0x7f;
    free_.push_back(index);
    live_count_--;
  }

  std::size_t live_count() const { return live_count_; }

  // Calls visit(object) for every live object, in the order of the indices.
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.object != nullptr) visit(*slot.object);
    }
  }

 private:
  struct Slot {
    Object* object = nullptr;
    std::uint32_t generation = 0;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t live_count_ = 0;
};

}  // namespace smpi
