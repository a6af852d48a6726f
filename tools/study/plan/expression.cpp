// SPDX-License-Identifier: BSD-3-Clause
//
// A recursive descent parser that builds closures.
#include "tools/study/plan/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "kernel/error.h"

namespace smpi::study {
namespace {

using Evaluate = Expression::Evaluate;
using Values = std::span<const Value>;

double number_of(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  throw FormulaError("a number is needed here, not a text", std::get<std::string>(value));
}

double finite(double result) {
  if (!std::isfinite(result)) throw FormulaError("the result is not finite", "");
  return result;
}

struct Function {
  std::string_view name;
  std::size_t least;
  std::size_t most;
  double (*apply)(std::span<const double>);
};

constexpr std::size_t any_count = 64;
constexpr std::array<Function, 6> functions = {{
    {"min", 1, any_count, [](std::span<const double> x) { return *std::ranges::min_element(x); }},
    {"max", 1, any_count, [](std::span<const double> x) { return *std::ranges::max_element(x); }},
    {"floor", 1, 1, [](std::span<const double> x) { return std::floor(x[0]); }},
    {"ceil", 1, 1, [](std::span<const double> x) { return std::ceil(x[0]); }},
    {"log2", 1, 1, [](std::span<const double> x) { return std::log2(x[0]); }},
    {"sqrt", 1, 1, [](std::span<const double> x) { return std::sqrt(x[0]); }},
}};

using Arithmetic = double (*)(double, double);

Evaluate combine(Evaluate left, Evaluate right, Arithmetic apply) {
  return [left = std::move(left), right = std::move(right), apply](Values values) -> Value {
    return finite(apply(number_of(left(values)), number_of(right(values))));
  };
}

// Numbers are compared as numbers and texts as texts.
Evaluate compare(Evaluate left, Evaluate right, std::string_view sign) {
  return [left = std::move(left), right = std::move(right), sign](Values values) -> Value {
    const Value a = left(values);
    const Value b = right(values);
    if (a.index() != b.index()) {
      throw FormulaError("a number is compared with a text",
                         value_text(a) + " and " + value_text(b));
    }
    if (sign == "<") return static_cast<double>(a < b);
    if (sign == "<=") return static_cast<double>(a <= b);
    if (sign == ">") return static_cast<double>(a > b);
    if (sign == ">=") return static_cast<double>(a >= b);
    return static_cast<double>((a == b) == (sign == "=="));
  };
}

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> names) : text_(text), names_(names) {}

  Evaluate parse() {
    constexpr std::size_t longest = 4096;  // closures of longer ones would fill the stack
    if (text_.size() > longest) throw FormulaError("the formula is too long", "");
    Evaluate result = any();
    skip();
    if (place_ != text_.size()) throw FormulaError("unexpected text", rest());
    return result;
  }

 private:
  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  void skip() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
  }
  std::string rest() const {
    return std::string(place_ < text_.size() ? text_.substr(place_) : text_);
  }

  bool take(std::string_view sign) {
    skip();
    if (!text_.substr(place_).starts_with(sign)) return false;
    place_ += sign.size();
    return true;
  }
  bool take_word(std::string_view word) {
    skip();
    const std::string_view found = word_here();
    if (found != word) return false;
    place_ += word.size();
    return true;
  }
  std::string_view word_here() const {
    std::size_t end = place_;
    while (end < text_.size() &&
           (is_letter(text_[end]) || (end > place_ && is_digit(text_[end])))) {
      ++end;
    }
    return text_.substr(place_, end - place_);
  }

  Evaluate any() {
    Evaluate left = all();
    while (take_word("or")) {
      left = combine(std::move(left), all(),
                     [](double a, double b) { return static_cast<double>(a != 0 || b != 0); });
    }
    return left;
  }

  Evaluate all() {
    Evaluate left = comparison();
    while (take_word("and")) {
      left = combine(std::move(left), comparison(),
                     [](double a, double b) { return static_cast<double>(a != 0 && b != 0); });
    }
    return left;
  }

  Evaluate comparison() {
    Evaluate left = sum();
    for (const std::string_view sign : {"<=", ">=", "==", "!=", "<", ">"}) {
      if (take(sign)) return compare(std::move(left), sum(), sign);
    }
    return left;
  }

  Evaluate sum() {
    Evaluate left = product();
    while (true) {
      if (take("+")) {
        left = combine(std::move(left), product(), [](double a, double b) { return a + b; });
      } else if (take("-")) {
        left = combine(std::move(left), product(), [](double a, double b) { return a - b; });
      } else {
        return left;
      }
    }
  }

  Evaluate product() {
    Evaluate left = sign();
    while (true) {
      if (take("*")) {
        left = combine(std::move(left), sign(), [](double a, double b) { return a * b; });
      } else if (take("/")) {
        left = combine(std::move(left), sign(), [](double a, double b) { return a / b; });
      } else if (take("%")) {
        left = combine(std::move(left), sign(), [](double a, double b) { return std::fmod(a, b); });
      } else {
        return left;
      }
    }
  }

  // -2^2 is -(2^2), and 2^3^2 is 2^(3^2), as in mathematics.
  Evaluate sign() {
    const Nesting nesting(*this);
    if (!take("-")) return power();
    return combine([](Values) -> Value { return 0.0; }, sign(),
                   [](double a, double b) { return a - b; });
  }

  Evaluate power() {
    Evaluate base = atom();
    if (!take("^")) return base;
    return combine(std::move(base), sign(), [](double a, double b) { return std::pow(a, b); });
  }

  Evaluate atom() {
    skip();
    if (place_ == text_.size()) throw FormulaError("a value is missing at the end", rest());
    const char first = text_[place_];
    if (take("(")) {
      Evaluate inner = any();
      if (!take(")")) throw FormulaError("')' is missing", rest());
      return inner;
    }
    if (first == '\'' || first == '"') return quoted(first);
    if (is_digit(first) || first == '.') return literal();
    if (is_letter(first)) return named();
    throw FormulaError("a value is missing here", rest());
  }

  Evaluate quoted(char mark) {
    const std::size_t end = text_.find(mark, place_ + 1);
    if (end == std::string_view::npos) throw FormulaError("the text has no end", rest());
    const std::string inner(text_.substr(place_ + 1, end - place_ - 1));
    place_ = end + 1;
    return [inner](Values) -> Value { return inner; };
  }

  Evaluate literal() {
    double number = 0;
    const char* begin = text_.data() + place_;
    const auto [end, status] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (status != std::errc{}) throw FormulaError("malformed number", rest());
    place_ += static_cast<std::size_t>(end - begin);
    return [number](Values) -> Value { return number; };
  }

  Evaluate named() {
    const std::string word(word_here());
    place_ += word.size();
    if (take("(")) return call(word);
    const auto found = std::ranges::find(names_, word);
    if (found == names_.end()) {
      const std::vector<std::string_view> known(names_.begin(), names_.end());
      throw FormulaError(
          "unknown name", word,
          kernel::did_you_mean(word, known, fmt::format("known: {}", fmt::join(known, ", "))));
    }
    const auto place = static_cast<std::size_t>(found - names_.begin());
    return [place](Values values) { return values[place]; };
  }

  Evaluate call(const std::string& word) {
    const auto function = std::ranges::find(functions, word, &Function::name);
    if (function == functions.end()) {
      std::vector<std::string_view> known;
      for (const Function& one : functions) known.push_back(one.name);
      throw FormulaError(
          "unknown function", word,
          kernel::did_you_mean(word, known, fmt::format("known: {}", fmt::join(known, ", "))));
    }
    std::vector<Evaluate> inputs = {any()};
    while (take(",")) inputs.push_back(any());
    if (!take(")")) throw FormulaError("')' is missing", rest());
    if (inputs.size() < function->least || inputs.size() > function->most) {
      throw FormulaError(fmt::format("{} takes {} argument", word, function->least), word);
    }
    return [inputs = std::move(inputs), apply = function->apply](Values values) -> Value {
      std::vector<double> numbers;
      for (const Evaluate& input : inputs) numbers.push_back(number_of(input(values)));
      return finite(apply(numbers));
    };
  }

  // A text of a million brackets must not end in a stack overflow.
  struct Nesting {
    explicit Nesting(Parser& of) : parser(of) {
      constexpr int deepest = 200;
      if (++parser.depth_ > deepest) throw FormulaError("the formula is nested too deeply", "");
    }
    ~Nesting() { --parser.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Parser& parser;
  };

  std::string_view text_;
  std::span<const std::string> names_;
  std::size_t place_ = 0;
  int depth_ = 0;
};

}  // namespace

std::string value_text(const Value& value) {
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  const double number = std::get<double>(value);
  constexpr double whole_most = 1e15;
  if (number == std::floor(number) && std::abs(number) < whole_most) {
    return fmt::format("{}", static_cast<long long>(number));
  }
  return fmt::format("{}", number);
}

Expression::Expression(std::string_view text, std::span<const std::string> names)
    : text_(text), evaluate_(Parser(text_, names).parse()) {}

Value Expression::value(std::span<const Value> values) const {
  try {
    return evaluate_(values);
  } catch (const FormulaError& error) {
    throw FormulaError(error.what(), error.text.empty() ? text_ : error.text, error.hint);
  }
}

double Expression::number(std::span<const Value> values) const {
  return number_of(value(values));
}

Template::Template(std::string_view text, std::span<const std::string> names) {
  std::string plain;
  std::size_t place = 0;
  while (place < text.size()) {
    const std::string_view two = text.substr(place, 2);
    if (two == "{{" || two == "}}") {
      plain += text[place];
      place += 2;
    } else if (text[place] == '{') {
      const std::size_t end = text.find('}', place);
      if (end == std::string_view::npos) {
        throw FormulaError("'}' is missing", std::string(text.substr(place)),
                           "write {{ for a brace");
      }
      parts_.emplace_back(std::move(plain));
      plain.clear();
      try {
        parts_.emplace_back(Expression(text.substr(place + 1, end - place - 1), names));
      } catch (const FormulaError& error) {
        // Perhaps it is the brace of another language.
        const std::string hint = "write {{ for a brace that starts no formula";
        throw FormulaError(error.what(), error.text,
                           error.hint.empty() ? hint : error.hint + "; " + hint);
      }
      place = end + 1;
    } else {
      plain += text[place++];
    }
  }
  parts_.emplace_back(std::move(plain));
}

std::string Template::fill(std::span<const Value> values) const {
  std::string filled;
  for (const auto& part : parts_) {
    const auto* formula = std::get_if<Expression>(&part);
    filled += formula != nullptr ? value_text(formula->value(values)) : std::get<std::string>(part);
  }
  return filled;
}

}  // namespace smpi::study
