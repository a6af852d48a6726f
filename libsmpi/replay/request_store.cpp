// SPDX-License-Identifier: BSD-3-Clause
#include "libsmpi/replay/request_store.h"

namespace smpi::replay {
namespace {

// A program that never uses a tag twice must not fill the memory.
constexpr std::size_t keys_max = 1 << 16;

}  // namespace

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
  List& list = lists_[key];
  list.key = key;
  entries_[place] = {number, none, all_.last, none, &list};
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
  const auto found = lists_.find(key);
  return found == lists_.end() ? none : found->second.first;
}

void RequestStore::remove(const RequestKey& key) {
  List& list = lists_.find(key)->second;
  const Place place = list.first;
  const Entry& entry = entries_[place];
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
    entry.list->first = entry.list->last = none;
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
  take_each([&](const Entry& entry) { result.push_back({entry.list->key, entry.number}); });
  return result;
}

void RequestStore::forget_empty_keys() {
  lists_.clear();
}

}  // namespace smpi::replay
