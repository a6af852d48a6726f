// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the coefficients file: all of it is checked before the run, so that a wrong name or a
// negative term never shows only when the routine is called.
#include "libsmpi/modeled/blas_coefficients.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <sstream>

#include "libsmpi/modeled/blas_routines.h"
#include "libsmpi/modeled/cost_file.h"

namespace smpi::modeled {
namespace {

constexpr std::string_view reference_key = "reference_speed";
constexpr std::string_view default_key = "default";
constexpr std::array<std::string_view, 3> level_keys = {"level1", "level2", "level3"};
constexpr std::string_view noise_key = "noise";
constexpr std::array<std::string_view, 3> noise_keys = {"call", "host", "day"};

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
  cost.set(std::move(flops));
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
  return levels;
}

}  // namespace

BlasCoefficients read_blas_coefficients(const std::string& path) {
  const TomlFile file(path);
  std::vector<std::string_view> known = {reference_key, default_key, noise_key};
  for (const BlasRoutine& routine : blas_routines()) known.push_back(routine.name);
  file.check_keys(file.root(), known);

  constexpr double plain_speed_flops = 1e9;
  const toml::node* reference = file.root().get(reference_key);
  const double reference_speed_flops =
      reference == nullptr ? plain_speed_flops : file.speed_flops(*reference, reference_key);
  const DefaultFactors factors = read_default(file, reference_speed_flops);
  const NoiseLevels noise = read_noise_levels(file);

  BlasCoefficients result{.costs = {}, .host_noise = noise.host};
  for (const BlasRoutine& routine : blas_routines()) {
    const std::vector<std::string> names = words(routine.dimensions);
    const toml::node* node = file.root().get(routine.name);
    BlasCost cost;
    cost.call_noise = noise.call;
    cost.size_count = size_count(names);
    if (node == nullptr) {
      static_cast<KernelCost&>(cost) = default_cost(file, routine, names, factors);
      cost.reference_speed_flops = reference_speed_flops;
    } else {
      const toml::table& table = file.table(*node, routine.name);
      file.check_keys(table,
                      std::array{terms_key, seconds_key, noise_key, class_key, frequency_key});
      static_cast<KernelCost&>(cost) = read_cost(file, table, names, reference_speed_flops);
      const toml::node* own = table.get(noise_key);
      if (own != nullptr) cost.call_noise = read_noise(file, *own, noise_keys[0], call_noise_max);
    }
    result.is_noisy |= cost.call_noise > 0;
    result.costs.push_back(std::move(cost));
  }
  result.is_noisy |= noise.host.host > 0 || noise.host.day > 0;
  return result;
}

}  // namespace smpi::modeled
