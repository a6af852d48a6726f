// SPDX-License-Identifier: BSD-3-Clause
//
// Lists of numbers with precise complaints.
#include "models/topology/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace smpi::models {
namespace {

constexpr std::uint64_t count_max = 1U << 24;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

}  // namespace

void TopologyText::refuse(const std::string& message, std::string_view offending) const {
  kernel::InputError::Where at = where;
  at.text = offending == text ? std::string(text) : fmt::format("{}' in '{}", offending, text);
  at.hint = hint;
  throw kernel::InputError(message, at);
}

std::vector<std::string_view> TopologyText::split(std::string_view list, char separator) const {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = list.find(separator, begin);
    parts.push_back(trimmed(list.substr(begin, end - begin)));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::optional<std::string_view> KeyedText::find(std::string_view key) const {
  for (const auto& [name, value] : values) {
    if (name == key) return value;
  }
  return std::nullopt;
}

KeyedText TopologyText::keyed(std::span<const std::string_view> known) const {
  const std::vector<std::string_view> parts = split(text, ';');
  KeyedText keyed{parts[0], {}};
  for (std::size_t i = 1; i < parts.size(); i++) {
    const std::size_t equal = parts[i].find('=');
    if (equal == std::string_view::npos) refuse("expected KEY=VALUE after ';'", parts[i]);
    const std::string_view key = trimmed(parts[i].substr(0, equal));
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      refuse(fmt::format(
                 "unknown key '{}'; {}", key,
                 kernel::did_you_mean(key, known, fmt::format("known: {}", fmt::join(known, " ")))),
             parts[i]);
    }
    if (keyed.find(key)) refuse(fmt::format("key '{}' twice", key), parts[i]);
    keyed.values.emplace_back(key, trimmed(parts[i].substr(equal + 1)));
  }
  return keyed;
}

std::uint32_t TopologyText::number_of(const KeyedText& keyed, std::string_view key,
                                      std::uint32_t fallback) const {
  const auto value = keyed.find(key);
  return value ? number(*value) : fallback;
}

std::uint32_t TopologyText::number(std::string_view digits) const {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value == 0 ||
      value > count_max) {
    refuse("expected a positive whole number", digits.empty() ? text : digits);
  }
  return value;
}

std::vector<std::uint32_t> TopologyText::numbers(std::string_view list, char separator) const {
  std::vector<std::uint32_t> values;
  for (std::string_view part : split(list, separator)) values.push_back(number(part));
  return values;
}

std::vector<std::uint32_t> TopologyText::sizes(std::string_view list) const {
  return numbers(list, list.find('x') == std::string_view::npos ? ',' : 'x');
}

void TopologyText::require_size(std::uint64_t count) const {
  if (count > count_max) refuse("more than 2^24 hosts or links", text);
}

std::optional<std::string> take_key(std::string& parameters, std::string_view key,
                                    const kernel::InputError::Where& where) {
  const std::string start = fmt::format(";{}=", key);
  const std::size_t begin = parameters.find(start);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t end = std::min(parameters.find(';', begin + 1), parameters.size());
  const std::string value = parameters.substr(begin + start.size(), end - begin - start.size());
  if (parameters.find(start, end) != std::string::npos) {
    TopologyText{parameters, where, ""}.refuse(fmt::format("{} is given twice", key), parameters);
  }
  parameters.erase(begin, end - begin);
  return value;
}

}  // namespace smpi::models
