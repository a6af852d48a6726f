// SPDX-License-Identifier: BSD-3-Clause
//
// Actions as lines of text, and back (docs/traces.md has the grammar). Level 1 is positional and
// exactly SimGrid's; level 2 is @Name and name=value. Both follow the table of forms.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

// In the comment on top of the file of a rank that was not recorded.
inline constexpr std::string_view unrecorded_mark = " recorded=no";

// Appends "<rank> keyword arguments\n". Numbers are written so that they read back equal.
void append_line(std::string& out, std::uint32_t rank, const Action& action, const Texts& texts);

// Lists of level 2: items start[:count[:stride]], such as "3:4:-1,9" for 3 2 1 0 9.
void append_list(std::string& out, std::span<const Word> values);

// What the lines of a trace leave unsaid.
struct TextContext {
  std::uint32_t rank_count = 0;  // how long the lists of level 1 are
  Word default_type = 6;         // of level 1; 6 is MPI_BYTE
  bool is_old = false;           // the format of SimGrid up to 3.19
};

// A line that cannot be read. `text` is what is wrong in it.
struct LineError {
  std::string message;
  std::string text;
  std::string hint;
};

// Turns lines into actions. One for each rank: it remembers the last request, which old waits mean.
class LineParser {
 public:
  LineParser(const TextContext& context, Texts& texts) : context_(context), texts_(texts) {}

  struct Line {
    std::uint32_t rank = 0;
    Action action;
  };
  enum class Outcome : std::uint8_t { action, nothing, error };
  // Nothing: an empty line or a comment. The action's words last until the next call.
  Outcome parse(std::string_view line, Line& result);
  const LineError& error() const { return error_; }

  // "<rank>" or "<rank>.<strand>" at the start of a line; takes it off. False: there is none.
  static bool take_rank(std::string_view& line, std::uint32_t& rank, std::uint16_t& strand);

 private:
  std::optional<Code> code_of(std::string_view keyword);
  Outcome fail(std::string message, std::string_view text, std::string hint = {});
  Outcome parse_new(Line& result, std::string_view keyword, std::string_view rest);
  Outcome parse_old(Line& result, std::string_view keyword, std::string_view rest);
  bool read_field(const Field& field, bool is_level_1, std::string_view text);
  bool read_list(std::string_view text, std::string_view prefix);
  bool read_arguments(const Form& form, std::string_view& rest);
  bool read_counts(std::string_view& rest, const Field& field);
  bool read_named(const Form& form, std::string_view rest, Line& result);

  const TextContext& context_;
  Texts& texts_;
  std::vector<Word> words_;
  std::vector<std::size_t> places_;  // where the fields of a form begin in words_
  LineError error_;
  Word last_request_[3] = {};  // source, destination, tag
  struct Known {
    std::string_view keyword;
    Code code{};
  };
  std::array<Known, 64> known_;  // keywords met before
};

}  // namespace smpi::trace
