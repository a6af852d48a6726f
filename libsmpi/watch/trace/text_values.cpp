// SPDX-License-Identifier: BSD-3-Clause
#include "libsmpi/watch/trace/text_values.h"

#include <charconv>

#include "libsmpi/watch/trace/text_names.h"

namespace smpi::trace {
namespace {

// An item of a damaged file must not fill the memory.
constexpr Word list_length_max = 1 << 26;

std::optional<Word> numbered(std::string_view token, std::string_view prefix) {
  if (token == "null") return -1;
  if (!token.starts_with(prefix)) return std::nullopt;
  return integer_of(token.substr(prefix.size()));
}

std::optional<Word> wildcard_of(std::string_view token) {
  Word bits = 0;
  for (const char c : token) {
    if (c != 's' && c != 't') return std::nullopt;
    bits |= c == 's' ? 1 : 2;
  }
  return bits;
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && c != '%' && byte != 127) {
      out += c;
    } else {
      out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); at++) {
    unsigned byte = 0;
    const char* const from = text.data() + at + 1;
    const bool is_escape = text[at] == '%' && at + 2 < text.size() &&
                           std::from_chars(from, from + 2, byte, 16).ptr == from + 2;
    result += is_escape ? static_cast<char>(byte) : text[at];
    if (is_escape) at += 2;
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

std::optional<Word> integer_of(std::string_view token) {
  Word value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return value;
}

std::optional<double> real_of(std::string_view token) {
  if (token.starts_with('+')) token.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return value;
}

std::optional<Word> leading_integer(std::string_view token) {
  if (token.starts_with('+')) token.remove_prefix(1);
  Word value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc()) return std::nullopt;
  return value;
}

std::optional<Word> handle_of(FieldKind kind, std::string_view token) {
  switch (kind) {
    case FieldKind::type:
      if (token.starts_with('d')) {
        const auto number = integer_of(token.substr(1));
        if (!number || *number < 0) return std::nullopt;
        return first_derived_type + *number;
      }
      if (const auto type = integer_of(token); type && size_of_type_bytes(*type)) return type;
      return std::nullopt;
    case FieldKind::operation:
      return find_operation(token);
    case FieldKind::window:
    case FieldKind::new_window:
      return numbered(token, "w");
    case FieldKind::file:
    case FieldKind::new_file:
      return numbered(token, "f");
    case FieldKind::communicator:
    case FieldKind::new_communicator:
      return numbered(token, "");
    case FieldKind::wildcard:
      return wildcard_of(token);
    default: {
      Word value = 0;
      if (is_short_integer(token, value)) return value;
      return integer_of(token);
    }
  }
}

bool read_run(std::string_view item, std::string_view prefix, std::vector<Word>& values) {
  Word offset = 0;
  if (!prefix.empty() && item.starts_with(prefix)) {
    item.remove_prefix(prefix.size());
    offset = first_derived_type;
  }
  Word parts[3] = {0, 1, 1};  // start, count, stride
  std::size_t part_count = 0;
  while (true) {
    const std::size_t colon = item.find(':');
    const auto number = integer_of(item.substr(0, colon));
    if (!number || part_count == 3) return false;
    parts[part_count++] = *number;
    if (colon == std::string_view::npos) break;
    item.remove_prefix(colon + 1);
  }
  const auto length = static_cast<Word>(values.size());
  if (parts[1] < 1 || parts[1] > list_length_max - length) return false;
  for (Word i = 0; i < parts[1]; i++) {
    values.push_back(
        static_cast<Word>(static_cast<std::uint64_t>(offset + parts[0]) +
                          static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(parts[2])));
  }
  return true;
}

std::string_view without_displacements(std::string_view arguments, std::uint32_t rank_count) {
  std::string_view rest = arguments;
  std::size_t positional_count = 0;
  while (true) {
    const std::string_view token = take_token(rest);
    if (token.empty() || token.find('=') != std::string_view::npos) break;
    positional_count++;
  }
  const std::size_t needed = 1 + rank_count;
  if (positional_count != needed + rank_count || rank_count == 2) return arguments;
  rest = arguments;
  for (std::size_t i = 0; i < needed; i++) take_token(rest);
  return arguments.substr(0, static_cast<std::size_t>(rest.data() - arguments.data()));
}

std::string_view description_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::flops:
    case FieldKind::seconds:
      return "a number that is not negative";
    case FieldKind::numbers:
    case FieldKind::requests:
    case FieldKind::group:
      return "a list such as 3,5:4:2";
    case FieldKind::type:
    case FieldKind::types:
      return "the number of a type, or d and the number of a derived one";
    case FieldKind::operation:
      return "an operation, such as sum or u0";
    case FieldKind::wildcard:
      return "s, t or st";
    default:
      return "a whole number";
  }
}

}  // namespace smpi::trace
