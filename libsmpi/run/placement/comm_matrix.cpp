// SPDX-License-Identifier: BSD-3-Clause
//
// CSV in and out.
#include "libsmpi/run/placement/comm_matrix.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "kernel/error.h"
#include "libsmpi/run/placement/entry_lines.h"
#include "libsmpi/run/placement/message_counts.h"

namespace smpi::placement {
namespace {

using Where = kernel::InputError::Where;

constexpr std::string_view header = "source,destination,bytes,messages";
constexpr std::string_view origin_column = ",origin";
// By MessageOrigin.
constexpr std::array<std::string_view, message_origin_count> origins = {"p2p", "collective", "rma"};

std::vector<std::string_view> split_cells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos;
       comma = line.find(',')) {
    cells.push_back(trimmed(line.substr(0, comma)));
    line.remove_prefix(comma + 1);
  }
  cells.push_back(trimmed(line));
  return cells;
}

template <typename Number>
Number parse_cell(std::string_view cell, const char* what, const Where& where) {
  Number value{};
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) {
    throw kernel::InputError(fmt::format("wrong {} '{}'", what, cell), where);
  }
  return value;
}

std::uint32_t parse_rank(std::string_view cell, std::uint32_t rank_count, const Where& where) {
  const auto rank = parse_cell<std::uint32_t>(cell, "rank", where);
  if (rank >= rank_count) {
    throw kernel::InputError(fmt::format("rank {} in a matrix for {} ranks", rank, rank_count),
                             where);
  }
  return rank;
}

void check_origin(std::string_view origin, const Where& where) {
  for (const std::string_view known : origins) {
    if (known == origin) return;
  }
  throw kernel::InputError(fmt::format("unknown origin '{}'", origin), where);
}

}  // namespace

std::vector<MatrixEntry> read_comm_matrix(const std::string& path, std::uint32_t rank_count) {
  const std::vector<EntryLine> lines = read_entry_lines(path, "the communication matrix");
  const bool has_origin =
      !lines.empty() && lines[0].text == fmt::format("{}{}", header, origin_column);
  if (lines.empty() || !(has_origin || lines[0].text == header)) {
    throw kernel::InputError("not a communication matrix",
                             {.file = path,
                              .line = lines.empty() ? 0 : lines[0].number,
                              .text = lines.empty() ? "" : lines[0].text,
                              .hint = fmt::format("the first line is {}", header)});
  }
  const std::size_t cell_count = has_origin ? 5 : 4;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> sums;
  for (std::size_t i = 1; i < lines.size(); i++) {
    const Where where{.file = path,
                      .line = lines[i].number,
                      .text = lines[i].text,
                      .hint = "a row is such as 0,1,8000,1"};
    const std::vector<std::string_view> cells = split_cells(lines[i].text);
    if (cells.size() != cell_count) {
      throw kernel::InputError(fmt::format("{} columns instead of {}", cells.size(), cell_count),
                               where);
    }
    const std::pair pair(parse_rank(cells[0], rank_count, where),
                         parse_rank(cells[1], rank_count, where));
    const auto bytes = parse_cell<double>(cells[2], "number of bytes", where);
    if (!std::isfinite(bytes) || bytes < 0) {
      throw kernel::InputError(fmt::format("wrong number of bytes '{}'", cells[2]), where);
    }
    parse_cell<std::uint64_t>(cells[3], "number of messages", where);
    if (has_origin) check_origin(cells[4], where);
    sums[pair] += bytes;
  }
  std::vector<MatrixEntry> entries;
  for (const auto& [pair, bytes] : sums) entries.push_back({pair.first, pair.second, bytes});
  return entries;
}

std::string comm_matrix_text(const MessageCounts& counts) {
  std::string text = fmt::format("{}{}\n", header, origin_column);
  for (const MessageCounts::Row& row : counts.rows()) {
    text += fmt::format("{},{},{},{},{}\n", row.source, row.destination, row.bytes, row.messages,
                        origins[static_cast<std::size_t>(row.origin)]);
  }
  return text;
}

}  // namespace smpi::placement
