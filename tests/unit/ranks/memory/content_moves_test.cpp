// SPDX-License-Identifier: BSD-3-Clause
//
// Copies and exchanges between memory with and without content, against a model of each byte: its
// value, or that it has none. Folded bytes stay folded whatever is written to them.
#include "libsmpi/ranks/memory/content_moves.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <utility>

namespace smpi::memory {
namespace {

constexpr std::size_t size = 64;

class ContentMoves : public testing::Test {
 protected:
  AddressRange range(std::size_t from, std::size_t to) {
    const Address base = address_of(bytes_.data());
    return {base + from, base + to};
  }
  bool is_folded(std::size_t i) { return memory_.folded.contains(range(i, i + 1)); }
  // What the memory holds there, as a message would see it.
  std::optional<std::uint8_t> content(std::size_t i) {
    if (memory_.overlaps(range(i, i + 1))) return std::nullopt;
    return bytes_[i];
  }
  void expect_model() {
    for (std::size_t i = 0; i < size; i++) EXPECT_EQ(content(i), model_[i]) << i;
  }
  // Writing to the model follows the rules of the header.
  void write(std::size_t i, std::optional<std::uint8_t> value) {
    if (!is_folded(i)) model_[i] = value;
  }

  std::array<std::uint8_t, size> bytes_{};
  std::array<std::optional<std::uint8_t>, size> model_{};
  RankMemory memory_;
};

TEST_F(ContentMoves, RandomMovesKeepContentAndAbsence) {
  memory_.tracks_phantom = true;
  memory_.folded.add(range(10, 17));
  memory_.folded.add(range(40, 43));
  std::mt19937 random(3);
  for (std::size_t i = 0; i < size; i++) {
    bytes_[i] = static_cast<std::uint8_t>(i);
    write(i, bytes_[i]);
  }
  for (int step = 0; step < 5000; step++) {
    const std::size_t length = random() % 20;
    std::size_t a = random() % (size - 2 * length + 1);
    std::size_t b = a + length + random() % (size - 2 * length - a + 1);
    if (random() % 2 == 0) std::swap(a, b);
    switch (random() % 4) {
      case 0:
        memory_.set_phantom(range(a, a + length));
        for (std::size_t i = 0; i < length; i++) write(a + i, std::nullopt);
        break;
      case 1:  // something arrives from elsewhere
        memory_.set_content(range(a, a + length));
        for (std::size_t i = 0; i < length; i++) {
          if (!is_folded(a + i)) bytes_[a + i] = static_cast<std::uint8_t>(random());
          write(a + i, bytes_[a + i]);
        }
        break;
      case 2: {
        const auto before = model_;
        copy_content(memory_, range(a, a + length), range(b, b).begin);
        for (std::size_t i = 0; i < length; i++) write(b + i, before[a + i]);
        break;
      }
      default: {
        const auto before = model_;
        swap_content(memory_, range(a, a + length), range(b, b).begin);
        for (std::size_t i = 0; i < length; i++) {
          write(b + i, before[a + i]);
          write(a + i, before[b + i]);
        }
      }
    }
    expect_model();
    if (HasFailure()) FAIL() << "step " << step;
  }
}

TEST_F(ContentMoves, WithoutPhantomMemoryWhatIsAbsentLeavesItsTargetAsItIs) {
  memory_.folded.add(range(0, 8));
  bytes_[20] = 5;
  copy_content(memory_, range(0, 8), range(20, 28).begin);
  EXPECT_EQ(content(20), 5);
  copy_content(memory_, range(20, 28), range(0, 8).begin);
  EXPECT_EQ(bytes_[0], 0);
}

}  // namespace
}  // namespace smpi::memory
