// SPDX-License-Identifier: BSD-3-Clause
//
// What an analysis found, the same finding of many ranks in one line, in the order of the first.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace smpi {

struct Rank;

class Findings {
 public:
  // `rank` may be nullptr when nobody in particular is meant.
  void add(const std::string& text, const Rank* rank);
  bool empty() const { return lines_.empty(); }

  struct Line {
    std::string text;
    std::uint64_t count = 0;
    std::map<std::uint32_t, const Rank*> ranks;  // by process
  };
  const std::vector<Line>& lines() const { return lines_; }

 private:
  std::vector<Line> lines_;
  std::map<std::string, std::size_t> position_;
};

// One kind of findings in a report.
struct Section {
  std::string_view id;     // for programs that read the summary, such as "leaked_handles"
  std::string_view title;  // for people
  Findings findings;
  bool is_mistake = true;  // false: a note, which leaves the exit status alone

  // "TITLE:\n  3 x text: ranks 0, 1\n"
  std::string describe() const;
};

// source_line_suffix(), asked once for an address.
class SourceLines {
 public:
  const std::string& of(const void* return_address);

 private:
  std::map<const void*, std::string> known_;
};

}  // namespace smpi
