// SPDX-License-Identifier: BSD-3-Clause
//
// The lines of a trace. Values have no units: bytes per second, seconds, shares of the peak speed.
#include "models/readers/profile.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "kernel/read_file.h"

namespace smpi::models {
namespace {

using Where = kernel::InputError::Where;

class ProfileParser {
 public:
  explicit ProfileParser(Where where) : where_(std::move(where)) {}

  Profile parse(std::string_view text) {
    const int first_line = where_.line;
    for (int line = 0; !text.empty(); line++) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      where_.line = first_line + line;
      parse_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    where_.line = first_line;
    finish();
    return std::move(profile_);
  }

 private:
  void parse_line(std::string_view line) {
    const std::string_view content = line.substr(0, line.find_first_of("#%"));
    const std::vector<std::string_view> words = split(content);
    if (words.empty()) return;
    if (words[0] == "STOCHASTIC") return begin_drawing(words, line);
    if (is_stochastic_ && words[0] != "LOOPAFTER") return parse_laws(words, line);
    if (words.size() != 2) refuse("a line of a trace is a time and a value", line);
    if (words[0] == "PERIODICITY" || words[0] == "LOOPAFTER") {
      if (period_s_) refuse("a second PERIODICITY or LOOPAFTER", line);
      period_s_ = number(words[1], line);
      is_after_last_ = words[0] == "LOOPAFTER";
      return;
    }
    const Profile::Point point{number(words[0], line), number(words[1], line)};
    if (!profile_.points.empty() && point.time_s < profile_.points.back().time_s) {
      refuse("the times of a trace must not decrease", line);
    }
    profile_.points.push_back(point);
  }

  void begin_drawing(const std::vector<std::string_view>& words, std::string_view line) {
    if (is_stochastic_ || !profile_.points.empty() || period_s_) {
      refuse("STOCHASTIC comes first, and once", line);
    }
    if (words.size() > 2 || (words.size() == 2 && words[1] != "LOOP")) {
      refuse("only LOOP can follow STOCHASTIC", line);
    }
    is_stochastic_ = true;
    profile_.repeats = words.size() == 2;
    profile_.stream = where_.file;
  }

  void parse_laws(const std::vector<std::string_view>& words, std::string_view line) {
    if (words[0] == "PERIODICITY") refuse("a stochastic trace has LOOP, not PERIODICITY", line);
    std::span<const std::string_view> left(words);
    const Law delay = law(left, line);
    const Law value = law(left, line);
    if (!left.empty()) refuse("a line of a stochastic trace is two laws", line);
    profile_.drawn.push_back({delay, value});
  }

  // Takes the words of a law from the front.
  Law law(std::span<const std::string_view>& words, std::string_view line) const {
    struct Name {
      std::string_view name;
      Law::Kind kind;
      std::size_t parameter_count;
    };
    static constexpr std::array<Name, 8> names = {{{"DET", Law::Kind::fixed, 1},
                                                   {"NORM", Law::Kind::normal, 2},
                                                   {"NORMAL", Law::Kind::normal, 2},
                                                   {"GAUSS", Law::Kind::normal, 2},
                                                   {"UNIF", Law::Kind::uniform, 2},
                                                   {"UNIFORM", Law::Kind::uniform, 2},
                                                   {"EXP", Law::Kind::exponential, 1},
                                                   {"EXPONENTIAL", Law::Kind::exponential, 1}}};
    if (words.empty()) refuse("a line of a stochastic trace is two laws", line);
    std::vector<std::string_view> known;
    for (const Name& name : names) {
      known.push_back(name.name);
      if (name.name != words[0]) continue;
      if (words.size() <= name.parameter_count) {
        refuse(fmt::format("{} needs {}", name.name,
                           name.parameter_count == 1 ? "a number" : "two numbers"),
               line);
      }
      Law law{name.kind, number(words[1], line), 0};
      if (name.parameter_count == 2) law.second = number(words[2], line);
      if (law.kind == Law::Kind::exponential && law.first <= 0) refuse("a rate is above 0", line);
      if (law.kind == Law::Kind::uniform && law.second < law.first)
        refuse("the first limit is above the second", line);
      words = words.subspan(1 + name.parameter_count);
      return law;
    }
    refuse("unknown law", words[0],
           kernel::did_you_mean(words[0], known, "DET, NORM, UNIF or EXP"));
  }

  void finish() {
    if (is_stochastic_) return finish_drawing();
    if (!period_s_ || profile_.points.empty()) return;
    const double last_s = profile_.points.back().time_s;
    profile_.period_s = is_after_last_ ? last_s + *period_s_ : *period_s_;
    if (profile_.period_s < last_s || profile_.period_s <= 0) {
      refuse("the trace would start again before its last point",
             fmt::format("PERIODICITY {}", *period_s_));
    }
  }

  void finish_drawing() {
    if (profile_.drawn.empty()) refuse("a stochastic trace needs a line of two laws", "STOCHASTIC");
    if (!period_s_ && !profile_.repeats) return;
    profile_.repeats = true;
    profile_.pause_s = period_s_.value_or(0);
    double cycle_s = profile_.pause_s;
    for (const Profile::DrawnPoint& point : profile_.drawn) cycle_s += point.delay.mean();
    if (cycle_s <= 0) refuse("time would never pass in this loop", "STOCHASTIC LOOP");
  }

  double number(std::string_view word, std::string_view line) const {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
      refuse("not a number (values have no unit)", line);
    }
    if (value < 0) refuse("times and values cannot be negative", line);
    return value;
  }

  static std::vector<std::string_view> split(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string_view> words;
    while (true) {
      const std::size_t begin = text.find_first_not_of(blanks);
      if (begin == std::string_view::npos) return words;
      text.remove_prefix(begin);
      const std::size_t end = std::min(text.find_first_of(blanks), text.size());
      words.push_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  [[noreturn]] void refuse(const std::string& message, std::string_view text,
                           std::string hint = {}) const {
    Where at = where_;
    at.text = text;
    at.hint = std::move(hint);
    throw kernel::InputError(message, at);
  }

  Where where_;
  Profile profile_;
  std::optional<double> period_s_;
  bool is_after_last_ = false;
  bool is_stochastic_ = false;
};

}  // namespace

Profile parse_profile(std::string_view text, const Where& where) {
  return ProfileParser(where).parse(text);
}

Profile read_profile_file(const std::string& path, const Where& named_at) {
  Where at = named_at;
  at.text = path;
  const std::string text = kernel::read_file(path, "the trace file", at);
  if (text.empty()) throw kernel::InputError("the trace file is empty", at);
  return parse_profile(text, {path, 1, {}, {}});
}

}  // namespace smpi::models
