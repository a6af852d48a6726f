// SPDX-License-Identifier: BSD-3-Clause
//
// The formulas of a plan: "{p*q}" in its texts, "8*n^2/(p*q) < 2e9" in its constraints.
//
// Values are numbers and texts, as parameters are. The formulas of overlays (libsmpi/cost/modeled)
// know numbers only and are made for being evaluated in nanoseconds; these have comparisons and
// texts. Truth is a number: 1 or 0.
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace smpi::study {

using Value = std::variant<double, std::string>;

// As a user writes it: whole numbers without a point, others with as many digits as they need.
std::string value_text(const Value& value);

// What is wrong with a formula, in words.
struct FormulaError : std::runtime_error {
  FormulaError(const std::string& message, std::string wrong, std::string advice = {})
      : std::runtime_error(message), text(std::move(wrong)), hint(std::move(advice)) {}
  std::string text;  // the part that is wrong
  std::string hint;
};

class Expression {
 public:
  // Throws FormulaError, also for names that are not in `names`.
  Expression(std::string_view text, std::span<const std::string> names);

  // The value where the names have the values of the same place. Throws FormulaError where a text
  // stands for a number, or a result is not finite.
  Value value(std::span<const Value> values) const;
  double number(std::span<const Value> values) const;

  using Evaluate = std::function<Value(std::span<const Value>)>;

 private:
  std::string text_;
  Evaluate evaluate_;
};

// A text with formulas in braces; "{{" and "}}" are braces.
class Template {
 public:
  Template(std::string_view text, std::span<const std::string> names);
  std::string fill(std::span<const Value> values) const;

 private:
  std::vector<std::variant<std::string, Expression>> parts_;
};

}  // namespace smpi::study
