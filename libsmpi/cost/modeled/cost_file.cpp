// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the cost of a function.
#include "libsmpi/cost/modeled/cost_file.h"

#include <fmt/format.h>

#include <cmath>

#include "models/readers/toml_file.h"

namespace smpi::modeled {
namespace {

Formula read_terms(const TomlFile& file, const toml::table& terms,
                   std::span<const std::string> names) {
  Formula seconds;
  for (const auto& [key, node] : terms) {
    const std::string term(key.str());
    const Formula formula = compile_formula(file, node, term, names);
    const double coefficient = file.number(node, fmt::format("the coefficient of {}", term));
    if (!(coefficient >= 0 && std::isfinite(coefficient))) {
      file.refuse(node,
                  coefficient < 0 ? "a term with a negative coefficient"
                                  : "a coefficient that is not a finite number",
                  fmt::format("{} = {}", term, coefficient),
                  "times are sums of terms that are zero or positive");
    }
    seconds.add(coefficient, formula);
  }
  return seconds;
}

Formula read_seconds(const TomlFile& file, const toml::node& text,
                     std::span<const std::string> names) {
  const std::string formula = text.is_number() ? fmt::format("{}", file.number(text, seconds_key))
                                               : file.text(text, seconds_key);
  Formula seconds = compile_formula(file, text, formula, names);
  if (seconds.is_constant() &&
      !(seconds.evaluate(nullptr) >= 0 && seconds.evaluate(nullptr) < 1e300)) {
    file.refuse(text, "not a possible time", formula, "a time is a finite number, zero or more");
  }
  return seconds;
}

}  // namespace

Formula compile_formula(const TomlFile& file, const toml::node& node, const std::string& text,
                        std::span<const std::string> names) {
  try {
    return Formula::compile(text, names);
  } catch (const FormulaError& error) {
    file.refuse(node, fmt::format("{} (column {} of the formula)", error.what(), error.column),
                text, error.hint);
  }
}

KernelCost read_cost(const TomlFile& file, const toml::table& function,
                     std::span<const std::string> names, double reference_speed_flops) {
  const toml::node* terms = function.get(terms_key);
  const toml::node* text = function.get(seconds_key);
  if ((terms == nullptr) == (text == nullptr)) {
    file.refuse(function, terms == nullptr ? "no cost" : "two costs", "",
                "give either terms = {...} or seconds = \"...\"");
  }
  CostFormulas seconds;
  seconds.flops = terms != nullptr ? read_terms(file, file.table(*terms, terms_key), names)
                                   : read_seconds(file, *text, names);
  if (const toml::node* deviation = function.get(deviation_key)) {
    seconds.deviation_flops = read_terms(file, file.table(*deviation, deviation_key), names);
    seconds.has_deviation = !seconds.deviation_flops.is_zero();
  }
  seconds.scale(reference_speed_flops);
  KernelCost cost;
  cost.file = file.path();
  cost.reference_speed_flops = reference_speed_flops;
  cost.line = TomlFile::line_of(terms != nullptr ? *terms : *text);
  cost.set(std::move(seconds));
  read_work(file, function, cost);
  return cost;
}

void read_work(const TomlFile& file, const toml::table& function, KernelCost& cost) {
  if (const toml::node* name = function.get(class_key)) {
    cost.power_class_name = file.text(*name, class_key);
    if (cost.power_class_name.empty()) {
      file.refuse(*name, "a class of work needs a name", "", "class = \"dgemm\"");
    }
  }
  if (const toml::node* share = function.get(frequency_key)) {
    cost.frequency_share = file.number(*share, frequency_key);
    if (!(cost.frequency_share >= 0 && cost.frequency_share <= 1)) {
      file.refuse(*share, "frequency_share is from 0 to 1", fmt::format("{}", cost.frequency_share),
                  "0: the time does not depend on the frequency, 1: it is inversely proportional");
    }
  }
}

}  // namespace smpi::modeled
