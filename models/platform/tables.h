// SPDX-License-Identifier: BSD-3-Clause
//
// The columns of the host, link and switch tables whose plain form would be big: names and shared
// values.
//
// A platform of 100,000 hosts on a fat tree has more than a million names and as many property
// sets, nearly all of them empty or alike. std::string and std::map would take 200 bytes each and
// a heap block apiece; here a name costs its characters and 12 bytes, a repeated value 4 bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smpi::models {

// What a platform says of a host, link or switch beside its figures.
using Properties = std::map<std::string, std::string, std::less<>>;

// Names by index and indices by name: one buffer of characters and an open-addressing table.
//
//   characters_  host-0host-1host-2...
//   ends_        6 12 18 ...            name i is characters_[ends_[i-1], ends_[i])
//   slots_       7 - 0 - - 3 ...        hash(name) -> index, linear probing, at most 2/3 full
class NameTable {
 public:
  // Adds a name; its index is size() before the call. False, and nothing done, when it exists.
  bool add(std::string_view name);
  std::optional<std::uint32_t> find(std::string_view name) const;
  // The view is valid until the next add().
  std::string_view operator[](std::uint32_t index) const {
    const std::uint64_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(characters_).substr(begin, ends_[index] - begin);
  }
  std::size_t size() const { return ends_.size(); }
  // Gives back what growing reserved in excess.
  void shrink_to_fit();
  // The hint about a wrong name: "did you mean 'X'?" where an existing name is near.
  std::string did_you_mean(std::string_view name, std::string_view otherwise = "") const;

 private:
  void grow();
  std::size_t slot_of(std::string_view name) const;

  std::string characters_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint32_t> slots_;
};

// One value for each id, where many ids have equal ones: stored once.
template <class Value>
class SharedColumn {
 public:
  const Value& operator[](std::uint32_t id) const { return values_[index_[id]]; }
  std::size_t size() const { return index_.size(); }

  // Appends a value; consecutive equal ones share their storage.
  void push_back(Value value) {
    if (values_.empty() || values_[last_] != value) {
      last_ = static_cast<std::uint32_t>(values_.size());
      values_.push_back(std::move(value));
    }
    index_.push_back(last_);
  }
  // The value of `id` alone, to be changed.
  Value& edit(std::uint32_t id) {
    values_.push_back(values_[index_[id]]);
    index_[id] = static_cast<std::uint32_t>(values_.size() - 1);
    return values_.back();
  }
  void shrink_to_fit() { index_.shrink_to_fit(); }

 private:
  std::vector<std::uint32_t> index_;
  std::vector<Value> values_;
  std::uint32_t last_ = 0;  // index in values_ of the value pushed last
};

// From a pair of 32-bit numbers to one: open addressing, 12 bytes an entry at most half full.
class PairIndex {
 public:
  // False, and nothing done, when the pair is there already.
  bool add(std::uint32_t first, std::uint32_t second, std::uint32_t value);
  std::optional<std::uint32_t> find(std::uint32_t first, std::uint32_t second) const {
    if (keys_.empty()) return std::nullopt;
    const std::size_t slot = slot_of(key_of(first, second));
    if (values_[slot] == empty) return std::nullopt;
    return values_[slot];
  }
  std::size_t size() const { return count_; }

 private:
  static constexpr std::uint32_t empty = 0xffffffffU;
  static std::uint64_t key_of(std::uint32_t first, std::uint32_t second) {
    return static_cast<std::uint64_t>(first) << 32 | second;
  }
  std::size_t slot_of(std::uint64_t key) const {
    // Fibonacci hashing: the top bits of the product depend on all bits of both numbers.
    const std::size_t mask = keys_.size() - 1;
    std::size_t slot = key * 0x9e3779b97f4a7c15U >> shift_;
    while (values_[slot] != empty && keys_[slot] != key) slot = (slot + 1) & mask;
    return slot;
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> values_;
  unsigned shift_ = 64;  // 64 - log2(number of slots)
  std::size_t count_ = 0;
};

}  // namespace smpi::models
