// SPDX-License-Identifier: BSD-3-Clause
//
// Reading lines. What the program that wrote them left out gets its default here, so that nobody
// else has to know about it.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "libsmpi/watch/trace/text_format.h"
#include "libsmpi/watch/trace/text_names.h"
#include "libsmpi/watch/trace/text_values.h"

namespace smpi::trace {
namespace {

constexpr double counts_max = 9e18;

// Sizes and counts may be written as 5e4, as SimGrid reads them.
bool takes_decimal(FieldKind kind) {
  return kind == FieldKind::number;
}

bool is_pair(std::string_view token) {
  return token.find('=') != std::string_view::npos;
}

Word default_of(const Field& field, const TextContext& context) {
  return field.kind == FieldKind::type ? context.default_type : 0;
}

}  // namespace

LineParser::Outcome LineParser::fail(std::string message, std::string_view text, std::string hint) {
  error_ = {std::move(message), std::string(text), std::move(hint)};
  return Outcome::error;
}

bool LineParser::take_rank(std::string_view& line, std::uint32_t& rank, std::uint16_t& strand) {
  // Nearly all lines begin with a few digits and a blank.
  std::uint32_t digits = 0;
  std::size_t size = 0;
  while (size < std::min<std::size_t>(line.size(), 9) && line[size] >= '0' && line[size] <= '9') {
    digits = 10 * digits + static_cast<std::uint32_t>(line[size++] - '0');
  }
  if (size > 0 && size < line.size() && line[size] == ' ') {
    rank = digits;
    strand = 0;
    line.remove_prefix(size);
    return true;
  }
  const std::string_view token = take_token(line);
  const char* const end = token.data() + token.size();
  auto [at, error] = std::from_chars(token.data(), end, rank);
  strand = 0;
  if (error == std::errc() && at != end && *at == '.') {
    const auto rest = std::from_chars(at + 1, end, strand);
    at = rest.ptr;
    error = rest.ec;
  }
  return error == std::errc() && at == end && !token.empty();
}

LineParser::Outcome LineParser::parse(std::string_view line, Line& result) {
  std::string_view rest = trimmed(line);
  if (rest.empty() || rest.front() == '#') return Outcome::nothing;
  const std::string_view whole = rest;
  result.action = {};
  if (!take_rank(rest, result.rank, result.action.strand)) {
    return fail("a line begins with the number of a rank", whole, "such as: 3 send 1 0 1000 6");
  }
  const std::string_view keyword = take_token(rest);
  if (keyword.empty()) return fail("an action is missing after the rank", whole);
  words_.clear();
  return context_.is_old ? parse_old(result, keyword, rest) : parse_new(result, keyword, rest);
}

bool LineParser::read_list(std::string_view text, std::string_view prefix) {
  const std::size_t length_at = words_.size();
  words_.push_back(0);
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view item = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    if (!read_run(item, prefix, words_)) return false;
  }
  words_[length_at] = static_cast<Word>(words_.size() - length_at - 1);
  return true;
}

std::optional<Code> LineParser::code_of(std::string_view keyword) {
  const std::size_t mixed = keyword.size() + 8 * static_cast<unsigned char>(keyword.front()) +
                            3 * static_cast<unsigned char>(keyword.back());
  Known& known = known_[mixed % known_.size()];
  if (known.keyword == keyword) return known.code;
  const auto code = find_code(keyword);
  if (code) known = {form_of(*code).keyword, *code};
  return code;
}

bool LineParser::read_field(const Field& field, bool is_level_1, std::string_view text) {
  Word short_value = 0;
  if (is_short_integer(text, short_value)) {
    switch (field.kind) {
      case FieldKind::number:
      case FieldKind::peer:
      case FieldKind::tag:
      case FieldKind::root:
      case FieldKind::request:
        words_.push_back(short_value);
        return true;
      case FieldKind::type:
        if (!size_of_type_bytes(short_value)) return false;
        words_.push_back(short_value);
        return true;
      case FieldKind::flops:
        if (short_value < 0) return false;
        words_.push_back(to_word(static_cast<double>(short_value)));
        return true;
      default:
        break;
    }
  }
  switch (field.kind) {
    case FieldKind::flops:
    case FieldKind::seconds: {
      const auto value = real_of(text);
      if (!value || !std::isfinite(*value) || *value < 0) return false;
      words_.push_back(to_word(*value));
      return true;
    }
    case FieldKind::text:
      words_.push_back(texts_.number_of(is_level_1 ? std::string(text) : unescaped(text)));
      return true;
    case FieldKind::types:
    case FieldKind::numbers:
    case FieldKind::requests:
    case FieldKind::group:
      return read_list(text, field.kind == FieldKind::types ? "d" : "");
    default:
      break;
  }
  auto value = handle_of(field.kind, text);
  if (!value && is_level_1 && takes_decimal(field.kind)) {
    const auto real = real_of(text);
    if (real && std::abs(*real) < counts_max) value = static_cast<Word>(*real);
  } else if (!value && is_level_1 && !text.empty()) {
    value = leading_integer(text);  // "1e6" is 1, as for SimGrid
  }
  if (!value) return false;
  words_.push_back(*value);
  return true;
}

bool LineParser::read_counts(std::string_view& rest, const Field& field) {
  words_.push_back(static_cast<Word>(context_.rank_count));
  for (std::uint32_t i = 0; i < context_.rank_count; i++) {
    const std::string_view token = take_token(rest);
    const auto count = token.empty() ? std::nullopt : leading_integer(token);
    if (!count) {
      fail(fmt::format("{} needs a number for each of {} ranks", field.name, context_.rank_count),
           token.empty() ? "the line ends before" : token);
      return false;
    }
    words_.push_back(*count);
  }
  return true;
}

// The arguments of level 1, by position.
bool LineParser::read_arguments(const Form& form, std::string_view& rest) {
  for (const Field& field : form.fields) {
    if (field.presence == Presence::annotation) continue;
    if (is_list(field.kind)) {
      if (!read_counts(rest, field)) return false;
      continue;
    }
    std::string_view before = rest;
    const std::string_view token = take_token(rest);
    const bool is_there = !token.empty() && !is_pair(token);
    if (field.presence == Presence::optional && !is_there) {
      rest = before;
      words_.push_back(default_of(field, context_));
    } else if (!is_there) {
      fail(fmt::format("{} needs {}", form.keyword, field.name), "the line ends before");
      return false;
    } else if (field.kind == FieldKind::flag) {
      words_.push_back(1);  // of init: any argument at all
    } else if (!read_field(field, true, token)) {
      fail(fmt::format("{} of {} is not {}", field.name, form.keyword, description_of(field.kind)),
           token);
      return false;
    }
  }
  return true;
}

// name=value: the arguments of level 2, and annotations. Anything else is surplus on level 1.
bool LineParser::read_named(const Form& form, std::string_view rest, Line& result) {
  const bool is_level_1 = form.level == 1;
  for (const Field& field : form.fields) {
    const bool is_annotation = field.presence == Presence::annotation;
    if (is_level_1 && !is_annotation) continue;
    std::string_view before = rest;
    std::string_view token = take_token(rest);
    while (is_level_1 && !token.empty() && !is_pair(token)) {
      before = rest;
      token = take_token(rest);
    }
    const std::size_t equals = token.find('=');
    if (equals == std::string_view::npos || token.substr(0, equals) != field.name) {
      rest = before;
      if (is_annotation) {
        words_.push_back(0);
        continue;
      }
      fail(fmt::format("{} needs {}=", form.keyword, field.name),
           token.empty() ? "the line ends before" : token);
      return false;
    }
    if (!read_field(field, is_level_1, token.substr(equals + 1))) {
      fail(fmt::format("{} of {} is not {}", field.name, form.keyword, description_of(field.kind)),
           token);
      return false;
    }
  }
  for (std::string_view token = take_token(rest); !token.empty(); token = take_token(rest)) {
    if (token.starts_with("s=")) {
      const auto site = leading_integer(token.substr(2));
      result.action.site = site ? static_cast<std::uint32_t>(*site) : 0;
    } else if (!is_level_1) {
      fail(fmt::format("{} has no such argument", form.keyword), token);
      return false;
    }
  }
  return true;
}

LineParser::Outcome LineParser::parse_new(Line& result, std::string_view keyword,
                                          std::string_view rest) {
  const auto code = code_of(keyword);
  if (!code) {
    const std::string reason = reason_of_refusal(keyword);
    if (!reason.empty()) return fail("this action cannot be replayed", keyword, reason);
    return fail("unknown action", keyword, hint_for_keyword(keyword));
  }
  const Form& form = form_of(*code);
  result.action.code = *code;
  if (form.level == 1) {
    if (*code == Code::ti_allgatherv) rest = without_displacements(rest, context_.rank_count);
    if (!read_arguments(form, rest)) return Outcome::error;
  }
  if (!read_named(form, rest, result)) return Outcome::error;
  result.action.words = words_;
  return Outcome::action;
}

}  // namespace smpi::trace
