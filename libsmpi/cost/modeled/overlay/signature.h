// SPDX-License-Identifier: BSD-3-Clause
//
// The arguments of a C function as a user writes them, "int M, const double* A, int LDA", and where
// the System V ABI for AMD64 (3.2.3) puts them: integers and pointers in six registers, floating
// point numbers in eight others, what is left on the stack in words of eight bytes.
//
// Scalars have values that formulas use. `int& N` is a scalar that is passed by its address, as
// Fortran does. Pointers say where memory is that the function writes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::modeled {

enum class ScalarType : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  nothing  // void
};

std::size_t size_bytes(ScalarType type);

// What a replaced function was called with; made by entry.S, in this order.
struct alignas(16) CallFrame {
  std::array<std::uint64_t, 6> integers;  // rdi, rsi, rdx, rcx, r8, r9
  std::uint64_t result;                   // rax
  std::uint64_t scratch[3];               // r10, r11, padding
  struct alignas(16) Vector {
    std::uint64_t low;
    std::uint64_t high;
  };
  std::array<Vector, 16> vectors;  // xmm0 is the result of functions that return a double
};
static_assert(sizeof(CallFrame) == 80 + 16 * 16);

struct Argument {
  enum class Place : std::uint8_t { integer_register, vector_register, stack };
  enum class Passing : std::uint8_t { value, reference, pointer };

  std::string name;
  ScalarType type = ScalarType::nothing;  // of the value, or of what a pointer points to
  Passing passing = Passing::value;
  Place place = Place::integer_register;
  std::uint32_t index = 0;     // of the register, or of the word on the stack
  std::uint32_t position = 0;  // among all arguments

  // The word it is passed in.
  std::uint64_t word(const CallFrame& frame, const std::uint64_t* stack) const;
  // The value of a scalar.
  double value(const CallFrame& frame, const std::uint64_t* stack) const;
  // The same, of a scalar whose word is at `address`.
  double loaded_from(const void* address) const;
};

struct Signature {
  std::vector<Argument> scalars;   // in order; formulas name them
  std::vector<Argument> pointers;  // in order
  std::vector<std::string> scalar_names() const;
};

// What is wrong with a text, in words.
struct SignatureError {
  std::string message;
  std::string text;  // the part that is wrong
  std::string hint;
};

// Reads a list of arguments. Throws SignatureError.
Signature parse_signature(std::string_view text);
// Reads a type of result: void or a scalar. Throws SignatureError.
ScalarType parse_scalar_type(std::string_view text);

}  // namespace smpi::modeled
