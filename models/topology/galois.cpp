// SPDX-License-Identifier: BSD-3-Clause
//
// Fields of the orders that Slim Fly and PolarFly are built of.
#include "models/topology/galois.h"

namespace smpi::models {
namespace {

struct Extension {
  std::uint32_t order;
  std::uint32_t prime;
  std::vector<std::uint32_t> polynomial;  // coefficients, constant first
};

const std::vector<Extension>& extensions() {
  static const std::vector<Extension> table = {
      {4, 2, {1, 1, 1}},           {8, 2, {1, 1, 0, 1}}, {9, 3, {2, 2, 1}},
      {16, 2, {1, 1, 0, 0, 1}},    {25, 5, {2, 4, 1}},   {27, 3, {1, 2, 0, 1}},
      {32, 2, {1, 0, 1, 0, 0, 1}},
  };
  return table;
}

bool is_prime(std::uint32_t number) {
  if (number < 2) return false;
  for (std::uint64_t divisor = 2; divisor * divisor <= number; divisor++) {
    if (number % divisor == 0) return false;
  }
  return true;
}

// The number of different powers of `candidate` modulo a prime.
std::uint32_t order_of(std::uint32_t candidate, std::uint32_t prime) {
  std::uint32_t order = 1;
  for (std::uint64_t value = candidate; value != 1; value = value * candidate % prime) order++;
  return order;
}

}  // namespace

std::optional<GaloisField> GaloisField::make(std::uint32_t order) {
  if (is_prime(order)) return GaloisField(order, {});
  for (const Extension& extension : extensions()) {
    if (extension.order == order) return GaloisField(extension.prime, extension.polynomial);
  }
  return std::nullopt;
}

GaloisField::GaloisField(std::uint32_t prime, std::vector<std::uint32_t> polynomial)
    : prime_(prime), order_(prime), polynomial_(std::move(polynomial)) {
  for (std::size_t degree = 2; degree < polynomial_.size(); degree++) order_ *= prime_;
  powers_.resize(order_ - 1);
  log_.resize(order_);
  std::uint32_t generator = 1;
  if (polynomial_.empty()) {
    while (order_of(generator, prime_) < prime_ - 1) generator++;
  }
  std::uint32_t value = 1;
  for (std::uint32_t exponent = 0; exponent + 1 < order_; exponent++) {
    powers_[exponent] = value;
    log_[value] = exponent;
    value = polynomial_.empty()
                ? static_cast<std::uint32_t>(std::uint64_t{value} * generator % prime_)
                : times_x(value);
  }
}

// Shifts the digits by one; the digit that leaves the top comes back as a multiple of what x^n is.
std::uint32_t GaloisField::times_x(std::uint32_t a) const {
  const std::uint32_t top = a / (order_ / prime_);
  std::uint32_t shifted = a % (order_ / prime_) * prime_;
  std::uint32_t place = 1;
  for (std::size_t i = 0; i + 1 < polynomial_.size(); i++) {
    const std::uint32_t digit = shifted / place % prime_;
    const std::uint32_t changed = (digit + top * (prime_ - polynomial_[i])) % prime_;
    shifted = shifted - digit * place + changed * place;
    place *= prime_;
  }
  return shifted;
}

std::uint32_t GaloisField::sum(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t result = 0;
  for (std::uint32_t place = 1; place < order_; place *= prime_) {
    result += (a / place % prime_ + b / place % prime_) % prime_ * place;
  }
  return result;
}

std::uint32_t GaloisField::negative(std::uint32_t a) const {
  std::uint32_t result = 0;
  for (std::uint32_t place = 1; place < order_; place *= prime_) {
    result += (prime_ - a / place % prime_) % prime_ * place;
  }
  return result;
}

}  // namespace smpi::models
