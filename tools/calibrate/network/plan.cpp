// SPDX-License-Identifier: BSD-3-Clause
//
// Drawing sizes, spending the budget, shuffling.
#include "tools/calibrate/network/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "kernel/read_file.h"

namespace smpi::calibrate::network {
namespace {

constexpr std::string_view mark = "# network plan 1 run ";
constexpr std::string_view columns = "id,op,size,count,peer_mode,load";
constexpr std::uint32_t stream_length = 64;
constexpr std::uint32_t wtime_calls = 1000;
// Messages of contention: large enough that who starts first does not matter.
constexpr std::array<std::int64_t, 3> contention_sizes_bytes = {262144, 1048576, 4194304};
constexpr std::array<std::int64_t, 3> stream_sizes_bytes = {1, 1024, 16384};
constexpr std::int64_t polled_size_bytes = 8;

struct Experiment {
  const char* op;
  double messages;  // one way each, that a row takes in a row
};
// Experiments of every size.
constexpr std::array<Experiment, 4> by_size = {{
    {"pingpong", 2},
    {"isend", 1},
    {"send_late", 6},
    {"recv", 6},
}};

std::vector<std::int64_t> draw_sizes(const PlanSettings& settings) {
  kernel::RandomStream stream = kernel::named_stream(settings.seed, "sizes");
  std::set<std::int64_t> sizes;
  const double decades = std::log(static_cast<double>(settings.size_max_bytes));
  // A few tries more than sizes: small sizes come twice.
  for (std::uint32_t i = 0; i < 20 * settings.size_count && sizes.size() < settings.size_count;
       i++) {
    sizes.insert(static_cast<std::int64_t>(std::exp(decades * stream.uniform())));
  }
  for (std::int64_t power = 1; power <= settings.size_max_bytes; power *= 2) sizes.insert(power);
  for (const std::int64_t threshold : settings.thresholds_bytes) {
    for (const std::int64_t size : {threshold - 1, threshold, threshold + 1}) {
      if (size > 0 && size <= settings.size_max_bytes) sizes.insert(size);
    }
  }
  sizes.insert(0);
  sizes.insert(settings.size_max_bytes);
  return {sizes.begin(), sizes.end()};
}

double row_duration_s(const PlanSettings& settings, const PlanRow& row) {
  double messages = 2 * row.count;
  for (const Experiment& experiment : by_size) {
    if (row.op == experiment.op) messages = experiment.messages * row.count;
  }
  if (row.op == "wtime") return 1e-4;
  const double size = static_cast<double>(row.size_bytes);
  return (messages + 2) * settings.expected_latency_s +
         messages * size / settings.expected_bandwidth_bytes_per_s;
}

void add(std::vector<PlanRow>& rows, const PlanRow& row, std::uint32_t times) {
  rows.insert(rows.end(), times, row);
}

void add_by_size(std::vector<PlanRow>& rows, const PlanSettings& settings) {
  const std::vector<std::int64_t> sizes = draw_sizes(settings);
  std::vector<PlanRow> once;
  for (const std::string& load : settings.loads) {
    for (const std::string& mode : settings.peer_modes) {
      for (const Experiment& experiment : by_size) {
        for (const std::int64_t size : sizes) once.push_back({experiment.op, size, 1, mode, load});
      }
    }
  }
  // The longest time that all repetitions of a row may take, so that the budget suffices.
  double low_s = 0, high_s = settings.budget_s;
  const auto repetitions = [&](const PlanRow& row, double most_s) {
    const double wanted = std::floor(most_s / row_duration_s(settings, row));
    return static_cast<std::uint32_t>(
        std::clamp(wanted, 1.0, static_cast<double>(settings.repetitions)));
  };
  for (int step = 0; step < 60; step++) {
    const double middle_s = (low_s + high_s) / 2;
    double sum_s = 0;
    for (const PlanRow& row : once) {
      sum_s += repetitions(row, middle_s) * row_duration_s(settings, row);
    }
    (sum_s > settings.budget_s ? high_s : low_s) = middle_s;
  }
  for (const PlanRow& row : once) add(rows, row, repetitions(row, low_s));
}

void add_contention(std::vector<PlanRow>& rows, const PlanSettings& settings) {
  const std::string load = settings.loads.front();
  const auto patterns = [&](const std::string& op, const std::string& mode,
                            std::uint32_t times = 2) {
    for (const std::int64_t size : contention_sizes_bytes) {
      if (size > settings.size_max_bytes) continue;
      add(rows, {op, size, times, mode, load}, std::min(settings.repetitions, 10U));
    }
  };
  for (const std::string& mode : settings.peer_modes) {
    // Once: exchanges that follow each other overlap, and hide that messages of a socket wait.
    patterns("bidir", mode, 1);
    for (int k = 1; k <= settings.cores; k *= 2) patterns(fmt::format("pairs:{}", k), mode);
    for (const std::int64_t size : stream_sizes_bytes) {
      if (size <= settings.size_max_bytes) {
        add(rows, {"stream", size, stream_length, mode, load}, settings.repetitions);
      }
    }
    add(rows, {"iprobe", polled_size_bytes, 1, mode, load}, settings.repetitions);
    add(rows, {"test", polled_size_bytes, 1, mode, load}, settings.repetitions);
  }
  add(rows, {"wtime", 0, wtime_calls, settings.peer_modes.front(), load}, settings.repetitions);
  for (int k = 2; k < settings.nodes; k++) {
    patterns(fmt::format("fan_in:{}", k), "remote");
    patterns(fmt::format("fan_out:{}", k), "remote");
  }
  for (int k = 2; 2 * k <= settings.nodes; k++) patterns(fmt::format("disjoint:{}", k), "remote");
  for (int k = 3; k <= settings.nodes; k++) {
    patterns(fmt::format("swap:{}", k), "remote", 1);
    patterns(fmt::format("alltoall:{}", k), "remote");
  }
}

}  // namespace

std::vector<PlanRow> make_plan(const PlanSettings& settings) {
  std::vector<PlanRow> rows;
  add_by_size(rows, settings);
  add_contention(rows, settings);
  kernel::shuffle(rows, kernel::named_stream(settings.seed, "order"));
  return rows;
}

std::string plan_text(const PlanSettings& settings, const std::vector<PlanRow>& rows) {
  std::string text = fmt::format("{}{}\n{}\n", mark, settings.seed, columns);
  for (std::size_t id = 0; id < rows.size(); id++) {
    const PlanRow& row = rows[id];
    text += fmt::format("{},{},{},{},{},{}\n", id, row.op, row.size_bytes, row.count, row.peer_mode,
                        row.load);
  }
  return text;
}

double plan_duration_s(const PlanSettings& settings, const std::vector<PlanRow>& rows) {
  double sum_s = 0;
  for (const PlanRow& row : rows) sum_s += row_duration_s(settings, row);
  return sum_s;
}

std::uint64_t read_plan_run(const std::string& path) {
  const std::string text = kernel::read_file(path, "the plan of the measurement", {.file = path});
  const std::string line = text.substr(0, text.find('\n'));
  std::uint64_t run = 0;
  const std::string_view number = std::string_view(line).substr(std::min(mark.size(), line.size()));
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), run);
  if (!line.starts_with(mark) || error != std::errc() || end != number.data() + number.size()) {
    throw kernel::InputError(
        "a plan of another version",
        {.file = path,
         .line = 1,
         .text = line,
         .hint = "this version reads '# network plan 1 run N'; measure again with "
                 "the program that smpi-calibrate network program writes"});
  }
  return run;
}

}  // namespace smpi::calibrate::network
