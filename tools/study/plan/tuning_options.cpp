// SPDX-License-Identifier: BSD-3-Clause
//
// A key that the chosen method does not use is an error: it would be ignored.
#include "tools/study/plan/tuning_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "kernel/error.h"
#include "models/readers/toml_file.h"
#include "tools/study/plan/parameters_reader.h"

namespace smpi::study {
namespace {

using models::TomlFile;
using Method = TuningOptions::Method;

std::string nearest(const std::string& word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return kernel::did_you_mean(word, views, fmt::format("there are: {}", fmt::join(known, ", ")));
}

Method method_of(const TomlFile& file, const toml::node& node) {
  static constexpr std::array<std::string_view, 3> names = {"halving", "race", "model"};
  const std::string word = file.text(node, "'method'");
  const auto found = std::ranges::find(names, word);
  if (found == names.end()) {
    file.refuse(node, "unknown method of tuning", word,
                kernel::did_you_mean(word, names, "halving, race or model"));
  }
  return static_cast<Method>(found - names.begin());
}

void read_fidelity(const TomlFile& file, const toml::node& node,
                   const std::vector<std::string>& parameters, TuningOptions& tuning) {
  const toml::table& table = file.table(node, "'fidelity'");
  if (table.size() != 1) {
    file.refuse(node, "a fidelity is one parameter", "", "such as { n = [1000, 10000] }");
  }
  for (const auto& [key, values] : table) {
    tuning.fidelity = key.str();
    if (std::ranges::find(parameters, tuning.fidelity) == parameters.end()) {
      file.refuse(values, "no such parameter", tuning.fidelity,
                  nearest(tuning.fidelity, parameters));
    }
    for (const toml::node& value : file.array(values, "a fidelity")) {
      tuning.fidelities.push_back(parameter_value(file, value));
    }
    if (tuning.fidelities.empty())
      file.refuse(values, "a fidelity without values", tuning.fidelity);
  }
}

}  // namespace

TuningOptions read_tuning_options(const TomlFile& file, const toml::node& node,
                                  const DirectedResults& results,
                                  const std::vector<std::string>& parameters) {
  static constexpr std::array<std::string_view, 5> keys = {"method", "result", "budget", "seed",
                                                           "fidelity"};
  const toml::table& table = file.table(node, "[tuning]");
  file.check_keys(table, keys);
  TuningOptions tuning;
  if (const toml::node* entry = table.get("method")) tuning.method = method_of(file, *entry);
  if (results.empty()) {
    file.refuse(node, "no result of this plan says what is better", "",
                "give one of [results] better = \"lower\" or \"higher\"");
  }
  tuning.result = results.front();
  if (const toml::node* entry = table.get("result")) {
    tuning.result = file.text(*entry, "'result'");
    if (std::ranges::find(results, tuning.result) == results.end()) {
      file.refuse(*entry, "no such result with a direction", tuning.result,
                  nearest(tuning.result, results));
    }
  }
  const auto only_for = [&](const toml::node& entry, std::string_view key, bool is_used) {
    if (!is_used) file.refuse(entry, "this method does not use this key", std::string(key));
  };
  constexpr std::uint64_t most = 10'000'000;
  if (const toml::node* entry = table.get("budget")) {
    only_for(*entry, "budget", tuning.method != Method::halving);
    tuning.budget = file.whole(*entry, "'budget'", 1, most);
  }
  if (const toml::node* entry = table.get("seed")) {
    only_for(*entry, "seed", tuning.method == Method::model);
    tuning.seed = file.whole(*entry, "'seed'", 0, most);
  }
  if (const toml::node* entry = table.get("fidelity")) {
    only_for(*entry, "fidelity", tuning.method == Method::halving);
    read_fidelity(file, *entry, parameters, tuning);
  } else if (tuning.method == Method::halving) {
    file.refuse(node, "halving needs a fidelity", "", "such as fidelity = { n = [1000, 10000] }");
  }
  return tuning;
}

}  // namespace smpi::study
