// SPDX-License-Identifier: BSD-3-Clause
//
// Tries every division of the dimensions in two sides: there are few of them.
#include "libsmpi/run/placement/grid_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <optional>

#include "kernel/error.h"
#include "libsmpi/run/placement/curves.h"

namespace smpi::placement {
namespace {

using Where = kernel::InputError::Where;

// The dimensions of the machine that rows of the process grid run over; the columns have the rest.
struct Division {
  std::vector<bool> is_row;  // by dimension
  std::uint32_t block_rows = 0;
  std::uint32_t block_columns = 0;

  std::uint64_t block_size() const { return std::uint64_t{block_rows} * block_columns; }
  std::uint32_t oblongness() const {
    return block_rows > block_columns ? block_rows - block_columns : block_columns - block_rows;
  }
};

std::uint32_t divided_up(std::uint32_t count, std::uint64_t parts) {
  return static_cast<std::uint32_t>((count + parts - 1) / parts);
}

std::vector<std::uint32_t> sizes_of_side(const Division& division, bool is_row,
                                         std::span<const std::uint32_t> sizes) {
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < sizes.size(); i++) {
    if (division.is_row[i] == is_row) result.push_back(sizes[i]);
  }
  return result;
}

std::uint64_t product(std::span<const std::uint32_t> sizes) {
  std::uint64_t result = 1;
  for (const std::uint32_t size : sizes) result *= size;
  return result;
}

Division choose_division(const ProcessGrid& processes, std::span<const std::uint32_t> sizes) {
  std::optional<Division> best;
  for (std::uint32_t mask = 0; mask < 1U << sizes.size(); mask++) {
    Division division;
    for (std::size_t i = 0; i < sizes.size(); i++) division.is_row.push_back((mask >> i & 1) != 0);
    division.block_rows = divided_up(processes.rows, product(sizes_of_side(division, true, sizes)));
    division.block_columns =
        divided_up(processes.columns, product(sizes_of_side(division, false, sizes)));
    const bool is_better =
        !best || division.block_size() < best->block_size() ||
        (division.block_size() == best->block_size() && division.oblongness() < best->oblongness());
    if (is_better) best = division;
  }
  return *best;
}

// The point at a row and a column of the machine that the division makes.
class Points {
 public:
  Points(const Division& division, std::span<const std::uint32_t> sizes)
      : division_(division), sizes_(sizes) {
    for (const bool is_row : {false, true}) {
      const std::vector<std::uint32_t> positions =
          snake_positions(sizes_of_side(division, is_row, sizes));
      std::vector<std::uint32_t>& order = order_[is_row ? 1 : 0];
      order.resize(positions.size());
      for (std::uint32_t i = 0; i < positions.size(); i++) order[positions[i]] = i;
    }
  }

  std::uint32_t at(std::uint32_t row, std::uint32_t column) const {
    std::uint32_t left[2] = {order_[0][column], order_[1][row]};
    std::uint32_t point = 0;
    std::uint32_t stride = 1;
    for (std::size_t i = 0; i < sizes_.size(); i++) {
      std::uint32_t& side = left[division_.is_row[i] ? 1 : 0];
      point += stride * (side % sizes_[i]);
      side /= sizes_[i];
      stride *= sizes_[i];
    }
    return point;
  }

 private:
  const Division& division_;
  std::span<const std::uint32_t> sizes_;
  std::vector<std::uint32_t> order_[2];  // of columns, of rows
};

// Hands out the slots of the hosts on each point, host after host.
class Slots {
 public:
  Slots(const PlacementTask& task, const GridPlaces& grid)
      : nodes_at_(product(grid.sizes)), used_(nodes_at_.size(), 0) {
    for (std::size_t i = 0; i < task.nodes.size(); i++) {
      const Node& node = task.nodes[i];
      nodes_at_[grid.point_of[i]].insert(nodes_at_[grid.point_of[i]].end(), node.slots, node.host);
    }
  }
  std::optional<models::HostId> take(std::uint32_t point) {
    if (used_[point] == nodes_at_[point].size()) return std::nullopt;
    return nodes_at_[point][used_[point]++];
  }

 private:
  std::vector<std::vector<models::HostId>> nodes_at_;  // a host for each of its slots
  std::vector<std::size_t> used_;
};

}  // namespace

ProcessGrid parse_process_grid(const Placement& placement) {
  const std::string& text = placement.argument;
  ProcessGrid grid{};
  const char* const end = text.data() + text.size();
  const auto rows = std::from_chars(text.data(), end, grid.rows);
  const bool has_cross = rows.ec == std::errc() && rows.ptr != end && *rows.ptr == 'x';
  const auto columns = has_cross ? std::from_chars(rows.ptr + 1, end, grid.columns) : rows;
  if (!has_cross || columns.ec != std::errc() || columns.ptr != end || grid.rows == 0 ||
      grid.columns == 0) {
    throw kernel::InputError("a process grid is two numbers",
                             Where{.text = placement.text, .hint = "grid:8x16"});
  }
  return grid;
}

void place_process_grid(const PlacementTask& task, PlacedRanks& placed) {
  const ProcessGrid processes = parse_process_grid(task.placement);
  const Where where{.text = task.placement.text};
  const std::uint64_t process_count = std::uint64_t{processes.rows} * processes.columns;
  if (task.is_count_given && process_count != task.rank_count) {
    throw kernel::InputError(
        fmt::format("a process grid of {} processes, and {} ranks", process_count, task.rank_count),
        where);
  }
  const GridPlaces grid = require_grid(task);
  const Division division = choose_division(processes, grid.sizes);
  const Points points(division, grid.sizes);
  Slots slots(task, grid);
  for (std::uint32_t row = 0; row < processes.rows; row++) {
    for (std::uint32_t column = 0; column < processes.columns; column++) {
      const auto host =
          slots.take(points.at(row / division.block_rows, column / division.block_columns));
      if (!host) {
        throw kernel::InputError(
            fmt::format("the process grid does not fit: it needs {} ranks on each point of {}",
                        division.block_size(), fmt::join(grid.sizes, "x")),
            {.text = task.placement.text,
             .hint = fmt::format("grid:{}x{}:{} puts as many on each host", processes.rows,
                                 processes.columns, division.block_size())});
      }
      placed.host_of_rank.push_back(*host);
    }
  }
}

}  // namespace smpi::placement
