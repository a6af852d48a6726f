// SPDX-License-Identifier: BSD-3-Clause
//
// A cost as a user writes it, `1.2e-10*M*N + max(K, 4)`: compiled once, evaluated at every call of
// a modelled kernel.
//
// An interpreter of the text would cost microseconds a call, a just-in-time compiler a dependency;
// postfix code for a machine with one accumulator and a small stack costs 2 to 10 ns for the
// formulas in use, far below the event that the time itself needs.
//
//   expression: term  { (+|-) term }          power:  atom [ ^ factor ]
//   term:       factor { (*|/) factor }       atom:   number, name, (expression),
//   factor:     { - | + } power                       function(expression, ...)
//
// Functions: min, max (two or more arguments), abs, ceil, floor, log2, sqrt.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::modeled {

// What is wrong with the text of a formula, and where (1-based column).
class FormulaError : public std::runtime_error {
 public:
  FormulaError(const std::string& message, std::size_t column_, std::string hint_ = {})
      : std::runtime_error(message), column(column_), hint(std::move(hint_)) {}
  std::size_t column;
  std::string hint;
};

class Formula {
 public:
  // Always zero.
  Formula() = default;
  // `names` are the arguments, in the order of the values given to evaluate().
  // Throws FormulaError.
  static Formula compile(std::string_view text, std::span<const std::string> names);

  // `values` must have one value for each name.
  double evaluate(const double* values) const;

  // this += factor * other.
  void add(double factor, const Formula& other);
  // this *= factor.
  void scale(double factor);

  // Is it the same number for all arguments? Then that number is evaluate(nullptr).
  bool is_constant() const;
  // Is it zero for all arguments?
  bool is_zero() const { return is_constant() && evaluate(nullptr) == 0; }

 private:
  friend class FormulaCompiler;

  enum class Operation : std::uint8_t {
    push,
    add,
    subtract,
    multiply,
    divide,
    power,
    integer_power,
    minimum,
    maximum,
    negate,
    absolute,
    ceiling,
    floor,
    logarithm,
    root
  };
  // Where the right operand is: the top of the stack (the left one is below it), in the
  // instruction, or among the values. Unary operations have none. Most operands of real formulas
  // are constants and arguments: those never touch the stack.
  enum class Operand : std::uint8_t { none, stack, constant, argument };
  struct Instruction {
    Operation operation;
    Operand operand;
    std::uint32_t argument;  // index of a value
    double constant;
  };
  static constexpr std::size_t max_depth = 64;

  static double apply(Operation operation, double left, double right);
  void append_push(double constant);
  void append_unary(Operation operation);
  void append_binary(Operation operation);
  std::size_t depth() const;

  std::vector<Instruction> code_;
};

}  // namespace smpi::modeled
