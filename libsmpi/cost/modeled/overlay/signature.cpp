// SPDX-License-Identifier: BSD-3-Clause
//
// Reading declarations of arguments. Qualifiers mean nothing here; enumerations are written int.
#include "libsmpi/cost/modeled/overlay/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>

namespace smpi::modeled {
namespace {

struct TypeName {
  std::string_view text;
  ScalarType type;
};
constexpr TypeName type_names[] = {{"void", ScalarType::nothing},
                                   {"char", ScalarType::int8},
                                   {"signed char", ScalarType::int8},
                                   {"unsigned char", ScalarType::uint8},
                                   {"bool", ScalarType::uint8},
                                   {"short", ScalarType::int16},
                                   {"unsigned short", ScalarType::uint16},
                                   {"int", ScalarType::int32},
                                   {"unsigned", ScalarType::uint32},
                                   {"unsigned int", ScalarType::uint32},
                                   {"long", ScalarType::int64},
                                   {"long long", ScalarType::int64},
                                   {"unsigned long", ScalarType::uint64},
                                   {"unsigned long long", ScalarType::uint64},
                                   {"size_t", ScalarType::uint64},
                                   {"ptrdiff_t", ScalarType::int64},
                                   {"int8_t", ScalarType::int8},
                                   {"uint8_t", ScalarType::uint8},
                                   {"int16_t", ScalarType::int16},
                                   {"uint16_t", ScalarType::uint16},
                                   {"int32_t", ScalarType::int32},
                                   {"uint32_t", ScalarType::uint32},
                                   {"int64_t", ScalarType::int64},
                                   {"uint64_t", ScalarType::uint64},
                                   {"float", ScalarType::float32},
                                   {"double", ScalarType::float64}};
constexpr const char* type_hint =
    "known: char, short, int, long, unsigned ..., size_t, int32_t ..., float, double; with * for "
    "pointers, & for scalars passed by address";

constexpr std::uint32_t integer_register_count = 6;
constexpr std::uint32_t vector_register_count = 8;

bool is_floating(ScalarType type) {
  return type == ScalarType::float32 || type == ScalarType::float64;
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Words without const, volatile and restrict, and the marks * and & on their own.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_name_character(text[end])) end++;
    if (end == i) end++;
    const std::string word(text.substr(i, end - i));
    i = end;
    if (word.find_first_of(" \t\n\r") != std::string::npos) continue;
    if (word == "const" || word == "volatile" || word == "restrict") continue;
    words.push_back(word);
  }
  return words;
}

template <class Value>
double loaded(const void* from) {
  Value value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}

double load_scalar(ScalarType type, const void* from) {
  switch (type) {
    case ScalarType::int8:
      return loaded<std::int8_t>(from);
    case ScalarType::uint8:
      return loaded<std::uint8_t>(from);
    case ScalarType::int16:
      return loaded<std::int16_t>(from);
    case ScalarType::uint16:
      return loaded<std::uint16_t>(from);
    case ScalarType::int32:
      return loaded<std::int32_t>(from);
    case ScalarType::uint32:
      return loaded<std::uint32_t>(from);
    case ScalarType::int64:
      return loaded<std::int64_t>(from);
    case ScalarType::uint64:
      return loaded<std::uint64_t>(from);
    case ScalarType::float32:
      return loaded<float>(from);
    case ScalarType::float64:
      return loaded<double>(from);
    case ScalarType::nothing:
      break;
  }
  return 0;
}

Argument parse_argument(std::string_view text) {
  std::vector<std::string> words = words_of(text);
  const bool has_name = words.size() > 1 && is_name_character(words.back().front());
  if (!has_name) throw SignatureError{"an argument needs a type and a name", std::string(text), ""};
  Argument argument;
  argument.name = words.back();
  words.pop_back();
  const std::string mark = words.back();
  const auto stars = std::ranges::count(words, "*");
  if (mark == "*" || mark == "&") {
    argument.passing = mark == "*" ? Argument::Passing::pointer : Argument::Passing::reference;
    words.resize(words.size() - static_cast<std::size_t>(mark == "*" ? stars : 1));
  }
  // What a pointer to pointers points to are words; what one to a structure points to are bytes.
  const std::string type = fmt::format("{}", fmt::join(words, " "));
  const auto* const known = std::ranges::find(type_names, type, &TypeName::text);
  const bool is_pointer = argument.passing == Argument::Passing::pointer;
  if (stars > 1) {
    argument.type = ScalarType::uint64;
  } else if (known != std::end(type_names)) {
    argument.type = known->type;
  } else if (!is_pointer) {
    throw SignatureError{"unknown type of an argument", std::string(text), type_hint};
  }
  if (!is_pointer && argument.type == ScalarType::nothing) {
    throw SignatureError{"an argument of type void", std::string(text), type_hint};
  }
  return argument;
}

// A formula means one argument by a name.
void refuse_second(const Signature& signature, const Argument& argument) {
  for (const auto* others : {&signature.scalars, &signature.pointers}) {
    if (std::ranges::find(*others, argument.name, &Argument::name) == others->end()) continue;
    throw SignatureError{"two arguments have one name", argument.name, "give each its own name"};
  }
}

}  // namespace

std::size_t size_bytes(ScalarType type) {
  switch (type) {
    case ScalarType::int16:
    case ScalarType::uint16:
      return 2;
    case ScalarType::int32:
    case ScalarType::uint32:
    case ScalarType::float32:
      return 4;
    case ScalarType::int64:
    case ScalarType::uint64:
    case ScalarType::float64:
      return 8;
    default:
      return 1;  // bytes, and what void pointers point to
  }
}

std::uint64_t Argument::word(const CallFrame& frame, const std::uint64_t* stack) const {
  if (place == Place::integer_register) return frame.integers[index];
  return place == Place::vector_register ? frame.vectors[index].low : stack[index];
}

double Argument::value(const CallFrame& frame, const std::uint64_t* stack) const {
  const std::uint64_t passed = word(frame, stack);
  return loaded_from(&passed);
}

double Argument::loaded_from(const void* address) const {
  if (passing != Passing::reference) return load_scalar(type, address);
  std::uint64_t passed = 0;
  std::memcpy(&passed, address, sizeof passed);
  return load_scalar(type, reinterpret_cast<const void*>(passed));
}

std::vector<std::string> Signature::scalar_names() const {
  std::vector<std::string> names;
  for (const Argument& scalar : scalars) names.push_back(scalar.name);
  return names;
}

Signature parse_signature(std::string_view text) {
  Signature signature;
  std::uint32_t integers = 0;
  std::uint32_t vectors = 0;
  std::uint32_t words = 0;
  if (text.find_first_not_of(" \t\n\r") == std::string_view::npos) return signature;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    Argument argument = parse_argument(text.substr(begin, end - begin));
    argument.position =
        static_cast<std::uint32_t>(signature.scalars.size() + signature.pointers.size());
    refuse_second(signature, argument);
    begin = end + 1;
    const bool in_vector =
        argument.passing == Argument::Passing::value && is_floating(argument.type);
    std::uint32_t& used = in_vector ? vectors : integers;
    if (used < (in_vector ? vector_register_count : integer_register_count)) {
      argument.place =
          in_vector ? Argument::Place::vector_register : Argument::Place::integer_register;
      argument.index = used++;
    } else {
      argument.place = Argument::Place::stack;
      argument.index = words++;
    }
    const bool is_pointer = argument.passing == Argument::Passing::pointer;
    (is_pointer ? signature.pointers : signature.scalars).push_back(std::move(argument));
  }
  return signature;
}

ScalarType parse_scalar_type(std::string_view text) {
  const std::string type = fmt::format("{}", fmt::join(words_of(text), " "));
  const auto* const known = std::ranges::find(type_names, type, &TypeName::text);
  if (known != std::end(type_names)) return known->type;
  throw SignatureError{"unknown type of a result", std::string(text),
                       "void, an integer type, float or double"};
}

}  // namespace smpi::modeled
