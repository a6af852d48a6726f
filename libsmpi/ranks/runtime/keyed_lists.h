// SPDX-License-Identifier: BSD-3-Clause
//
// A hash table of first-in-first-out lists, the index of deep matching queues.
//
// Keys are (channel, source, tag), where source and tag may be wildcards that only equal
// themselves. Linear probing with backward-shift deletion: keys whose list became empty disappear,
// so programs that never reuse a tag do not make it grow. Order never depends on the hash: only
// single keys are looked up, nothing iterates over the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace smpi::p2p {

inline constexpr std::int32_t any_source = -1;  // MPI_ANY_SOURCE
inline constexpr std::int32_t any_tag = -2;     // MPI_ANY_TAG

// Which wildcards a pattern has: [source is one] + 2 [tag is one].
inline constexpr std::size_t pattern_kinds = 4;

struct MatchKey {
  std::uint32_t channel;
  std::int32_t source;
  std::int32_t tag;
  bool operator==(const MatchKey&) const = default;
};

template <class Node>
struct ListLink {
  Node* next = nullptr;
  Node* previous = nullptr;
};

// `link(node)` gives the ListLink& of a node that this index uses.
template <class Node, ListLink<Node>& (*link)(Node&)>
class KeyedLists {
 public:
  KeyedLists() : slots_(64) {}

  Node* front(const MatchKey& key) const { return slots_[position(key)].head; }

  void push_back(const MatchKey& key, Node& node) {
    if (used_ * 2 >= slots_.size()) grow();
    Slot& slot = slots_[position(key)];
    link(node) = {.next = nullptr, .previous = slot.tail};
    if (slot.head == nullptr) {
      slot.key = key;
      slot.head = &node;
      used_++;
    } else {
      link(*slot.tail).next = &node;
    }
    slot.tail = &node;
  }

  void erase(const MatchKey& key, Node& node) {
    const std::size_t at = position(key);
    Slot& slot = slots_[at];
    const ListLink<Node> links = link(node);
    (links.previous != nullptr ? link(*links.previous).next : slot.head) = links.next;
    (links.next != nullptr ? link(*links.next).previous : slot.tail) = links.previous;
    if (slot.head == nullptr) remove_slot(at);
  }

 private:
  struct Slot {
    MatchKey key{0, 0, 0};
    Node* head = nullptr;  // nullptr: the slot is free
    Node* tail = nullptr;
  };

  static std::size_t hash(const MatchKey& key) {
    std::uint64_t value =
        (static_cast<std::uint64_t>(key.channel) << 32) ^ static_cast<std::uint32_t>(key.source);
    value = (value ^ (static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.tag)) << 17)) *
            0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(value ^ (value >> 29));
  }

  // The slot of `key`, or the free slot where it would go.
  std::size_t position(const MatchKey& key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash(key) & mask;
    while (slots_[at].head != nullptr && !(slots_[at].key == key)) at = (at + 1) & mask;
    return at;
  }

  void remove_slot(std::size_t hole) {
    const std::size_t mask = slots_.size() - 1;
    used_--;
    for (std::size_t at = (hole + 1) & mask; slots_[at].head != nullptr; at = (at + 1) & mask) {
      const std::size_t home = hash(slots_[at].key) & mask;
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        slots_[hole] = slots_[at];
        hole = at;
      }
    }
    slots_[hole] = Slot{};
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.head != nullptr) slots_[position(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace smpi::p2p
