// SPDX-License-Identifier: BSD-3-Clause
#include "libsmpi/run/replay/request_store.h"

namespace smpi::replay {
namespace {

// A program that never uses a tag twice must not fill the memory.
constexpr std::size_t keys_max = 1 << 16;

}  // namespace

std::size_t RequestStore::slot_of(const RequestKey& key) const {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
  std::uint64_t mixed = static_cast<std::uint64_t>(key.source) * golden;
  mixed = (mixed ^ static_cast<std::uint64_t>(key.destination)) * golden;
  mixed = (mixed ^ static_cast<std::uint64_t>(key.tag)) * golden;
  std::size_t slot = static_cast<std::size_t>(mixed ^ (mixed >> 32)) & (slots_.size() - 1);
  while (slots_[slot] != 0 && lists_[slots_[slot] - 1].key != key) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

std::uint32_t RequestStore::list_of(const RequestKey& key) {
  const std::size_t slot = slot_of(key);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  lists_.push_back({.key = key});
  slots_[slot] = static_cast<std::uint32_t>(lists_.size());
  if (2 * lists_.size() > slots_.size()) grow();
  return static_cast<std::uint32_t>(lists_.size() - 1);
}

void RequestStore::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::uint32_t list = 0; list < lists_.size(); list++) {
    slots_[slot_of(lists_[list].key)] = list + 1;
  }
}

void RequestStore::add(const RequestKey& key, std::int64_t number) {
  if (lists_.size() > keys_max && count_ == 0) forget_empty_keys();
  Place place;
  if (free_.empty()) {
    place = static_cast<Place>(entries_.size());
    entries_.emplace_back();
  } else {
    place = free_.back();
    free_.pop_back();
  }
  const std::uint32_t list_number = list_of(key);
  List& list = lists_[list_number];
  entries_[place] = {number, none, all_.last, none, list_number};
  if (list.last == none) {
    list.first = place;
  } else {
    entries_[list.last].next_of_key = place;
  }
  list.last = place;
  if (all_.last == none) {
    all_.first = place;
  } else {
    entries_[all_.last].after = place;
  }
  all_.last = place;
  count_++;
}

RequestStore::Place RequestStore::find(const RequestKey& key) const {
  const std::uint32_t found = slots_[slot_of(key)];
  return found == 0 ? none : lists_[found - 1].first;
}

void RequestStore::remove(Place place) {
  const Entry& entry = entries_[place];
  List& list = lists_[entry.list];
  list.first = entry.next_of_key;
  if (list.first == none) list.last = none;
  (entry.before == none ? all_.first : entries_[entry.before].after) = entry.after;
  (entry.after == none ? all_.last : entries_[entry.after].before) = entry.before;
  free_.push_back(place);
  count_--;
}

template <class Take>
void RequestStore::take_each(Take&& take) {
  for (Place place = all_.first; place != none; place = entries_[place].after) {
    const Entry& entry = entries_[place];
    take(entry);
    lists_[entry.list].first = lists_[entry.list].last = none;
    free_.push_back(place);
  }
  all_ = {};
  count_ = 0;
}

void RequestStore::take_all(std::vector<std::int64_t>& numbers) {
  numbers.clear();
  take_each([&](const Entry& entry) { numbers.push_back(entry.number); });
}

std::vector<RequestStore::Named> RequestStore::take_all_with_keys() {
  std::vector<Named> result;
  take_each([&](const Entry& entry) { result.push_back({lists_[entry.list].key, entry.number}); });
  return result;
}

void RequestStore::forget_empty_keys() {
  lists_.clear();
  slots_.assign(16, 0);
}

}  // namespace smpi::replay
