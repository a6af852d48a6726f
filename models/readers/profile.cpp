// SPDX-License-Identifier: BSD-3-Clause
//
// The lines of a trace. Values have no units: bytes per second, seconds, shares of the peak speed.
#include "models/readers/profile.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
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

  void finish() {
    if (!period_s_ || profile_.points.empty()) return;
    const double last_s = profile_.points.back().time_s;
    profile_.period_s = is_after_last_ ? last_s + *period_s_ : *period_s_;
    if (profile_.period_s < last_s || profile_.period_s <= 0) {
      refuse("the trace would start again before its last point",
             fmt::format("PERIODICITY {}", *period_s_));
    }
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

  [[noreturn]] void refuse(const char* message, std::string_view text) const {
    Where at = where_;
    at.text = text;
    throw kernel::InputError(message, at);
  }

  Where where_;
  Profile profile_;
  std::optional<double> period_s_;
  bool is_after_last_ = false;
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
