// SPDX-License-Identifier: BSD-3-Clause
//
// Random nested types against their full type maps: bounds, order of bytes, pack, unpack, ranges,
// elements. Property tests: what must hold is in each test's name.
#include <gtest/gtest.h>

#include <cstddef>

#include "libsmpi/mpi/datatype/pack.h"
#include "tests/unit/mpi/datatype/typemap.h"

namespace smpi::test {
namespace {

constexpr unsigned type_count = 3000;

// Offsets of every byte of `count` elements in pack order.
std::vector<std::int64_t> byte_offsets(const TypeMap& map, std::int64_t count) {
  std::vector<std::int64_t> result;
  for (std::int64_t i = 0; i < count; i++) {
    for (const auto& entry : map.entries) {
      for (std::int64_t b = 0; b < TypeMap::size_of(entry.element); b++) {
        result.push_back(i * map.extent() + entry.displacement + b);
      }
    }
  }
  return result;
}

// Memory that any offset of `offsets` falls into, filled with noise.
class Memory {
 public:
  explicit Memory(const std::vector<std::int64_t>& offsets, unsigned seed) {
    std::int64_t low = 0;
    std::int64_t high = 0;
    for (const auto o : offsets) {
      low = std::min(low, o);
      high = std::max(high, o + 1);
    }
    origin_ = -low;
    bytes_.resize(static_cast<std::size_t>(high - low) + 1);
    std::mt19937 random(seed);
    for (auto& b : bytes_) b = static_cast<std::byte>(random());
  }
  std::byte* base() { return bytes_.data() + origin_; }
  std::byte& operator[](std::int64_t offset) {
    return bytes_[static_cast<std::size_t>(origin_ + offset)];
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::int64_t origin_ = 0;
  std::vector<std::byte> bytes_;
};

// Runs `check(type, map, random)` on many random types.
template <class Check>
void for_random_types(Check&& check) {
  for (unsigned seed = 0; seed < type_count; seed++) {
    RandomTypes random(seed);
    Twin twin = random.type(static_cast<int>(random.between(0, 4)));
    ASSERT_TRUE(twin.layout.is_representable());
    const Ref<Datatype> type(new Datatype(std::move(twin.layout)));
    SCOPED_TRACE(seed);
    check(*type, twin.map, random);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(RandomTypes, BoundsAreThoseOfTheTypeMap) {
  for_random_types([](const Datatype& type, const TypeMap& map, RandomTypes&) {
    EXPECT_EQ(type.size_bytes(), map.size());
    EXPECT_EQ(type.lb(), map.lb());
    EXPECT_EQ(type.extent(), map.extent());
    EXPECT_EQ(type.true_lb(), map.true_lb());
    EXPECT_EQ(type.true_extent(), map.true_ub() - map.true_lb());
    EXPECT_EQ(type.elements(), static_cast<std::int64_t>(map.entries.size()));
    EXPECT_EQ(type.layout().signature.size_bytes(), map.size());
  });
}

TEST(RandomTypes, RunsListTheBytesInTypeMapOrder) {
  for_random_types([](const Datatype& type, const TypeMap& map, RandomTypes& random) {
    const auto count = random.between(0, 3);
    std::vector<std::int64_t> listed;
    std::int64_t last_end = -1;
    for_each_run(type, count, [&](std::int64_t offset, std::int64_t size) {
      EXPECT_GT(size, 0);
      if (!listed.empty()) {
        EXPECT_NE(offset, last_end) << "adjacent runs are joined";
      }
      for (std::int64_t b = 0; b < size; b++) listed.push_back(offset + b);
      last_end = offset + size;
    });
    EXPECT_EQ(listed, byte_offsets(map, count));
  });
}

TEST(RandomTypes, PackGathersAndUnpackScattersTheSameBytes) {
  for_random_types([](const Datatype& type, const TypeMap& map, RandomTypes& random) {
    const auto count = random.between(1, 3);
    const auto offsets = byte_offsets(map, count);
    Memory memory(offsets, 1);
    std::vector<std::byte> packed(offsets.size() + 1, std::byte{0x5a});
    pack(memory.base(), count, type, packed.data());
    for (std::size_t i = 0; i < offsets.size(); i++) ASSERT_EQ(packed[i], memory[offsets[i]]) << i;
    EXPECT_EQ(packed.back(), std::byte{0x5a}) << "wrote behind the end";

    Memory other(offsets, 2);
    Memory expected(offsets, 2);
    unpack(packed.data(), other.base(), count, type);
    for (std::size_t i = 0; i < offsets.size(); i++) expected[offsets[i]] = packed[i];
    EXPECT_EQ(other.bytes(), expected.bytes());
  });
}

TEST(RandomTypes, RangesAreTheSameBytesAsTheWhole) {
  for_random_types([](const Datatype& type, const TypeMap& map, RandomTypes& random) {
    const auto count = random.between(1, 4);
    const auto offsets = byte_offsets(map, count);
    const auto size = static_cast<std::int64_t>(offsets.size());
    Memory memory(offsets, 1);
    for (int trial = 0; trial < 8; trial++) {
      const auto from = random.between(0, size);
      const auto to = random.between(from, size);
      std::vector<std::byte> part(static_cast<std::size_t>(to - from) + 1, std::byte{0x5a});
      pack_range(memory.base(), count, type, {from, to}, part.data());
      EXPECT_EQ(part.back(), std::byte{0x5a});
      Memory other(offsets, 2);
      Memory expected(offsets, 2);
      unpack_range(part.data(), other.base(), count, type, {from, to});
      std::vector<std::int64_t> listed;
      for_each_run(type, count, {from, to}, [&](std::int64_t offset, std::int64_t run_size) {
        for (std::int64_t b = 0; b < run_size; b++) listed.push_back(offset + b);
      });
      ASSERT_EQ(listed.size(), static_cast<std::size_t>(to - from));
      for (std::int64_t i = from; i < to; i++) {
        const auto offset = offsets[static_cast<std::size_t>(i)];
        ASSERT_EQ(part[static_cast<std::size_t>(i - from)], memory[offset]);
        ASSERT_EQ(listed[static_cast<std::size_t>(i - from)], offset);
        expected[offset] = part[static_cast<std::size_t>(i - from)];
      }
      ASSERT_EQ(other.bytes(), expected.bytes());
    }
  });
}

TEST(RandomTypes, CopyBetweenTwoTypesIsPackThenUnpack) {
  for (unsigned seed = 0; seed < type_count; seed++) {
    RandomTypes random(seed);
    Twin a = random.type(static_cast<int>(random.between(0, 3)));
    Twin b = random.between(0, 4) == 0 ? a : random.type(static_cast<int>(random.between(0, 3)));
    const bool same = a.map.entries.size() == b.map.entries.size() && random.between(0, 1) == 0;
    const Ref<Datatype> from(new Datatype(a.layout));
    const Ref<Datatype> to = same ? from : Ref<Datatype>(new Datatype(b.layout));
    const TypeMap& to_map = same ? a.map : b.map;
    const auto from_count = random.between(1, 3);
    const auto to_count = random.between(1, 3);
    const auto from_offsets = byte_offsets(a.map, from_count);
    const auto to_offsets = byte_offsets(to_map, to_count);
    Memory source(from_offsets, 1);
    Memory target(to_offsets, 2);
    Memory expected(to_offsets, 2);
    copy({source.base(), from_count, from.get()}, {target.base(), to_count, to.get()});
    for (std::size_t i = 0; i < std::min(from_offsets.size(), to_offsets.size()); i++) {
      expected[to_offsets[i]] = source[from_offsets[i]];
    }
    ASSERT_EQ(target.bytes(), expected.bytes()) << seed;
  }
}

TEST(RandomTypes, ReceivedBytesAreCountedInElements) {
  for_random_types([](const Datatype& type, const TypeMap& map, RandomTypes&) {
    std::int64_t bytes = 0;
    std::int64_t elements = 0;
    const auto& signature = type.layout().signature;
    for (int repetition = 0; repetition < 2; repetition++) {
      for (const auto& entry : map.entries) {
        ASSERT_EQ(signature.elements_in(bytes), elements);
        const auto size = TypeMap::size_of(entry.element);
        for (std::int64_t cut = 1; cut < size; cut++) {
          ASSERT_EQ(signature.elements_in(bytes + cut), std::nullopt);
        }
        bytes += size;
        elements++;
      }
    }
    EXPECT_EQ(signature.elements_in(bytes), elements);
  });
}

// The same elements added one by one have the same hash, and so has every prefix.
TEST(RandomTypes, SignatureHashDependsOnTheSequenceOnly) {
  for_random_types([](const Datatype& type, const TypeMap& map, RandomTypes& random) {
    datatype::SignatureBuilder builder;
    for (const auto& entry : map.entries) builder.add(datatype::Signature::of(entry.element));
    const auto flat = builder.finish();
    const auto& signature = type.layout().signature;
    EXPECT_EQ(flat.hash().value, signature.hash().value);
    const auto length = random.between(0, 2 * signature.elements());
    EXPECT_EQ(flat.prefix(length).value, signature.prefix(length).value);
    EXPECT_EQ(signature.prefix(length).elements, signature.elements() == 0 ? 0 : length);
    std::vector<Element> listed;
    signature.for_each([&](Element e, std::int64_t n) {
      listed.insert(listed.end(), static_cast<std::size_t>(n), e);
    });
    ASSERT_EQ(listed.size(), map.entries.size());
    for (std::size_t i = 0; i < listed.size(); i++) EXPECT_EQ(listed[i], map.entries[i].element);
  });
}

}  // namespace
}  // namespace smpi::test
