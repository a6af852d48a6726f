// SPDX-License-Identifier: BSD-3-Clause
//
// Keywords are found by a hash of their length and three letters; who finds a place taken goes to
// the next one.
#include "libsmpi/watch/trace/plain_lines.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

#include "libsmpi/watch/trace/text_names.h"

namespace smpi::trace {

// What a value must be besides a number that is not negative.
enum class Bound : std::uint8_t { none, real, rank, type };

struct PlainLines::Step {
  Bound bound = Bound::none;
  Presence presence = Presence::always;
  bool is_type = false;
  std::string_view prefix;  // of level 2: the name before the "="
};

namespace {

constexpr std::size_t places = 1024;

std::size_t place_of(std::string_view keyword) {
  const auto letter = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(keyword[i]));
  };
  return (keyword.size() * 131 + letter(0) * 37 + letter(keyword.size() / 2) * 11 +
          letter(keyword.size() - 1) * 3) %
         places;
}

bool is_plain(const Field& field) {
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::peer:
    case FieldKind::root:
    case FieldKind::tag:
    case FieldKind::request:
    case FieldKind::communicator:
    case FieldKind::type:
    case FieldKind::flops:
    case FieldKind::seconds:
      return true;
    default:
      return field.presence == Presence::annotation;
  }
}

// Those whose lines may be odd in a way that somebody wants to know.
bool is_looked_at(Code code) {
  return code == Code::ti_waitAny || code == Code::ti_testany || code == Code::ti_testall ||
         code == Code::ti_testsome;
}

using Step = PlainLines::Step;

Step step_of(const Form& form, const Field& field) {
  Step step{.presence = field.presence, .is_type = field.kind == FieldKind::type, .prefix = {}};
  if (form.level == 2) step.prefix = field.name;
  if (is_real(field.kind)) step.bound = Bound::real;
  if (step.is_type) step.bound = Bound::type;
  if (form.level == 1 && (field.kind == FieldKind::peer || field.kind == FieldKind::root)) {
    step.bound = Bound::rank;
  }
  return step;
}

class Keywords {
 public:
  Keywords() {
    const std::span<const Form> all = forms();
    for (std::size_t i = 0; i < all.size(); i++) {
      const Form& form = all[i];
      bool fits =
          form.fields.size() <= PlainLines::words_max && !is_looked_at(static_cast<Code>(i));
      for (const Field& field : form.fields) fits = fits && is_plain(field);
      if (!fits) continue;
      std::size_t place = place_of(form.keyword);
      while (!entries_[place].keyword.empty()) place = (place + 1) % places;
      Entry& entry = entries_[place];
      entry.keyword = form.keyword;
      entry.code = static_cast<Code>(i);
      for (const Field& field : form.fields) entry.steps.push_back(step_of(form, field));
    }
  }
  struct Entry {
    std::string_view keyword;
    Code code{};
    std::vector<Step> steps;  // by field
  };
  const Entry* find(std::string_view keyword) const {
    for (std::size_t place = place_of(keyword);; place = (place + 1) % places) {
      const Entry& entry = entries_[place];
      if (entry.keyword == keyword) return &entry;
      if (entry.keyword.empty()) return nullptr;
    }
  }

 private:
  std::array<Entry, places> entries_{};
};

// Digits, perhaps with a sign, and no more of them than fit.
bool take_integer(const char*& at, const char* end, Word& value) {
  const char* place = at;
  const bool is_negative = place < end && *place == '-';
  if (is_negative) place++;
  const char* const first = place;
  std::uint64_t sum = 0;
  while (place < end) {
    const auto digit = static_cast<unsigned>(static_cast<unsigned char>(*place)) - '0';
    if (digit > 9) break;
    sum = 10 * sum + digit;
    place++;
  }
  if (place == first || place - first > 18) return false;
  value = is_negative ? -static_cast<Word>(sum) : static_cast<Word>(sum);
  at = place;
  return true;
}

bool take_real(const char*& at, const char* end, Word& word) {
  const char* place = at;
  Word whole = 0;
  if (take_integer(place, end, whole) && (place == end || *place == '\n' || *place == ' ')) {
    if (whole < 0) return false;
    word = to_word(static_cast<double>(whole));
    at = place;
    return true;
  }
  double value = 0;
  const auto [stop, error] = std::from_chars(at, end, value);
  if (error != std::errc() || !std::isfinite(value) || value < 0) return false;
  word = to_word(value);
  at = stop;
  return true;
}

// Types that SimGrid numbers.
bool is_known_type(Word type) {
  static const std::vector<bool> known = [] {
    std::vector<bool> result(static_cast<std::size_t>(first_derived_type));
    for (std::size_t i = 0; i < result.size(); i++) {
      result[i] = size_of_type_bytes(static_cast<Word>(i)).has_value();
    }
    return result;
  }();
  return type < first_derived_type && known[static_cast<std::size_t>(type)];
}

}  // namespace

// REQUIRES: there is room for the words.
bool PlainLines::read_fields(const char*& at, const char* end, std::span<const Step> steps) {
  const char* place = at;
  Word* word = words_.data();
  for (const Step& step : steps) {
    if (place == end || *place == '\n') {
      if (step.presence == Presence::always) return false;
      *word++ = step.is_type ? context_.default_type : 0;
      continue;
    }
    if (step.presence == Presence::annotation || *place != ' ') return false;
    place++;
    if (const std::size_t length = step.prefix.size(); length > 0) {
      if (static_cast<std::size_t>(end - place) <= length || place[length] != '=' ||
          std::memcmp(place, step.prefix.data(), length) != 0) {
        return false;
      }
      place += length + 1;
    }
    if (step.bound == Bound::real) {
      if (!take_real(place, end, *word)) return false;
    } else {
      if (!take_integer(place, end, *word) || *word < 0) return false;
      if (step.bound == Bound::rank && *word >= static_cast<Word>(context_.rank_count))
        return false;
      if (step.bound == Bound::type && !is_known_type(*word)) return false;
    }
    word++;
  }
  at = place;
  word_count_ = static_cast<std::size_t>(word - words_.data());
  return true;
}

bool PlainLines::read(const char*& at, const char* end, LineParser::Line& line) {
  static const Keywords keywords;
  if (context_.is_old) return false;
  const char* place = at;
  Word rank = 0;
  if (place == end || *place == '-' || !take_integer(place, end, rank)) return false;
  if (rank >= context_.rank_count) return false;
  if (place == end || *place != ' ') return false;
  const char* const first = ++place;
  while (place<end&& static_cast<unsigned char>(*place)> ' ') place++;
  if (place == first) return false;
  const Keywords::Entry* const entry =
      keywords.find({first, static_cast<std::size_t>(place - first)});
  if (entry == nullptr || !read_fields(place, end, entry->steps)) return false;
  if (place < end && *place != '\n') return false;
  line.rank = static_cast<std::uint32_t>(rank);
  line.action = {.code = entry->code, .words = {words_.data(), word_count_}};
  at = place < end ? place + 1 : end;
  return true;
}

}  // namespace smpi::trace
