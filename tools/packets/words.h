// SPDX-License-Identifier: BSD-3-Clause
//
// Texts and numbers as 64-bit words, as processes send them to each other.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace smpi::packets {

using Words = std::vector<std::uint64_t>;

inline std::size_t words_of_bytes(std::size_t bytes) {
  return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

// Its length, then eight bytes a word.
inline void put_text(const std::string& text, Words& words) {
  words.push_back(text.size());
  const std::size_t first = words.size();
  words.resize(first + words_of_bytes(text.size()));
  if (!text.empty()) std::memcpy(&words[first], text.data(), text.size());
}

// REQUIRES: what is read was put.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint64_t> words) : words_(words) {}

  std::uint64_t word() { return words_[at_++]; }
  std::string text() {
    const std::size_t size_bytes = word();
    const auto* data = reinterpret_cast<const char*>(words_.data() + at_);
    at_ += words_of_bytes(size_bytes);
    return {data, size_bytes};
  }

 private:
  std::span<const std::uint64_t> words_;
  std::size_t at_ = 0;
};

}  // namespace smpi::packets
