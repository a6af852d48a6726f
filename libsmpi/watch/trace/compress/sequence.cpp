// SPDX-License-Identifier: BSD-3-Clause
#include "libsmpi/watch/trace/compress/sequence.h"

namespace smpi::trace {
namespace {

Counts& inner_of(OpenItem& item) {
  if (!item.inner) item.inner = std::make_unique<Counts>();
  return *item.inner;
}

// What loops in these items did becomes part of what is in `counts`.
void absorb(std::span<OpenItem> items, Counts& counts, OpStore* store) {
  for (OpenItem& item : items) {
    if (is_loop(item.code)) {
      counts[item.code / 2].add(static_cast<Word>(item.count), store);
    }
    if (!item.inner) continue;
    for (auto& [body, stream] : *item.inner) counts[body].add_all(stream, store);
  }
}

}  // namespace

bool OpenRules::has_body(const Item& loop, std::span<const Item> items) const {
  const auto& body = (*bodies)[loop.code / 2];
  return std::equal(body.begin(), body.end(), items.begin(), items.end(),
                    [](ItemCode code, const Item& item) { return code == item.code; });
}

OpenItem OpenRules::make_loop(std::span<Item> once, std::span<Item> twice,
                              std::uint64_t hash) const {
  std::vector<ItemCode> codes;
  for (const Item& item : once) codes.push_back(item.code);
  Item loop{bodies->number_of(codes, hash) * 2 + 1, 2, nullptr};
  grow(loop, once);
  grow(loop, twice);
  loop.count = 2;
  return loop;
}

void OpenRules::grow(Item& loop, std::span<Item> items) const {
  loop.count++;
  for (Item& item : items) {
    if (is_loop(item)) absorb(std::span(&item, 1), inner_of(loop), nullptr);
  }
}

void OpenRules::join(Item& a, const Item& b) const {
  a.count += b.count;
  if (!b.inner) return;
  for (const auto& [body, stream] : *b.inner) inner_of(a)[body].add_all(stream, nullptr);
}

const BodyOpener::Opened& BodyOpener::opened(std::uint32_t counted_body) {
  if (opened_.size() <= counted_body) opened_.resize(counted_body + 1);
  if (opened_[counted_body]) return *opened_[counted_body];
  auto result = std::make_unique<Opened>();
  std::map<std::uint32_t, Inner> inner;
  const auto note = [&](const Inner& loop) {
    const auto [at, is_new] = inner.try_emplace(loop.body, loop);
    if (is_new) return;
    if (at->second.count != loop.count) result->is_uniform = false;
    at->second.times += loop.times;
  };
  std::vector<ItemCode> codes;
  std::uint64_t hash = 0;
  for (const CountedItem& item : counted_[counted_body]) {
    ItemCode code = item.code;
    if (is_loop(code)) {
      const Opened& loop = opened(code / 2);
      code = loop.body * 2 + 1;
      note({loop.body, item.count, 1});
      for (const Inner& deeper : loop.inner) {
        note({deeper.body, deeper.count, deeper.times * item.count});
      }
      result->is_uniform = result->is_uniform && loop.is_uniform;
    }
    codes.push_back(code);
  }
  for (const ItemCode code : codes) hash = hash * Folder<OpenRules>::base + mixed(code);
  result->body = bodies_.number_of(codes, hash);
  for (const auto& [body, loop] : inner) result->inner.push_back(loop);
  opened_[counted_body] = std::move(result);
  return *opened_[counted_body];
}

void BodyOpener::add_counts(std::uint32_t counted_body, std::uint64_t turns, Counts& counts) {
  const Opened& whole = opened(counted_body);
  if (whole.is_uniform) {
    for (const Inner& loop : whole.inner) {
      counts[loop.body].add_many(static_cast<Word>(loop.count), loop.times * turns, nullptr);
    }
    return;
  }
  for (std::uint64_t turn = 0; turn < turns; turn++) {
    for (const CountedItem& item : counted_[counted_body]) {
      if (!is_loop(item.code)) continue;
      counts[opened(item.code / 2).body].add(static_cast<Word>(item.count), nullptr);
      add_counts(item.code / 2, item.count, counts);
    }
  }
}

OpenItem BodyOpener::open(const CountedItem& item) {
  if (!is_loop(item.code)) return {item.code, 1, nullptr};
  OpenItem result{opened(item.code / 2).body * 2 + 1, item.count, nullptr};
  Counts inner;
  add_counts(item.code / 2, item.count, inner);
  if (!inner.empty()) result.inner = std::make_unique<Counts>(std::move(inner));
  return result;
}

void Sequence::release(std::size_t count, BodyOpener& opener) {
  if (!open_) {
    open_ = std::make_unique<Folder<OpenRules>>(OpenRules{&opener.bodies()}, window);
  }
  for (const CountedItem& item : counted_.items().first(count)) open_->add(opener.open(item));
  counted_.drop_oldest(count);
}

Sequence::Whole Sequence::finish(BodyOpener& opener, OpStore* store) {
  release(counted_.items().size(), opener);
  Whole whole;
  for (const OpenItem& item : open_->items()) whole.items.push_back(item.code);
  absorb(open_->items(), whole.counts, store);
  open_.reset();
  return whole;
}

}  // namespace smpi::trace
