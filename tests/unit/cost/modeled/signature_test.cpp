// SPDX-License-Identifier: BSD-3-Clause
//
// Where the System V ABI for AMD64 (3.2.3) puts arguments.
#include "libsmpi/cost/modeled/overlay/signature.h"

#include <gtest/gtest.h>

#include <bit>

namespace smpi::modeled {
namespace {

using Place = Argument::Place;

// Integers and pointers share rdi, rsi, rdx, rcx, r8, r9; floating point has xmm0 to xmm7; the
// seventh integer is the first word on the stack.
TEST(Signature, RegistersThenStack) {
  const Signature signature = parse_signature(
      "int a, double x, const double* p, long b, float y, unsigned c, int d, size_t e, short f");
  ASSERT_EQ(signature.scalars.size(), 8U);
  ASSERT_EQ(signature.pointers.size(), 1U);
  EXPECT_EQ(signature.pointers[0].index, 1U);
  EXPECT_EQ(signature.scalars[1].place, Place::vector_register);
  EXPECT_EQ(signature.scalars[3].index, 1U);  // y
  EXPECT_EQ(signature.scalars[7].place, Place::stack);
  EXPECT_EQ(signature.scalars[7].index, 0U);  // f
}

// Values: sign extension from the low half of a register, and what an address points to.
TEST(Signature, Values) {
  const Signature signature = parse_signature("int a, unsigned b, double x, const long& n");
  const std::int64_t n = -5;
  CallFrame frame{};
  frame.integers[0] = 0xdeadbeefffffffffU;  // -1 in its low half
  frame.integers[1] = 0xffffffffU;
  frame.integers[2] = reinterpret_cast<std::uint64_t>(&n);
  frame.vectors[0].low = std::bit_cast<std::uint64_t>(2.5);
  EXPECT_EQ(signature.scalars[0].value(frame, nullptr), -1);
  EXPECT_EQ(signature.scalars[1].value(frame, nullptr), 4294967295.0);
  EXPECT_EQ(signature.scalars[2].value(frame, nullptr), 2.5);
  EXPECT_EQ(signature.scalars[3].value(frame, nullptr), -5);
}

TEST(Signature, ElementsOfPointers) {
  const Signature signature =
      parse_signature("void* a, struct panel* b, double* const* c, float* d");
  EXPECT_EQ(size_bytes(signature.pointers[0].type), 1U);
  EXPECT_EQ(size_bytes(signature.pointers[1].type), 1U);
  EXPECT_EQ(size_bytes(signature.pointers[2].type), 8U);
  EXPECT_EQ(size_bytes(signature.pointers[3].type), 4U);
}

TEST(Signature, RefusesWhatItDoesNotKnow) {
  EXPECT_TRUE(parse_signature(" ").scalars.empty());
  EXPECT_THROW(parse_signature("int"), SignatureError);
  EXPECT_THROW(parse_signature("int a,"), SignatureError);
  EXPECT_THROW(parse_signature("long double x"), SignatureError);
  EXPECT_THROW(parse_signature("struct point p"), SignatureError);
  EXPECT_THROW(parse_signature("void a"), SignatureError);
  EXPECT_THROW(parse_signature("int n, double x, const float* n"), SignatureError);
  EXPECT_THROW(parse_scalar_type("double*"), SignatureError);
}

}  // namespace
}  // namespace smpi::modeled
