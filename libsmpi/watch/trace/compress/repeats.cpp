// SPDX-License-Identifier: BSD-3-Clause
//
// Periods are found by hashes and then compared.
#include "libsmpi/watch/trace/compress/repeats.h"

#include "libsmpi/watch/trace/compress/hash.h"
#include "libsmpi/watch/trace/message_fields.h"

namespace smpi::trace {
namespace {

// A bit for each word that names a request, and whether there are bits enough.
struct RequestWords {
  std::uint64_t bits = 0;
  bool fits = true;
};

RequestWords request_words(const Action& action) {
  RequestWords result;
  std::size_t at = 0;
  const auto mark = [&](std::size_t place) {
    if (action.words[place] == 0) return;  // the null request
    if (place >= 64) {
      result.fits = false;
    } else {
      result.bits |= std::uint64_t{1} << place;
    }
  };
  for (const Field& field : form_of(action.code).fields) {
    if (field.kind == FieldKind::request) mark(at);
    const auto count = is_list(field.kind) ? static_cast<std::size_t>(action.words[at]) : 0;
    at++;
    if (field.kind == FieldKind::requests) {
      for (std::size_t i = 0; i < count; i++) mark(at + i);
    }
    at += count;
  }
  return result;
}

}  // namespace

// The last actions, as periods have them.
struct Repeats::Search {
  std::vector<Word> words;
  std::vector<std::size_t> places;    // of actions in the words
  std::vector<std::uint64_t> hashes;  // of actions
};

Repeats::Repeats() = default;
Repeats::~Repeats() = default;
Repeats::Repeats(Repeats&&) noexcept = default;
Repeats& Repeats::operator=(Repeats&&) noexcept = default;

bool Repeats::keep(const Action& action, Word newest_request) {
  // The sums of a trace must know each persistent request (ActionSums).
  if (call_fields(action.code).is_template) return false;
  std::vector<Word>& words = search_->words;
  if (words.size() + head_size + action.words.size() > kept_words_most) return false;
  const RequestWords requests = request_words(action);
  if (!requests.fits) return false;
  const std::size_t place = words.size();
  words.push_back(head_of(action));
  words.push_back(static_cast<Word>(action.words.size()));
  words.push_back(static_cast<Word>(requests.bits));
  newest_request_ = newest_request;
  for (std::size_t i = 0; i < action.words.size(); i++) {
    Word word = action.words[i];
    if (i < 64 && (requests.bits >> i & 1) != 0) {
      newest_request_ = std::max(newest_request_, word);
      word = wrapped_difference(word, newest_request);
    }
    words.push_back(word);
  }
  std::uint64_t hash = 0;
  for (std::size_t i = place; i < words.size(); i++) {
    hash = hash * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(words[i]);
  }
  search_->places.push_back(place);
  search_->hashes.push_back(mixed(hash));
  return true;
}

bool Repeats::find_period() {
  const std::vector<std::uint64_t>& hashes = search_->hashes;
  const std::vector<Word>& words = search_->words;
  const std::size_t size = hashes.size();
  for (std::size_t length = 1; 2 * length <= size; length++) {
    if (hashes[size - 1 - length] != hashes[size - 1]) continue;
    const auto twice = [&](auto end, std::size_t count) {
      const auto step = static_cast<long>(count);
      return std::equal(end - step, end, end - 2 * step, end - step);
    };
    const std::size_t last = search_->places[size - length];
    if (!twice(hashes.end(), length) || !twice(words.end(), words.size() - last)) continue;
    period_.assign(words.begin() + static_cast<long>(last), words.end());
    return true;
  }
  return false;
}

void Repeats::give_up() {
  skipped_left_ = static_cast<std::uint32_t>(kept_most) << std::min(failures_, patience_most);
  failures_++;
}

void Repeats::note(const Action& action, Word newest_request) {
  if (skipped_left_ > 0) {
    skipped_left_--;
    return;
  }
  if (!search_) search_ = std::make_unique<Search>();
  const bool is_kept = keep(action, newest_request);
  const bool has_period = is_kept && find_period();
  if (!has_period && is_kept && search_->hashes.size() < kept_most) return;
  if (!has_period) give_up();
  search_.reset();
}

Action Repeats::action_at(std::size_t& place, Word newest_request, std::vector<Word>& room) const {
  const auto head = static_cast<std::uint64_t>(period_[place]);
  const auto count = static_cast<std::size_t>(period_[place + 1]);
  const auto requests = static_cast<std::uint64_t>(period_[place + 2]);
  const auto first = period_.begin() + static_cast<long>(place + head_size);
  room.assign(first, first + static_cast<long>(count));
  for (std::size_t i = 0; i < std::min<std::size_t>(count, 64); i++) {
    if ((requests >> i & 1) != 0) room[i] = wrapped_sum(room[i], newest_request);
  }
  place += head_size + count;
  return {.code = static_cast<Code>(head & 0xffff),
          .strand = static_cast<std::uint16_t>(head >> 16),
          .site = static_cast<std::uint32_t>(head >> 32),
          .words = room};
}

void Repeats::stop() {
  constexpr std::uint64_t worthwhile_turns = 4;
  if (turns_ < worthwhile_turns) {
    give_up();
  } else {
    failures_ = 0;
  }
  period_ = {};
  place_ = 0;
  turns_ = 0;
}

}  // namespace smpi::trace
