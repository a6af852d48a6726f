// SPDX-License-Identifier: BSD-3-Clause
//
// toml++ writes and reads the header; what it refuses is damage.
#include "libsmpi/watch/trace/compress/header_text.h"

// Before toml++: how it is built.
#include "kernel/toml_library.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <sstream>

#include "libsmpi/watch/trace/compress/bytes.h"

namespace smpi::trace {

constexpr std::int64_t rank_count_most = 1 << 24;

std::string text_of_header(const TraceHeader& header) {
  toml::table notes;
  for (const auto& [key, value] : header.notes) notes.insert(key, value);
  std::ostringstream text;
  text << "np = " << header.rank_count << '\n';
  if (header.segment > 0) text << "segment = " << header.segment << '\n';
  if (header.continues) text << "continues = true\n";
  if (!notes.empty()) {
    text << toml::toml_formatter(toml::table{{"notes", std::move(notes)}}) << '\n';
  }
  return text.str();
}

TraceHeader read_header(std::string_view text) {
  TraceHeader header;
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    throw Damage(fmt::format("the header is not TOML: {}", error.description()));
  }
  const std::int64_t rank_count = table["np"].value_or<std::int64_t>(0);
  if (rank_count < 1 || rank_count > rank_count_most) throw Damage("the header has no valid np");
  header.rank_count = static_cast<std::uint32_t>(rank_count);
  header.segment = table["segment"].value_or(std::uint32_t{0});
  header.continues = table["continues"].value_or(false);
  if (const toml::table* notes = table["notes"].as_table()) {
    for (const auto& [key, value] : *notes) {
      header.notes[std::string(key.str())] = value.value_or<std::string>("");
    }
  }
  return header;
}

}  // namespace smpi::trace
