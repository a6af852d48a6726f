// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the folder, strictly: what contradicts itself is refused.
#include "tools/calibrate/network/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <set>
#include <string_view>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "models/readers/toml_file.h"
#include "tools/calibrate/network/csv_file.h"
#include "tools/calibrate/network/plan.h"

namespace smpi::calibrate::network {
namespace {

namespace fs = std::filesystem;
using models::TomlFile;

constexpr std::uint64_t format_version = 1;
constexpr std::string_view raw_columns =
    "run,id,op,placement,load,size,count,start_s,duration_s,part";
enum RawColumn : std::size_t { run, id, op, placement, load, size, count, start, duration, part };
constexpr std::string_view threshold_columns = "placement,test,size,result";
constexpr std::array<std::string_view, 18> known_keys = {"format",
                                                         "program",
                                                         "run",
                                                         "raw_rows",
                                                         "plan_rows",
                                                         "skipped_rows",
                                                         "clock_cost_s",
                                                         "clock_resolution_s",
                                                         "load_average_before",
                                                         "load_average_after",
                                                         "date",
                                                         "mpi",
                                                         "hosts",
                                                         "cpu",
                                                         "kernel",
                                                         "governor",
                                                         "turbo_off",
                                                         "command"};

struct Metadata {
  Origin origin;
  std::uint64_t raw_rows = 0;
  int raw_rows_line = 0;
};

std::vector<std::string> texts(const TomlFile& file, std::string_view key) {
  std::vector<std::string> result;
  const toml::node& node = file.required(file.root(), key, "the metadata");
  for (const toml::node& entry : file.array(node, key)) result.push_back(file.text(entry, key));
  return result;
}

Metadata read_metadata(const std::string& path) {
  if (!kernel::is_there(path)) {
    throw kernel::InputError(
        "numbers without metadata",
        {.file = path,
         .hint = "the measuring program writes meta.toml when it has finished; "
                 "measure again"});
  }
  const TomlFile file(path);
  const toml::table& root = file.root();
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  const auto whole = [&](std::string_view key) {
    return file.whole(file.required(root, key, "the metadata"), key, 0, most);
  };
  const auto number = [&](std::string_view key) {
    return file.number(file.required(root, key, "the metadata"), key);
  };
  const auto text = [&](std::string_view key) {
    return file.text(file.required(root, key, "the metadata"), key);
  };
  for (const std::string_view version : {"format", "program"}) {
    if (whole(version) == format_version) continue;
    file.refuse(*root.get(version), fmt::format("an unknown {}", version),
                fmt::format("{}", whole(version)),
                "measure again with the program that this version writes");
  }
  std::vector<std::string_view> keys(known_keys.begin(), known_keys.end());
  keys.insert(keys.end(), {"cards", "environment"});
  file.check_keys(root, keys);
  Metadata metadata;
  metadata.raw_rows = whole("raw_rows");
  metadata.raw_rows_line = TomlFile::line_of(*root.get("raw_rows"));
  metadata.origin = {.run = whole("run"),
                     .date = text("date"),
                     .mpi = text("mpi"),
                     .cpu = text("cpu"),
                     .kernel = text("kernel"),
                     .command = text("command"),
                     .hosts = texts(file, "hosts"),
                     .cards = texts(file, "cards"),
                     .environment = texts(file, "environment"),
                     .clock_cost_s = number("clock_cost_s"),
                     .clock_resolution_s = number("clock_resolution_s"),
                     .load_average_before = number("load_average_before"),
                     .load_average_after = number("load_average_after"),
                     .skipped_rows = static_cast<std::int64_t>(whole("skipped_rows"))};
  return metadata;
}

// How often the clock was read between start and end, but once.
double clock_readings(const std::string& op, const std::string& part, double count) {
  if (op == "pingpong" && part == "total") return 2;
  return part == "failing" ? count : 1;
}

void read_samples(const CsvFile& raw, const Metadata& metadata, Measurement& measurement) {
  for (std::size_t row = 0; row < raw.row_count(); row++) {
    if (raw.whole(row, run, 0) != static_cast<std::int64_t>(metadata.origin.run)) {
      raw.refuse(row, "a row of another run", raw.field(row, run),
                 fmt::format("meta.toml is of run {}", metadata.origin.run));
    }
    const Subject subject{.op = raw.text(row, op),
                          .part = raw.text(row, part),
                          .placement = raw.text(row, placement),
                          .load = raw.text(row, load)};
    const auto messages = static_cast<double>(raw.whole(row, count, 1));
    raw.number(row, start, 0);
    const double clock_s =
        metadata.origin.clock_cost_s * clock_readings(subject.op, subject.part, messages);
    const double message_s = std::max(raw.number(row, duration, 0) - clock_s, 0.0) / messages;
    measurement.samples[subject][raw.whole(row, size, 0)].push_back(message_s);
  }
}

}  // namespace

std::map<std::string, Thresholds> read_thresholds(const std::string& path) {
  const CsvFile file(path, threshold_columns);
  struct Tried {
    std::set<std::int64_t> good, bad;
  };
  std::map<std::pair<std::string, std::string>, Tried> tried;
  for (std::size_t row = 0; row < file.row_count(); row++) {
    const std::string test = file.text(row, 1);
    const std::string result = file.text(row, 3);
    const bool is_deadlock = test == "deadlock";
    if (!is_deadlock && test != "corruption") {
      file.refuse(row, "an unknown test", test, "deadlock or corruption");
    }
    const std::string_view good = is_deadlock ? "ended" : "intact";
    const std::string_view bad = is_deadlock ? "stuck" : "changed";
    if (result != good && result != bad) {
      file.refuse(row, "an unknown result", result, fmt::format("{} or {}", good, bad));
    }
    Tried& sizes = tried[{file.text(row, 0), test}];
    (result == good ? sizes.good : sizes.bad).insert(file.whole(row, 2, 0));
  }
  std::map<std::string, Thresholds> thresholds;
  for (const auto& [key, sizes] : tried) {
    // One failure counts more than successes: chance lets a try succeed.
    const std::int64_t least_bad =
        sizes.bad.empty() ? std::numeric_limits<std::int64_t>::max() : *sizes.bad.begin();
    std::int64_t most_good = 0;
    for (const std::int64_t good : sizes.good) {
      if (good < least_bad) most_good = good;
    }
    Thresholds& found = thresholds[key.first];
    (key.second == "deadlock" ? found.detached_bytes : found.asynchronous_bytes) = most_good;
  }
  return thresholds;
}

Measurement read_measurement(const std::string& folder) {
  const fs::path path(folder);
  if (!kernel::is_folder(path)) {
    throw kernel::InputError(
        "not a folder of measurements",
        {.text = folder, .hint = "smpi-calibrate network program -o DIR begins one"});
  }
  Measurement measurement{.folder = folder, .origin = {}, .samples = {}, .thresholds = {}};
  const std::uint64_t plan_run = read_plan_run(path / "plan.csv");
  const std::string meta_path = path / "meta.toml";
  const Metadata metadata = read_metadata(meta_path);
  measurement.origin = metadata.origin;
  if (plan_run != metadata.origin.run) {
    throw kernel::InputError("metadata of another plan",
                             {.file = meta_path,
                              .text = fmt::format("run = {}", metadata.origin.run),
                              .hint = fmt::format("plan.csv is of run {}", plan_run)});
  }
  const CsvFile raw(path / "raw.csv", raw_columns);
  if (raw.row_count() != metadata.raw_rows) {
    raw.refuse(raw.row_count(), "a row is missing, or too many",
               fmt::format("{} rows", raw.row_count()),
               fmt::format("meta.toml says that there were {}", metadata.raw_rows));
  }
  read_samples(raw, metadata, measurement);
  if (kernel::is_there(path / "thresholds.csv")) {
    measurement.thresholds = read_thresholds(path / "thresholds.csv");
  }
  return measurement;
}

}  // namespace smpi::calibrate::network
