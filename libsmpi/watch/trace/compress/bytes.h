// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers in the bytes of a compressed trace: LEB128, signed ones as zigzag. What is read was
// perhaps damaged: each step is checked, and Damage says where it went wrong.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace smpi::trace {

// Becomes an InputError with the name of the file.
struct Damage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void put_number(std::string& out, std::uint64_t number) {
  while (number >= 128) {
    out.push_back(static_cast<char>(number | 128));
    number >>= 7;
  }
  out.push_back(static_cast<char>(number));
}
inline std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
}
inline std::int64_t from_zigzag(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1));
}
inline void put_signed(std::string& out, std::int64_t number) {
  put_number(out, zigzag(number));
}
inline void put_text(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}
template <class Integer>
void put_fixed(std::string& out, Integer number) {
  static_assert(std::endian::native == std::endian::little);
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

class ByteReader {
 public:
  ByteReader() = default;
  explicit ByteReader(std::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  std::uint64_t number() {
    if (at_ != end_ && static_cast<signed char>(*at_) >= 0) {
      return static_cast<std::uint64_t>(*at_++);
    }
    return long_number();
  }
  std::int64_t signed_number() { return from_zigzag(number()); }
  // A number of things that follow, each at least a byte long.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value > left()) throw Damage("a count is larger than what follows");
    return static_cast<std::size_t>(value);
  }
  std::uint32_t index(std::size_t size) {
    const std::uint64_t value = number();
    if (value >= size) throw Damage("a number names nothing");
    return static_cast<std::uint32_t>(value);
  }
  std::string_view bytes(std::size_t size) {
    if (size > left()) throw Damage("it ends too early");
    const std::string_view result(at_, size);
    at_ += size;
    return result;
  }
  std::string_view text() { return bytes(count()); }
  template <class Integer>
  Integer fixed() {
    Integer number;
    std::memcpy(&number, bytes(sizeof number).data(), sizeof number);
    return number;
  }

 private:
  std::uint64_t long_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_ == end_) throw Damage("it ends within a number");
      const auto byte = static_cast<unsigned char>(*at_++);
      value |= static_cast<std::uint64_t>(byte & 127) << shift;
      if (byte < 128) {
        if (shift == 63 && byte > 1) break;
        return value;
      }
    }
    throw Damage("a number is too long");
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

}  // namespace smpi::trace
