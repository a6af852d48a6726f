// SPDX-License-Identifier: BSD-3-Clause
//
// The requests of a rank as SimGrid's traces name them: by source, destination and tag, the oldest
// first. What is kept are their numbers (call_arguments.h). A test that found its request leaves
// its entry, whose number then stands for no request: a wait takes it and returns at once.
//
// A hash table of keys, each with a list in the order of posting, and one list of all for waitall:
// no operation depends on how many requests there are. Keys stay, so that nothing is allocated when
// a loop uses the same ones again. The table is one array of 32-bit numbers, half of it empty: it
// is asked twice for each message.
#pragma once

#include <cstdint>
#include <vector>

namespace smpi::replay {

struct RequestKey {
  std::int64_t source;
  std::int64_t destination;
  std::int64_t tag;
  bool operator==(const RequestKey&) const = default;
};

class RequestStore {
 public:
  using Place = std::uint32_t;
  static constexpr Place none = UINT32_MAX;

  void add(const RequestKey& key, std::int64_t number);
  // The oldest entry under a key; none: there is none.
  Place find(const RequestKey& key) const;
  // Was there ever a request?
  bool is_used() const { return !entries_.empty(); }
  std::int64_t number(Place place) const { return entries_[place].number; }
  // Takes away what find() gave.
  void remove(Place place);

  // All entries, oldest first; then there are none.
  void take_all(std::vector<std::int64_t>& numbers);
  struct Named {
    RequestKey key;
    std::int64_t number;
  };
  std::vector<Named> take_all_with_keys();

 private:
  struct List {
    RequestKey key{};
    Place first = none;
    Place last = none;
  };
  struct Entry {
    std::int64_t number;
    Place next_of_key;
    Place before;  // of all
    Place after;
    std::uint32_t list;
  };
  // The slot of a key, or the empty one where it would be.
  std::size_t slot_of(const RequestKey& key) const;
  std::uint32_t list_of(const RequestKey& key);
  void grow();
  void forget_empty_keys();
  template <class Take>
  void take_each(Take&& take);

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16);  // 0, or a list's number + 1
  std::vector<List> lists_;
  std::vector<Entry> entries_;
  std::vector<Place> free_;
  List all_;
  std::size_t count_ = 0;
};

}  // namespace smpi::replay
