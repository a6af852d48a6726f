// SPDX-License-Identifier: BSD-3-Clause
//
// Arithmetic of the field of q elements, q a power of a prime.
//
// An element is the number whose base-p digits, lowest first, are the coefficients of a polynomial
// of x over the integers modulo p; products are reduced by a fixed irreducible polynomial of which
// x is a primitive root. Sums are by digits, products by logarithms: O(q) numbers are kept.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace smpi::models {

class GaloisField {
 public:
  // nullopt: q is neither a prime nor a power of a prime for which a polynomial is known (4, 8, 9,
  // 16, 25, 27, 32).
  static std::optional<GaloisField> make(std::uint32_t order);

  std::uint32_t order() const { return order_; }
  std::uint32_t sum(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t negative(std::uint32_t a) const;
  std::uint32_t product(std::uint32_t a, std::uint32_t b) const {
    if (a == 0 || b == 0) return 0;
    return power(log_[a] + log_[b]);
  }
  // REQUIRES: a is not 0.
  std::uint32_t inverse(std::uint32_t a) const { return power(order_ - 1 - log_[a]); }
  // The fixed primitive element, to this power; of primes the smallest one.
  std::uint32_t power(std::uint32_t exponent) const { return powers_[exponent % (order_ - 1)]; }

 private:
  GaloisField(std::uint32_t prime, std::vector<std::uint32_t> polynomial);
  std::uint32_t times_x(std::uint32_t a) const;

  std::uint32_t prime_;
  std::uint32_t order_;
  std::vector<std::uint32_t> polynomial_;  // constant first, monic; empty: q is prime
  std::vector<std::uint32_t> powers_;      // of the primitive element
  std::vector<std::uint32_t> log_;         // by element but 0
};

}  // namespace smpi::models
