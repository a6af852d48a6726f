// SPDX-License-Identifier: BSD-3-Clause
//
// Intrusive reference counts without atomics, for objects that several ranks or pending operations
// share. One thread runs a simulation, so a plain counter is enough and costs one instruction.
#pragma once

#include <cstdint>
#include <utility>

namespace smpi {

class Counted {
 public:
  Counted() = default;
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  virtual ~Counted() = default;

  void retain() { references_++; }
  void release() {
    if (--references_ == 0) delete this;
  }

 private:
  std::uint32_t references_ = 0;
};

// Shares the ownership of a Counted object.
template <class Object>
class Ref {
 public:
  Ref() = default;
  Ref(Object* object) : object_(object) {  // NOLINT: implicit on purpose
    if (object_ != nullptr) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->release();
  }

  Object* get() const { return object_; }
  Object* operator->() const { return object_; }
  Object& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  Object* object_ = nullptr;
};

}  // namespace smpi
