// SPDX-License-Identifier: BSD-3-Clause
//
// Type signatures (MPI 5.0, 5.1): the sequence of basic elements of a datatype.
//
// Two uses: counting elements in a number of received bytes (MPI_Get_elements), and checking that a
// message matches its receive (MPI 3.3). The sequence is kept as repetitions and lists, never
// expanded. Two signatures are compared by a polynomial hash over GF(2^61 - 1): the hash of a
// concatenation or repetition follows from the hashes of its parts, so signatures that were built
// in different ways but are the same sequence have the same hash; different ones collide with
// probability of about length / 2^61. A prefix is hashed in O(depth x log(list)).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "libsmpi/mpi/datatype/predefined.h"
#include "libsmpi/ranks/runtime/reference.h"

namespace smpi::datatype {

struct SignatureBody;

// What is known of a sequence without looking into it.
struct SequenceHash {
  std::int64_t elements = 0;
  std::uint64_t value = 0;
  std::uint64_t power = 1;  // base^elements
};

class Signature {
 public:
  // The empty sequence.
  Signature() = default;
  static Signature of(Element element, std::int64_t count = 1);
  static Signature repeat(const Signature& part, std::int64_t count);

  std::int64_t elements() const { return hash_.elements; }
  std::int64_t size_bytes() const { return size_bytes_; }
  // The only kind of element in it, if that is so and it is not empty.
  std::optional<Element> only_element() const {
    return hash_.elements > 0 && body_.get() == nullptr ? std::optional(element_) : std::nullopt;
  }
  const SequenceHash& hash() const { return hash_; }

  // The hash of the first `elements` elements of endless repetitions of this sequence.
  SequenceHash prefix(std::int64_t elements) const;
  // Elements in the first `bytes` bytes of endless repetitions; nullopt when one is cut.
  std::optional<std::int64_t> elements_in(std::int64_t bytes) const;
  // Calls visit(element, count) for the whole sequence in order.
  template <class Visit>
  void for_each(Visit&& visit) const;

 private:
  friend class SignatureBuilder;

  SequenceHash hash_;
  std::int64_t size_bytes_ = 0;
  Element element_ = 0;  // without a body: all elements are this one
  Ref<SignatureBody> body_;
};

// A repetition of a sequence (count > 1) or a list of sequences (count = 1).
struct SignatureBody : Counted {
  std::int64_t count = 1;
  std::vector<Signature> members;
  std::vector<std::int64_t> start_bytes;  // of each member in one repetition
  std::vector<SequenceHash> before;       // of what precedes each member
};

class SignatureBuilder {
 public:
  void add(const Signature& part);
  Signature finish();

 private:
  std::vector<Signature> members_;
};

template <class Visit>
void Signature::for_each(Visit&& visit) const {
  if (body_.get() == nullptr) {
    if (hash_.elements > 0) visit(element_, hash_.elements);
    return;
  }
  for (std::int64_t i = 0; i < body_->count; i++) {
    for (const Signature& member : body_->members) member.for_each(visit);
  }
}

}  // namespace smpi::datatype
