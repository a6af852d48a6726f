// SPDX-License-Identifier: BSD-3-Clause
//
// Hashes and counts of sequences of basic elements; see signature.h.
#include "libsmpi/mpi/datatype/signature.h"

#include <algorithm>

namespace smpi::datatype {

namespace {

constexpr std::uint64_t modulus = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t base = 0x1b873593'2f5c'9d43ULL % modulus;

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  const std::uint64_t sum =
      static_cast<std::uint64_t>(product & modulus) + static_cast<std::uint64_t>(product >> 61);
  return sum >= modulus ? sum - modulus : sum;
}

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= modulus ? sum - modulus : sum;
}

// hash(a b) = hash(a) + base^|a| hash(b)
SequenceHash joined(const SequenceHash& a, const SequenceHash& b) {
  return {.elements = a.elements + b.elements,
          .value = add(a.value, multiply(a.power, b.value)),
          .power = multiply(a.power, b.power)};
}

// `count` copies, by doubling. No part has more elements than the result, whose number fits.
SequenceHash repeated(SequenceHash part, std::int64_t count) {
  SequenceHash result;
  for (; count > 0; count >>= 1) {
    if ((count & 1) != 0) result = joined(result, part);
    if (count > 1) part = joined(part, part);
  }
  return result;
}

SequenceHash hash_of(Element element) {
  return {.elements = 1, .value = std::uint64_t{element} + 1, .power = base};
}

}  // namespace

Signature Signature::of(Element element, std::int64_t count) {
  Signature result;
  if (count == 0) return result;
  result.hash_ = repeated(hash_of(element), count);
  result.size_bytes_ = count * predefined(element).size_bytes;
  result.element_ = element;
  return result;
}

Signature Signature::repeat(const Signature& part, std::int64_t count) {
  if (count == 0 || part.elements() == 0) return {};
  if (count == 1) return part;
  Signature result = part;
  result.hash_ = repeated(part.hash_, count);
  result.size_bytes_ = part.size_bytes_ * count;
  if (part.body_) {
    auto* body = new SignatureBody;
    body->count = count;
    body->members = {part};
    body->start_bytes = {0};
    body->before = {SequenceHash{}};
    result.body_ = Ref<SignatureBody>(body);
  }
  return result;
}

SequenceHash Signature::prefix(std::int64_t elements) const {
  if (elements == 0 || hash_.elements == 0) return {};
  SequenceHash whole = repeated(hash_, elements / hash_.elements);
  const std::int64_t rest = elements % hash_.elements;
  if (rest == 0) return whole;
  if (!body_) return joined(whole, repeated(hash_of(element_), rest));
  // `rest` is less than body_->count repetitions of the members; with count > 1 there is one.
  const std::int64_t per_repetition = hash_.elements / body_->count;
  whole = joined(whole, repeated(body_->members[0].hash_, rest / per_repetition));
  const std::int64_t left = rest % per_repetition;
  const auto& before = body_->before;
  const auto after = std::upper_bound(
      before.begin(), before.end(), left,
      [](std::int64_t elements_, const SequenceHash& start) { return elements_ < start.elements; });
  const auto at = static_cast<std::size_t>(after - before.begin() - 1);
  return joined(joined(whole, before[at]), body_->members[at].prefix(left - before[at].elements));
}

std::optional<std::int64_t> Signature::elements_in(std::int64_t bytes) const {
  if (bytes == 0) return 0;
  if (size_bytes_ == 0) return std::nullopt;
  std::int64_t elements = bytes / size_bytes_ * hash_.elements;
  std::int64_t rest = bytes % size_bytes_;
  if (rest == 0) return elements;
  if (!body_) {
    const std::int64_t size = predefined(element_).size_bytes;
    if (rest % size != 0) return std::nullopt;
    return elements + rest / size;
  }
  const std::int64_t repetition_bytes = size_bytes_ / body_->count;
  elements += rest / repetition_bytes * (hash_.elements / body_->count);
  rest %= repetition_bytes;
  const auto& starts = body_->start_bytes;
  const auto at = static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), rest) -
                                           starts.begin() - 1);
  const auto inside = body_->members[at].elements_in(rest - starts[at]);
  if (!inside) return std::nullopt;
  return elements + body_->before[at].elements + *inside;
}

void SignatureBuilder::add(const Signature& part) {
  if (part.elements() == 0) return;
  if (!members_.empty()) {
    Signature& last = members_.back();
    if (!last.body_ && !part.body_ && last.element_ == part.element_) {
      last.hash_ = joined(last.hash_, part.hash_);
      last.size_bytes_ += part.size_bytes_;
      return;
    }
  }
  members_.push_back(part);
}

Signature SignatureBuilder::finish() {
  if (members_.empty()) return {};
  if (members_.size() == 1) return members_[0];
  Signature result;
  auto* body = new SignatureBody;
  for (const Signature& member : members_) {
    body->start_bytes.push_back(result.size_bytes_);
    body->before.push_back(result.hash_);
    result.hash_ = joined(result.hash_, member.hash_);
    result.size_bytes_ += member.size_bytes_;
  }
  body->members = std::move(members_);
  result.body_ = Ref<SignatureBody>(body);
  return result;
}

}  // namespace smpi::datatype
