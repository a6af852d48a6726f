// SPDX-License-Identifier: BSD-3-Clause
//
// Compiling and evaluating formulas: a recursive-descent parser that emits postfix code as it goes.
#include "libsmpi/cost/modeled/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "kernel/error.h"

namespace smpi::modeled {

class FormulaCompiler {
 public:
  FormulaCompiler(std::string_view text, std::span<const std::string> names)
      : text_(text), names_(names) {}

  Formula compile() {
    expression();
    if (!at_end()) fail(fmt::format("unexpected '{}'", text_[position_]));
    if (formula_.depth() >= Formula::max_depth) fail("the formula is nested too deeply");
    return std::move(formula_);
  }

 private:
  using Operation = Formula::Operation;

  void expression() {
    term();
    for (;;) {
      if (take('+')) {
        term();
        formula_.append_binary(Operation::add);
      } else if (take('-')) {
        term();
        formula_.append_binary(Operation::subtract);
      } else {
        return;
      }
    }
  }

  void term() {
    factor();
    for (;;) {
      if (take('*')) {
        factor();
        formula_.append_binary(Operation::multiply);
      } else if (take('/')) {
        factor();
        formula_.append_binary(Operation::divide);
      } else {
        return;
      }
    }
  }

  // Every recursion of the grammar passes here, so this bounds our own stack.
  void factor() {
    if (++nesting_ > Formula::max_depth) fail("the formula is nested too deeply");
    if (take('-')) {
      factor();
      formula_.append_unary(Operation::negate);
    } else if (take('+')) {
      factor();
    } else {
      atom();
      if (take('^')) {
        factor();
        formula_.append_binary(Operation::power);
      }
    }
    nesting_--;
  }

  void atom() {
    if (at_end()) fail("a number, a name or '(' is missing");
    if (take('(')) {
      expression();
      close();
    } else if (is_digit(text_[position_]) || text_[position_] == '.') {
      number();
    } else if (is_letter(text_[position_])) {
      name();
    } else {
      fail(fmt::format("unexpected '{}'", text_[position_]));
    }
  }

  void number() {
    double value = 0;
    const char* first = text_.data() + position_;
    const auto [end, problem] = std::from_chars(first, text_.data() + text_.size(), value);
    if (problem != std::errc()) fail("not a number");
    position_ += static_cast<std::size_t>(end - first);
    if (position_ < text_.size() && is_letter(text_[position_])) {
      fail("a name follows a number; write '*' between them");
    }
    formula_.append_push(value);
  }

  void name() {
    const std::size_t start = position_;
    while (position_ < text_.size() &&
           (is_letter(text_[position_]) || is_digit(text_[position_]))) {
      position_++;
    }
    const std::string_view word = text_.substr(start, position_ - start);
    if (take('(')) return call(word, start);
    const auto found = std::find(names_.begin(), names_.end(), word);
    if (found != names_.end()) {
      const auto index = static_cast<std::uint32_t>(found - names_.begin());
      formula_.code_.push_back({Operation::push, Formula::Operand::argument, index, 0});
      return;
    }
    // Any letter is near to any other.
    std::vector<std::string_view> known;
    if (word.size() > 1) known.assign(names_.begin(), names_.end());
    std::string hint = "there are no arguments here";
    if (!names_.empty()) hint = fmt::format("known here: {}", fmt::join(names_, ", "));
    throw FormulaError(fmt::format("unknown name '{}'", word), start + 1,
                       kernel::did_you_mean(word, known, hint));
  }

  struct Function {
    std::string_view name;
    Operation operation;
    bool folds;  // of two or more arguments, taken two by two
  };
  static constexpr std::array<Function, 7> functions = {{{"min", Operation::minimum, true},
                                                         {"max", Operation::maximum, true},
                                                         {"abs", Operation::absolute, false},
                                                         {"ceil", Operation::ceiling, false},
                                                         {"floor", Operation::floor, false},
                                                         {"log2", Operation::logarithm, false},
                                                         {"sqrt", Operation::root, false}}};

  // After "name(".
  void call(std::string_view word, std::size_t start) {
    const auto* function = std::find_if(functions.begin(), functions.end(),
                                        [&](const Function& known) { return known.name == word; });
    if (function == functions.end()) {
      throw FormulaError(fmt::format("unknown function '{}'", word), start + 1,
                         "known: min, max, abs, ceil, floor, log2, sqrt");
    }
    expression();
    if (!function->folds) {
      formula_.append_unary(function->operation);
      return close();
    }
    if (!take(',')) fail(fmt::format("{} needs two arguments", word));
    do {
      expression();
      formula_.append_binary(function->operation);
    } while (take(','));
    close();
  }

  void close() {
    if (!take(')')) fail("')' is missing");
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  bool at_end() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t' ||
                                        text_[position_] == '\n' || text_[position_] == '\r')) {
      position_++;
    }
    return position_ == text_.size();
  }
  bool take(char c) {
    if (at_end() || text_[position_] != c) return false;
    position_++;
    return true;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw FormulaError(message, position_ + 1);
  }

  std::string_view text_;
  std::span<const std::string> names_;
  std::size_t position_ = 0;
  std::size_t nesting_ = 0;
  Formula formula_;
};

Formula Formula::compile(std::string_view text, std::span<const std::string> names) {
  return FormulaCompiler(text, names).compile();
}

void Formula::append_push(double constant) {
  code_.push_back({Operation::push, Operand::constant, 0, constant});
}

void Formula::append_unary(Operation operation) {
  if (code_.size() == 1 && is_constant()) {
    code_[0].constant = apply(operation, code_[0].constant, 0);
    return;
  }
  code_.push_back({operation, Operand::none, 0, 0});
}

// The right operand's code came last: when it is one push, it becomes part of the operation.
void Formula::append_binary(Operation operation) {
  Instruction& last = code_.back();
  if (last.operation != Operation::push) {
    code_.push_back({operation, Operand::stack, 0, 0});
    return;
  }
  last.operation = operation;
  if (last.operand != Operand::constant) return;
  const double right = last.constant;
  if (operation == Operation::power && right >= 0 && right <= 8 && right == std::floor(right)) {
    last.operation = Operation::integer_power;
  }
  // Of two constants only the result is kept.
  if (code_.size() == 2 && code_[0].operation == Operation::push &&
      code_[0].operand == Operand::constant) {
    code_[0].constant = evaluate(nullptr);
    code_.pop_back();
  }
}

std::size_t Formula::depth() const {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  for (const Instruction& instruction : code_) {
    if (instruction.operation == Operation::push) deepest = std::max(deepest, ++depth);
    if (instruction.operand == Operand::stack) depth--;
  }
  return deepest;
}

bool Formula::is_constant() const {
  return code_.empty() || (code_.size() == 1 && code_[0].operand == Operand::constant);
}

void Formula::scale(double factor) {
  if (code_.empty() || factor == 1) return;
  append_push(factor);
  append_binary(Operation::multiply);
}

void Formula::add(double factor, const Formula& other) {
  if (factor == 0 || other.code_.empty()) return;
  Formula scaled = other;
  scaled.scale(factor);
  if (code_.empty()) {
    code_ = std::move(scaled.code_);
    return;
  }
  code_.insert(code_.end(), scaled.code_.begin(), scaled.code_.end());
  append_binary(Operation::add);
}

double Formula::apply(Operation operation, double left, double right) {
  switch (operation) {
    case Operation::push:
      return right;
    case Operation::add:
      return left + right;
    case Operation::subtract:
      return left - right;
    case Operation::multiply:
      return left * right;
    case Operation::divide:
      return left / right;
    case Operation::power:
      return std::pow(left, right);
    case Operation::integer_power: {
      double result = 1;
      for (int i = 0; i < static_cast<int>(right); i++) result *= left;
      return result;
    }
    case Operation::minimum:
      return std::min(left, right);
    case Operation::maximum:
      return std::max(left, right);
    case Operation::negate:
      return -left;
    case Operation::absolute:
      return std::abs(left);
    case Operation::ceiling:
      return std::ceil(left);
    case Operation::floor:
      return std::floor(left);
    case Operation::logarithm:
      return std::log2(left);
    case Operation::root:
      return std::sqrt(left);
  }
  __builtin_unreachable();
}

double Formula::evaluate(const double* values) const {
  // `top` is the top of the stack, the rest of it is in `below`.
  std::array<double, max_depth + 1> below;
  std::size_t count = 0;
  double top = 0;
  for (const Instruction& instruction : code_) {
    double right = instruction.constant;
    if (instruction.operand == Operand::argument) right = values[instruction.argument];
    if (instruction.operand == Operand::stack) {
      right = top;
      top = below[--count];
    }
    if (instruction.operation == Operation::push) below[count++] = top;
    top = apply(instruction.operation, top, right);
  }
  return top;
}

}  // namespace smpi::modeled
