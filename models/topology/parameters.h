// SPDX-License-Identifier: BSD-3-Clause
//
// The text after a topology's name: numbers in lists. Shared by the cluster tag of platform files
// and the short descriptions of the command line, so that both give the same messages.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/error.h"

namespace smpi::models {

// a * b, or some number far above any size we accept: no product of a user's numbers wraps around.
constexpr std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t ceiling = std::uint64_t{1} << 40;
  return b != 0 && a > ceiling / b ? ceiling : a * b;
}

// "8x8;hosts=4;seed=2": what comes before the first key, and the values of the keys.
struct KeyedText {
  std::string_view numbers;
  std::vector<std::pair<std::string_view, std::string_view>> values;

  std::optional<std::string_view> find(std::string_view key) const;
};

// Cuts ";KEY=value", a key that any topology may have, out of the parameters of one; its value,
// nullopt when it is not there. Throws InputError, completing `where`, when it is there twice.
std::optional<std::string> take_key(std::string& parameters, std::string_view key,
                                    const kernel::InputError::Where& where);

struct TopologyText {
  std::string_view text;            // the whole description, for messages
  kernel::InputError::Where where;  // file and line
  std::string hint;                 // how this topology is written

  std::vector<std::string_view> split(std::string_view list, char separator) const;
  // Splits the text; throws InputError for keys that are not among `known` and for keys twice.
  KeyedText keyed(std::span<const std::string_view> known) const;
  // The value of a key that is a number, as number() takes it.
  std::uint32_t number_of(const KeyedText& keyed, std::string_view key,
                          std::uint32_t fallback) const;
  // A number from 1 to 2^24. Throws InputError.
  std::uint32_t number(std::string_view digits) const;
  std::vector<std::uint32_t> numbers(std::string_view list, char separator = ',') const;
  // Sizes of dimensions: "8x8x8", or "8,8,8" as platform files have it.
  std::vector<std::uint32_t> sizes(std::string_view list) const;
  // Throws InputError when a count of hosts or links is above 2^24, which is more likely a
  // slip than a machine.
  void require_size(std::uint64_t count) const;
  [[noreturn]] void refuse(const std::string& message, std::string_view offending) const;
};

}  // namespace smpi::models
