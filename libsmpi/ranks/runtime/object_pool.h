// SPDX-License-Identifier: BSD-3-Clause
//
// Recycling of objects made and freed millions of times: blocks of objects and a stack of free
// ones. After warm-up make() and free() touch no allocator.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace smpi {

template <class Object>
class ObjectPool {
 public:
  // A default-constructed object.
  Object* make() {
    if (free_.empty()) grow();
    Object* object = free_.back();
    free_.pop_back();
    return object;
  }
  // Resets `object` to a default-constructed one and takes it back.
  void free(Object* object) {
    std::destroy_at(object);
    std::construct_at(object);
    free_.push_back(object);
  }
  std::size_t capacity() const { return blocks_.size() * block_objects; }
  std::size_t live_count() const { return capacity() - free_.size(); }

 private:
  static constexpr std::size_t block_objects = 256;

  void grow() {
    blocks_.push_back(std::make_unique<Object[]>(block_objects));
    free_.reserve(capacity());
    for (std::size_t i = block_objects; i-- > 0;) free_.push_back(&blocks_.back()[i]);
  }

  std::vector<std::unique_ptr<Object[]>> blocks_;
  std::vector<Object*> free_;
};

}  // namespace smpi
