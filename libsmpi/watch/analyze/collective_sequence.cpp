// SPDX-License-Identifier: BSD-3-Clause
//
// The notes are those from the oldest call that some member has not made yet to the newest.
#include "libsmpi/watch/analyze/collective_sequence.h"

#include <fmt/format.h>

#include <algorithm>

namespace smpi::analysis {
namespace {

constexpr datatype::Element packed_element = datatype::element_of(0x207);

const Content* content_for(const Contents& contents, int member) {
  if (contents.empty()) return nullptr;
  return &contents[contents.size() == 1 ? 0 : static_cast<std::size_t>(member)];
}

// Two calls that exchange data: what the first sends to the second and the other way round.
std::optional<CollectiveMismatch> compare_pair(int my_member, const CollectiveCall& mine, int other,
                                               const CollectiveCall& theirs) {
  using Kind = CollectiveMismatch::Kind;
  const Content* sent = content_for(mine.sends, other);
  const Content* expected = content_for(theirs.receives, my_member);
  if (sent != nullptr && expected != nullptr && !sent->matches(*expected)) {
    return CollectiveMismatch{Kind::sent, other, theirs.record, sent->describe(),
                              expected->describe()};
  }
  sent = content_for(theirs.sends, my_member);
  expected = content_for(mine.receives, other);
  if (sent != nullptr && expected != nullptr && !sent->matches(*expected)) {
    return CollectiveMismatch{Kind::received, other, theirs.record, expected->describe(),
                              sent->describe()};
  }
  return std::nullopt;
}

std::optional<CollectiveMismatch> compare_common(const CollectiveCall& mine, int other,
                                                 const CollectiveCall& theirs) {
  const std::size_t count = std::min(mine.common.size(), theirs.common.size());
  for (std::size_t i = 0; i < count; i++) {
    if (mine.common[i].matches(theirs.common[i])) continue;
    return CollectiveMismatch{CollectiveMismatch::Kind::common, other, theirs.record,
                              mine.common[i].describe(), theirs.common[i].describe()};
  }
  return std::nullopt;
}

}  // namespace

Content::Content(const Datatype& type, MPI_Count count)
    : elements(count * type.layout().signature.elements()),
      hash(elements == 0 ? 0 : type.layout().signature.prefix(elements).value),
      only_element(type.layout().signature.only_element()) {}

bool Content::matches(const Content& other) const {
  const bool is_packed = only_element == packed_element || other.only_element == packed_element;
  return is_packed || (elements == other.elements && hash == other.hash);
}

std::string Content::describe() const {
  if (elements == 0) return "nothing";
  return only_element ? fmt::format("{} {}", elements, datatype::predefined(*only_element).name)
                      : fmt::format("{} elements of several types", elements);
}

std::string_view kind_of(const CallRecord& call) {
  if (call.function == nullptr) return {};
  std::string_view name = call.function;
  if (name.ends_with("_c")) name.remove_suffix(2);
  return name;
}

std::optional<CollectiveMismatch> CollectiveSequence::compare_terms(const CollectiveCall& mine,
                                                                    const Note& note) {
  using Kind = CollectiveMismatch::Kind;
  const CollectiveCall& first = *note.calls[static_cast<std::size_t>(note.first)];
  if (kind_of(mine.record) != kind_of(first.record)) {
    return CollectiveMismatch{Kind::order, note.first, first.record};
  }
  if (mine.root != first.root) {
    return CollectiveMismatch{Kind::root, note.first, first.record,
                              fmt::format("root {}", mine.root.value_or(0)),
                              fmt::format("root {}", first.root.value_or(0))};
  }
  if (mine.predefined_op != first.predefined_op) {
    return CollectiveMismatch{Kind::operation, note.first, first.record};
  }
  return std::nullopt;
}

std::optional<CollectiveMismatch> CollectiveSequence::compare_data(int member,
                                                                   const CollectiveCall& mine,
                                                                   const Note& note) {
  const auto with = [&](int other) -> std::optional<CollectiveMismatch> {
    const auto& theirs = note.calls[static_cast<std::size_t>(other)];
    return theirs ? compare_pair(member, mine, other, *theirs) : std::nullopt;
  };
  const CollectiveCall& first = *note.calls[static_cast<std::size_t>(note.first)];
  if (auto found = compare_common(mine, note.first, first)) return found;
  if (auto found = compare_pair(member, mine, member, mine)) return found;
  if (mine.partners == Partners::none) return std::nullopt;
  if (mine.partners == Partners::all_alike) return with(note.first);
  if (mine.partners == Partners::root && mine.root != member) return with(mine.root.value_or(0));
  for (int other = 0; other < static_cast<int>(note.calls.size()); other++) {
    if (auto found = with(other)) return found;
  }
  return std::nullopt;
}

std::optional<CollectiveMismatch> CollectiveSequence::enter(int member, CollectiveCall call) {
  const std::uint64_t number = next_[static_cast<std::size_t>(member)]++;
  if (last_in_order_ && number > *last_in_order_) return std::nullopt;
  const std::size_t position = number - first_number_;
  if (position == notes_.size()) {
    const auto members = static_cast<int>(next_.size());
    notes_.push_back({.first = member, .missing = members, .calls = {}});
    notes_.back().calls.resize(next_.size());
  }
  Note& note = notes_[position];
  auto& kept = note.calls[static_cast<std::size_t>(member)];
  std::optional<CollectiveMismatch> found;
  if (note.first == member) {
    kept = std::move(call);
    found = compare_pair(member, *kept, member, *kept);
  } else {
    found = compare_terms(call, note);
    if (!found) found = compare_data(member, call, note);
    const bool is_needed = call.partners == Partners::root || call.partners == Partners::each;
    if (is_needed) kept = std::move(call);
  }
  if (found && found->kind == CollectiveMismatch::Kind::order) {
    last_in_order_ = number;
    notes_.resize(position + 1);
  }
  note.missing--;
  while (!notes_.empty() && notes_.front().missing == 0) {
    notes_.pop_front();
    first_number_++;
  }
  return found;
}

}  // namespace smpi::analysis
