// SPDX-License-Identifier: BSD-3-Clause
//
// Hints as text. A value that is not valid is no error: it is as if the hint were not given.
#include "libsmpi/mpi/io/hints.h"

#include <fmt/format.h>

#include <charconv>

namespace smpi::io {
namespace {

constexpr const char* romio_keys[] = {"romio_cb_read", "romio_cb_write"};

template <class Number>
std::optional<Number> positive(const Info& info, const char* key, int base = 10) {
  const std::string* text = info.find(key);
  if (text == nullptr) return std::nullopt;
  Number value = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, value, base);
  if (error != std::errc() || stop != end || value <= 0) return std::nullopt;
  return value;
}

}  // namespace

void Hints::update(const Info& info) {
  if (const std::string* text = info.find("collective_buffering"); text != nullptr) {
    if (*text == "true" || *text == "false") collective_buffering.fill(*text == "true");
  }
  for (std::size_t direction = 0; direction < 2; direction++) {
    const std::string* text = info.find(romio_keys[direction]);
    if (text == nullptr) continue;
    if (*text == "enable" || *text == "disable")
      collective_buffering[direction] = *text == "enable";
    if (*text == "automatic") collective_buffering[direction].reset();
  }
  if (const auto value = positive<int>(info, "cb_nodes")) aggregator_count = value;
  buffer_bytes = positive<std::int64_t>(info, "cb_buffer_size").value_or(buffer_bytes);
  permissions = positive<unsigned>(info, "file_perm", 8).value_or(permissions) & 0777U;
}

void Hints::describe(Info& info) const {
  if (collective_buffering[0] && collective_buffering[0] == collective_buffering[1]) {
    info.set("collective_buffering", *collective_buffering[0] ? "true" : "false");
  }
  for (std::size_t direction = 0; direction < 2; direction++) {
    const auto& wanted = collective_buffering[direction];
    info.set(romio_keys[direction], !wanted ? "automatic" : *wanted ? "enable" : "disable");
  }
  if (aggregator_count) info.set("cb_nodes", fmt::format("{}", *aggregator_count));
  info.set("cb_buffer_size", fmt::format("{}", buffer_bytes));
  info.set("file_perm", fmt::format("{:o}", permissions));
}

}  // namespace smpi::io
