// SPDX-License-Identifier: BSD-3-Clause
//
// The hash tables. Nothing iterates over them, so their order cannot reach a result.
#include "models/platform/tables.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "kernel/error.h"

namespace smpi::models {
namespace {

constexpr std::uint32_t empty_slot = 0xffffffffU;

}  // namespace

std::size_t NameTable::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(name)&mask;
  while (slots_[slot] != empty_slot && (*this)[slots_[slot]] != name) slot = (slot + 1) & mask;
  return slot;
}

void NameTable::grow() {
  slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), empty_slot);
  for (std::uint32_t index = 0; index < ends_.size(); index++) {
    slots_[slot_of((*this)[index])] = index;
  }
}

bool NameTable::add(std::string_view name) {
  if ((ends_.size() + 1) * 3 > slots_.size() * 2) grow();
  const std::size_t slot = slot_of(name);
  if (slots_[slot] != empty_slot) return false;
  slots_[slot] = static_cast<std::uint32_t>(ends_.size());
  characters_.append(name);
  ends_.push_back(characters_.size());
  return true;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t index = slots_[slot_of(name)];
  if (index == empty_slot) return std::nullopt;
  return index;
}

void NameTable::shrink_to_fit() {
  characters_.shrink_to_fit();
  ends_.shrink_to_fit();
}

std::string NameTable::did_you_mean(std::string_view name, std::string_view otherwise) const {
  // An error path: comparing with some thousands of names is enough to be helpful.
  constexpr std::size_t compared_max = 20000;
  std::vector<std::string_view> candidates;
  for (std::uint32_t index = 0; index < std::min(size(), compared_max); index++) {
    candidates.push_back((*this)[index]);
  }
  return kernel::did_you_mean(name, candidates, otherwise);
}

bool PairIndex::add(std::uint32_t first, std::uint32_t second, std::uint32_t value) {
  if ((count_ + 1) * 2 > keys_.size()) {
    PairIndex larger;
    larger.keys_.resize(std::max<std::size_t>(16, keys_.size() * 2));
    larger.values_.assign(larger.keys_.size(), empty);
    larger.shift_ = 64U - static_cast<unsigned>(std::countr_zero(larger.keys_.size()));
    for (std::size_t old = 0; old < keys_.size(); old++) {
      if (values_[old] == empty) continue;
      const std::size_t slot = larger.slot_of(keys_[old]);
      larger.keys_[slot] = keys_[old];
      larger.values_[slot] = values_[old];
    }
    keys_.swap(larger.keys_);
    values_.swap(larger.values_);
    shift_ = larger.shift_;
  }
  const std::uint64_t key = key_of(first, second);
  const std::size_t slot = slot_of(key);
  if (values_[slot] != empty) return false;
  keys_[slot] = key;
  values_[slot] = value;
  count_++;
  return true;
}

}  // namespace smpi::models
