// SPDX-License-Identifier: BSD-3-Clause
//
// A vector of plain data for the hot path. Its push_back is a comparison and a store, inlined,
// where that of std::vector is a call of 24 instructions; a message between contending flows makes
// fifteen of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace smpi::kernel {

template <typename T>
class QuickVector {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  QuickVector() = default;
  QuickVector(const QuickVector&) = delete;
  QuickVector(QuickVector&& other) noexcept { swap(other); }
  QuickVector& operator=(const QuickVector&) = delete;
  QuickVector& operator=(QuickVector&& other) noexcept {
    swap(other);
    return *this;
  }
  ~QuickVector() { ::operator delete(first_); }

  T* begin() { return first_; }
  T* end() { return end_; }
  const T* begin() const { return first_; }
  const T* end() const { return end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - first_); }
  bool empty() const { return first_ == end_; }
  // REQUIRES: index < size(); for front(), back() and pop_back(): not empty.
  T& operator[](std::size_t index) { return first_[index]; }
  const T& operator[](std::size_t index) const { return first_[index]; }
  const T& front() const { return *first_; }
  const T& back() const { return end_[-1]; }
  void pop_back() { end_--; }
  void clear() { end_ = first_; }
  void truncate(std::size_t count) { end_ = first_ + count; }  // REQUIRES: count <= size()
  void push_back(T value) {
    if (end_ == limit_) [[unlikely]] {
      grow();
    }
    *end_++ = value;
  }
  void append(const QuickVector& other) {
    for (const T& value : other) push_back(value);
  }
  void swap(QuickVector& other) {
    std::swap(first_, other.first_);
    std::swap(end_, other.end_);
    std::swap(limit_, other.limit_);
  }

 private:
  // Out of line, so that push_back is small enough to be inlined everywhere.
  [[gnu::noinline]] void grow() {
    const std::size_t count = size();
    const std::size_t room = count == 0 ? 4 : 2 * count;
    auto* moved = static_cast<T*>(::operator new(room * sizeof(T)));
    std::copy(first_, end_, moved);
    ::operator delete(first_);
    first_ = moved;
    end_ = moved + count;
    limit_ = moved + room;
  }

  T* first_ = nullptr;
  T* end_ = nullptr;
  T* limit_ = nullptr;
};

}  // namespace smpi::kernel
