// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the coefficients file: all of it is checked before the run, so that a wrong name or a
// negative term never shows only when the routine is called.
#include "libsmpi/cost/modeled/blas_coefficients.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/blas_routines.h"
#include "libsmpi/cost/modeled/cost_file.h"
#include "models/readers/toml_file.h"

namespace smpi::modeled {
namespace {

constexpr std::string_view reference_key = "reference_speed";
constexpr std::string_view default_key = "default";
constexpr std::array<std::string_view, 3> level_keys = {"level1", "level2", "level3"};
constexpr std::string_view noise_key = "noise";
constexpr std::string_view processors_key = "processors";
constexpr std::string_view calibration_key = "calibration";
constexpr std::string_view table_key = "table";
constexpr std::array<std::string_view, 4> noise_keys = {"call", "host", "day", "mixture"};
constexpr std::array<std::string_view, 2> share_keys = {"share", "factor"};

std::vector<std::string> words(const char* text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

std::size_t size_count(const std::vector<std::string>& names) {
  if (names.size() >= 2 && names[0] == "M" && names[1] == "N") return 2;
  return names.empty() ? 0 : 1;
}

// Flops of the reference host for one flop of a routine, by level; 0 where routines are free.
using DefaultFactors = std::array<double, 3>;

DefaultFactors read_default(const TomlFile& file, double reference_speed_flops) {
  const toml::node* node = file.root().get(default_key);
  if (node == nullptr) return {1, 1, 1};
  if (const toml::table* levels = node->as_table()) {
    file.check_keys(*levels, level_keys);
    DefaultFactors factors;
    for (std::size_t i = 0; i < factors.size(); i++) {
      const toml::node* level = levels->get(level_keys[i]);
      if (level == nullptr) {
        file.refuse(*node, "a level is missing", std::string(level_keys[i]),
                    "give level1, level2 and level3");
      }
      factors[i] = reference_speed_flops / file.speed_flops(*level, level_keys[i]);
    }
    return factors;
  }
  const std::string text = node->is_string() ? file.text(*node, default_key) : "";
  if (text == "flops") return {1, 1, 1};
  if (text == "free") return {0, 0, 0};
  file.refuse(*node, "unknown default", text,
              "\"flops\", \"free\", or {level1 = \"0.2Gf\", level2 = ..., level3 = ...}");
}

KernelCost default_cost(const TomlFile& file, const BlasRoutine& routine,
                        const std::vector<std::string>& names, const DefaultFactors& factors) {
  Formula flops;
  flops.add(factors[static_cast<std::size_t>(routine.level - 1)],
            Formula::compile(routine.operations, names));
  KernelCost cost;
  cost.file = file.path();
  cost.set({.flops = std::move(flops), .deviation_flops = {}});
  return cost;
}

// A relative standard deviation.
double read_noise(const TomlFile& file, const toml::node& node, std::string_view what, double max) {
  const double deviation = file.number(node, what);
  if (deviation < 0 || deviation > max) {
    file.refuse(node, fmt::format("the noise of a {} is from 0 to {}", what, max),
                fmt::format("{}", deviation), "a relative standard deviation, 0.02 for 2 %");
  }
  return deviation;
}

struct NoiseLevels {
  double call = 0;
  HostNoise host;
};

// mixture = [{share = 0.06, factor = 0.9}]
std::vector<HostShare> read_mixture(const TomlFile& file, const toml::node& node) {
  std::vector<HostShare> mixture;
  double sum = 0;
  for (const toml::node& one : file.array(node, "mixture")) {
    const toml::table& table = file.table(one, "a share of the mixture");
    file.check_keys(table, share_keys);
    const auto read = [&](std::string_view key, bool is_right(double), const char* range) {
      const toml::node& value = file.required(table, key, "a share of the mixture",
                                              "mixture = [{share = 0.06, factor = 0.9}]");
      const double number = file.number(value, key);
      if (!is_right(number)) {
        file.refuse(value, fmt::format("{} {}", key, range), fmt::format("{}", number),
                    key == share_keys[0] ? "0.06 for 6 % of the hosts"
                                         : "0.9 for hosts with 90 % of the speed");
      }
      return number;
    };
    HostShare share;
    share.share = read(
        share_keys[0], [](double x) { return x >= 0 && x <= 1; }, "is from 0 to 1");
    share.speed_factor = read(
        share_keys[1], [](double x) { return x > 0 && std::isfinite(x); }, "is above 0");
    sum += share.share;
    if (sum > 1 + 1e-9) {
      file.refuse(one, "the shares of the mixture add up to more than 1", fmt::format("{}", sum));
    }
    mixture.push_back(share);
  }
  return mixture;
}

NoiseLevels read_noise_levels(const TomlFile& file) {
  NoiseLevels levels;
  const toml::node* node = file.root().get(noise_key);
  if (node == nullptr) return levels;
  const toml::table& table = file.table(*node, noise_key);
  file.check_keys(table, noise_keys);
  const auto read = [&](std::size_t index, double max, double& level) {
    const toml::node* value = table.get(noise_keys[index]);
    if (value != nullptr) level = read_noise(file, *value, noise_keys[index], max);
  };
  read(0, call_noise_max, levels.call);
  read(1, host_noise_max, levels.host.host);
  read(2, host_noise_max, levels.host.day);
  if (const toml::node* mixture = table.get(noise_keys[3])) {
    levels.host.mixture = read_mixture(file, *mixture);
  }
  return levels;
}

// What the table of a routine is read with.
struct RoutineContext {
  const TomlFile& file;
  const char* routine;
  const std::vector<std::string>& names;
  double reference_speed_flops;
  double call_noise;  // when it has none of its own
  const std::string& calibration;
  const Processors& processors;
};

BlasCost read_routine(const RoutineContext& context, const toml::table& table) {
  const TomlFile& file = context.file;
  file.check_keys(table, std::array{terms_key, seconds_key, deviation_key, noise_key, class_key,
                                    frequency_key, table_key});
  BlasCost cost;
  const toml::node* tables = table.get(table_key);
  cost.has_own_processors =
      tables != nullptr && !table.contains(terms_key) && !table.contains(seconds_key);
  if (cost.has_own_processors) {
    read_work(file, table, cost);
    cost.is_free = false;
    cost.file = file.path();
    cost.line = TomlFile::line_of(*tables);
    cost.reference_speed_flops = context.reference_speed_flops;
    if (const toml::node* deviation = table.get(deviation_key)) {
      file.refuse(*deviation, "a deviation without a mean", context.routine,
                  "rows of tables have their own deviations; this one goes with terms = {...}");
    }
  } else {
    static_cast<KernelCost&>(cost) =
        read_cost(file, table, context.names, context.reference_speed_flops);
  }
  if (tables != nullptr) {
    cost.is_free = false;
    cost.table = ProcessorTable::read(file, *tables, context.calibration, context.names,
                                      context.processors, context.reference_speed_flops);
  }
  const toml::node* own = table.get(noise_key);
  if (own != nullptr && table.contains(deviation_key)) {
    file.refuse(*own, "two noises of a call", context.routine,
                "either noise, a share of the time, or deviation, in seconds");
  }
  if (own != nullptr) {
    cost.call_noise = read_noise(file, *own, noise_keys[0], call_noise_max);
  } else if (!cost.has_deviation && tables == nullptr) {
    cost.call_noise = context.call_noise;
  }
  return cost;
}

bool has_tables(const BlasCoefficients& coefficients) {
  return std::any_of(coefficients.costs.begin(), coefficients.costs.end(),
                     [](const BlasCost& cost) { return !cost.table.is_empty(); });
}

}  // namespace

BlasCoefficients read_blas_coefficients(const std::string& path, const std::string& calibration) {
  const TomlFile file(path);
  std::vector<std::string_view> known = {reference_key, default_key, noise_key, processors_key,
                                         calibration_key};
  for (const BlasRoutine& routine : blas_routines()) known.push_back(routine.name);
  file.check_keys(file.root(), known);

  constexpr double plain_speed_flops = 1e9;
  const toml::node* reference = file.root().get(reference_key);
  const double reference_speed_flops =
      reference == nullptr ? plain_speed_flops : file.speed_flops(*reference, reference_key);
  const DefaultFactors factors = read_default(file, reference_speed_flops);
  const NoiseLevels noise = read_noise_levels(file);

  BlasCoefficients result{
      .costs = {}, .host_noise = noise.host, .processors = read_processors(file)};
  std::string chosen = calibration;
  if (const toml::node* named = file.root().get(calibration_key); named && chosen.empty()) {
    chosen = file.text(*named, calibration_key);
  }
  for (const BlasRoutine& routine : blas_routines()) {
    const std::vector<std::string> names = words(routine.dimensions);
    const toml::node* node = file.root().get(routine.name);
    BlasCost cost;
    if (node == nullptr) {
      static_cast<KernelCost&>(cost) = default_cost(file, routine, names, factors);
      cost.reference_speed_flops = reference_speed_flops;
      cost.call_noise = noise.call;
    } else {
      const RoutineContext context{
          file, routine.name, names, reference_speed_flops, noise.call, chosen, result.processors};
      cost = read_routine(context, file.table(*node, routine.name));
    }
    cost.size_count = size_count(names);
    result.is_noisy |= cost.call_noise > 0;
    result.costs.push_back(std::move(cost));
  }
  if (!calibration.empty() && !has_tables(result)) {
    throw kernel::InputError("a calibration is chosen, but the file has no tables of processors",
                             {.file = path,
                              .text = calibration,
                              .hint = "smpi/blas-calibration is for files with [[dgemm.table]]"});
  }
  result.is_noisy |= noise.host.host > 0 || noise.host.day > 0 || !noise.host.mixture.empty();
  return result;
}

}  // namespace smpi::modeled
