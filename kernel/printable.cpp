// SPDX-License-Identifier: BSD-3-Clause
//
// Decoding of UTF-8, as far as it takes to tell letters from what a terminal obeys.
#include "kernel/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace smpi::kernel {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;  // bytes; 0: the first byte begins no character
};

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80;
}

// The first character. Forms that are too long and halves of surrogates are no characters.
Character decoded(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  std::uint32_t code = first & (0x7fU >> length);
  for (const char byte : text.substr(1, length - 1)) {
    if (!is_continuation(byte)) return {};
    code = code << 6 | (static_cast<unsigned char>(byte) & 0x3fU);
  }
  constexpr std::uint32_t least[] = {0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[length - 2] || code > 0x10ffff || is_surrogate) return {};
  return {code, length};
}

// Control characters, marks and overrides of direction, and separators of lines.
bool is_obeyed(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

bool is_plain(char byte) {
  return byte >= 0x20 && byte < 0x7f;
}

void append_escaped(std::string& out, std::string_view text, bool keeps_lines) {
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_plain);
    out.append(text.begin(), end);
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    if (text.empty()) return;
    const Character character = decoded(text);
    const char first = text.front();
    const bool is_blank = first == '\n' || first == '\t' || text.starts_with("\r\n");
    if (character.length == 0) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(first));
    } else if ((is_blank && keeps_lines) || !is_obeyed(character.code)) {
      out.append(text.substr(0, character.length));
    } else if (is_blank) {
      out += first == '\n' ? "\\n" : first == '\t' ? "\\t" : "\\r";
    } else if (character.code < 0x80) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", character.code);
    } else {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", character.code);
    }
    text.remove_prefix(std::max<std::size_t>(character.length, 1));
  }
}

// At most `length_max` bytes, without half a character at the end.
std::string_view beginning(std::string_view text, std::size_t length_max) {
  if (text.size() <= length_max) return text;
  std::size_t end = length_max;
  while (end > 0 && end + 3 > length_max && is_continuation(text[end])) end--;
  return text.substr(0, end);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  append_escaped(result, text, true);
  return result;
}

std::string quoted(std::string_view text, std::size_t length_max) {
  std::string result;
  append_escaped(result, beginning(text, length_max), false);
  if (text.size() <= length_max) return result;
  return result + fmt::format("... ({} bytes)", text.size());
}

std::string with_short_lines(std::string_view text, std::size_t length_max) {
  std::string result;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    result += beginning(line, length_max);
    if (line.size() > length_max) result += fmt::format("... ({} bytes)", line.size());
    if (end == text.size()) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace smpi::kernel
